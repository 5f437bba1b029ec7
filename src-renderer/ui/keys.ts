/** Whether a key pressed there is text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/**
 * Something stands over the page and has the keys to itself: a dialog, a menu, a list. A list that was open once stays
 * in the document out of sight, and covers nothing.
 */
export const isCovered = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((layer) =>
    layer.checkVisibility(),
  )
