import { t } from '@lingui/core/macro'
import { toast } from '../../ui/overlays/toast.tsx'

/** The command of the main action; its keys also work in dialogs. */
export const mainAction = { id: 'main-action', keys: 'Mod+Enter' }

/** The text of the elements that describe an element. */
const descriptionOf = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim() ||
  (element.getAttribute('aria-description') ?? '')

/**
 * Presses the primary button of the open dialog, or else of the screen. If it is disabled, the reason is
 * shown.
 */
export function runMainAction(): void {
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((one) => one.checkVisibility())
  const area = dialogs.at(-1) ?? document.querySelector('main')
  const buttons = [...(area?.querySelectorAll<HTMLElement>('[data-primary]') ?? [])].filter((one) =>
    one.checkVisibility(),
  )
  const button = buttons.find((one) => !one.matches(':disabled, [aria-disabled="true"]')) ?? buttons[0]
  if (!button) return
  if (button.matches(':disabled, [aria-disabled="true"]')) {
    const name = button.innerText.trim()
    toast.tell(t`“${name}” is not possible yet`, descriptionOf(button) || undefined)
    return
  }
  // The field that is being typed in stores its text when it loses the focus.
  button.focus()
  button.click()
}
