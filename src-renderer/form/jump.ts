/** Yields the path itself, then each element around it, innermost first. */
function* upwards(path: string): Generator<string> {
  const parts = path.split('/')
  for (let length = parts.length; length > 0; length--) yield parts.slice(0, length).join('/')
}

/** The help button of a term stands before the input that the term explains. */
const focusable =
  'input:not([disabled]), textarea:not([disabled]), select:not([disabled]), [role="combobox"], button:not([disabled], [data-help])'

/**
 * Scrolls to the field at a problem's path and focuses it. If the field is not drawn because its element is
 * absent, the nearest drawn element around it is used.
 * @returns whether a field or element was found
 */
export function jumpToField(root: HTMLElement, path: string): boolean {
  for (const candidate of upwards(path)) {
    // A group and its text have the same path; the innermost is the input.
    const field = [...root.querySelectorAll<HTMLElement>(`[data-path="${CSS.escape(candidate)}"]`)].at(-1)
    if (!field || candidate.split('/').length < 2) continue
    const input = field.matches(focusable) ? field : field.querySelector<HTMLElement>(focusable)
    ;(input ?? field).scrollIntoView({ block: 'center' })
    input?.focus({ preventScroll: true })
    field.animate([{ backgroundColor: 'var(--color-warn-wash)' }, { backgroundColor: 'transparent' }], {
      duration: 1200,
      easing: 'ease-out',
    })
    return true
  }
  return false
}
