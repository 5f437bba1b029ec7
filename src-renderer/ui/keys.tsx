/** True on Apple computers, where the command key does what Ctrl does elsewhere. */
const onApple = /Mac|iP(hone|ad)/.test(navigator.platform)

/** The name of the key for shortcuts on this computer. */
export const commandKey = onApple ? '⌘' : 'Ctrl'

/** Keys as printed on a keyboard. */
export function Kbd({ keys }: { keys: string[] }) {
  return (
    <span className="inline-flex gap-0.5">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-4 min-w-4 items-center justify-center rounded-sm border border-line-strong bg-surface px-1 font-sans text-2xs text-ink-soft"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}

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
