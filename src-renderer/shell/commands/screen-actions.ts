/** The buttons of the current screen as commands, so that the palette has every action of it. */
import { fold } from '../../../src-shared/values/fold.ts'
import { menuActionsOf } from '../../ui/overlays/menu-actions.ts'
import { hasOpenOverlay } from '../../ui/text/keys.tsx'
import type { Command } from './command-registry.ts'

const actions = 'button, a[data-button], [role="tab"], [role="radio"], input[type="radio"], [role="switch"]'
/** Parts whose buttons belong to one row or one field, not to the screen. */
const parts = 'tr, li, [role="row"], [role="grid"], [role="listbox"], [data-path], form, [role="dialog"]'

/** Label without the dots of "Export…", for comparison. */
const comparedLabel = (label: string): string => fold(label).replaceAll('…', '').trim()

function labelOf(element: HTMLElement): string {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
  return (element.getAttribute('aria-label') ?? label ?? element.innerText ?? '').replace(/\s+/g, ' ').trim()
}

const isUsable = (element: HTMLElement): boolean =>
  element.checkVisibility() &&
  !element.matches(':disabled, [aria-disabled="true"], [aria-selected="true"], :checked') &&
  element.closest('[aria-hidden="true"], [inert]') === null

/**
 * The enabled buttons, tabs and menu entries of the screen. Buttons of single rows and fields are left out.
 * @param listed labels that the palette has already
 */
export function screenActions(listed: readonly string[]): Command[] {
  if (hasOpenOverlay()) return []
  const known = new Set(listed.map(comparedLabel))
  const found: Command[] = []
  const add = (label: string, element: HTMLElement, run: () => void) => {
    const compared = comparedLabel(label)
    if (compared === '' || known.has(compared)) return
    known.add(compared)
    found.push({
      id: `screen-${compared}`,
      label,
      run() {
        if (!element.isConnected) return
        // A dialog that the button opens returns the focus to it.
        element.focus()
        run()
      },
    })
  }
  for (const element of document.querySelectorAll<HTMLElement>(`main :is(${actions})`)) {
    if (element.closest(parts) || !isUsable(element)) continue
    const entries = menuActionsOf(element)
    if (entries) for (const { label, onSelect } of entries()) add(label, element, onSelect)
    else add(labelOf(element), element, () => element.click())
  }
  return found
}
