/** Remembers which element of the page had the focus, so that it can return there after a dialog. */

/** Elements that can have the focus by Tab. */
export const focusable =
  'input:not([type="hidden"], :disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled), a[href], [tabindex="0"]'

const overlays = '[role="dialog"], [role="menu"], [role="listbox"]'

/** The element that had the focus last outside dialogs, menus and lists, and the elements around it. */
let last: { element: HTMLElement; around: Element[] } | undefined

function remember({ target }: FocusEvent): void {
  if (
    !(target instanceof HTMLElement) ||
    target.closest(overlays) ||
    target.matches('[data-base-ui-focus-guard]')
  )
    return
  const around: Element[] = []
  for (let at = target.parentElement; at && at !== document.body; at = at.parentElement) around.push(at)
  last = { element: target, around }
}
document.addEventListener('focusin', remember)

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled')

/** The first visible element below `container` that Tab reaches. */
const firstUsable = (container: Element): HTMLElement | undefined =>
  [...container.querySelectorAll<HTMLElement>(focusable)].find((one) => one.tabIndex >= 0 && isUsable(one))

/** The heading of the screen, which can then have the focus, or else the screen. */
export function screenStart(): HTMLElement | undefined {
  const main = document.querySelector<HTMLElement>('main')
  const heading = main?.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  return heading ?? main ?? undefined
}

/**
 * The element to return the focus to: the last one, or, if it is gone, the first one in the same part of the
 * screen, or else the heading of the screen.
 */
export function returnTarget(element = last?.element): HTMLElement | undefined {
  if (element && element !== document.body && !element.closest(overlays) && isUsable(element)) return element
  if (last && isUsable(last.element)) return last.element
  const part = last?.around.find((one) => one.isConnected)
  const main = document.querySelector('main')
  return (part && part !== main && main?.contains(part) ? firstUsable(part) : undefined) ?? screenStart()
}

/**
 * Moves the focus when the element that has it is removed, for example the button of a row that its action
 * removes. Returns a function that stops it.
 */
export function keepFocus(root: HTMLElement): () => void {
  // A click on an empty place takes the focus away on purpose.
  let isLeft = false
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !document.hasFocus()) return
    queueMicrotask(() => {
      isLeft = target instanceof Element && target.isConnected
    })
  }
  const onFocusIn = () => {
    isLeft = false
  }
  const observer = new MutationObserver(() => {
    if (isLeft || document.activeElement !== document.body || !last || last.element.isConnected) return
    if (![...document.querySelectorAll(overlays)].some((one) => one.checkVisibility()))
      returnTarget()?.focus({ preventScroll: true })
  })
  observer.observe(root, { childList: true, subtree: true })
  root.addEventListener('focusout', onFocusOut)
  root.addEventListener('focusin', onFocusIn)
  return () => {
    observer.disconnect()
    root.removeEventListener('focusout', onFocusOut)
    root.removeEventListener('focusin', onFocusIn)
  }
}
