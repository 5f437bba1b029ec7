/**
 * The settings on the page, found by their words. They are read from the page itself, so that every control is
 * found by the label and the explanation that a person sees, in the language of the page.
 */
import { fold } from '../../../../src-shared/values/fold.ts'

/** A setting on the page: a control, or a section as a whole. */
export interface FoundSetting {
  /** The control to focus, or the heading of a section. */
  element: HTMLElement
  label: string
  /** The section's title. */
  section: string
}

const controls = 'fieldset, input, select, textarea, button, a[data-button], [role="switch"]'
/** Controls of one row, choices of a group, and inputs inside a switch. */
const parts = 'tr, li, [role="row"], fieldset *, [aria-hidden="true"]'

const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

const named = (ids: string | null): string =>
  (ids ?? '')
    .split(' ')
    .map((id) => textOf(id === '' ? null : document.getElementById(id)))
    .join(' ')
    .trim()

function labelOf(control: HTMLElement): string {
  if (control instanceof HTMLFieldSetElement) return textOf(control.querySelector('legend'))
  const label = control.getAttribute('aria-label') ?? named(control.getAttribute('aria-labelledby'))
  if (label !== '') return label
  const labels =
    control instanceof HTMLInputElement || control instanceof HTMLButtonElement ? control.labels : undefined
  return textOf(labels?.[0]) || textOf(control)
}

/**
 * The settings below `root` that contain every typed word, in the order of the page: in the label, the explanation,
 * the title of the section, or its near words (`data-near`).
 */
export function findSettings(root: HTMLElement, typed: string): FoundSetting[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found: FoundSetting[] = []
  for (const section of root.querySelectorAll<HTMLElement>('section')) {
    const heading = section.querySelector<HTMLElement>('h2')
    if (!heading || section.parentElement?.closest('section')) continue
    const title = textOf(heading)
    const near = section.dataset['near'] ?? ''
    const matches = (text: string) => words.every((word) => fold(text).includes(word))
    if (matches(`${title} ${near}`)) found.push({ element: heading, label: title, section: title })
    const labels = new Set([title])
    for (const control of section.querySelectorAll<HTMLElement>(controls)) {
      if (control.closest(parts) !== null) continue
      const label = labelOf(control)
      if (label === '' || labels.has(label)) continue
      labels.add(label)
      const help = named(control.getAttribute('aria-describedby'))
      const options = control.matches('fieldset') ? textOf(control) : ''
      if (matches(`${label} ${help} ${options}`)) found.push({ element: control, label, section: title })
    }
  }
  return found
}

const markTime = 2500

/** Opens the folded part around a setting, scrolls to it, focuses it and marks it for a moment. */
export function showSetting({ element }: FoundSetting): void {
  for (let part = element.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
    part.open = true
  element.scrollIntoView({ block: 'center' })
  const target = element.matches('fieldset')
    ? (element.querySelector<HTMLElement>(':checked') ?? element.querySelector('input') ?? element)
    : element
  if (target instanceof HTMLHeadingElement) target.tabIndex = -1
  target.focus()
  element.dataset['found'] = ''
  setTimeout(() => delete element.dataset['found'], markTime)
}
