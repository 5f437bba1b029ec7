import { t } from '@lingui/core/macro'

/** Whether this is an Apple computer, on which the command key takes the place of Ctrl. */
const onApple = /Mac|iP(hone|ad)/.test(navigator.platform)

/** The name of the key for shortcuts on this computer. */
export const commandKey = onApple ? '⌘' : 'Ctrl'

const control = t({ message: 'Ctrl', context: 'key' })
/** What stands on a key, where that is not its name: a sign, or a word as keyboards of the language have it. */
const printed: Record<string, string> = {
  Mod: onApple ? commandKey : control,
  Ctrl: control,
  Shift: '⇧',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: t`Esc`,
  Plus: '+',
  Delete: t({ message: 'Delete', context: 'key' }),
  Enter: t({ message: 'Enter', context: 'key' }),
  Space: t({ message: 'Space', context: 'key' }),
}

/** A key as it is printed; one that is given so already stays. */
export const printedKey = (key: string): string => printed[key] ?? key

/** Keys as printed on a keyboard. */
export function Kbd({ keys }: { keys: string[] }) {
  return (
    <span className="inline-flex gap-0.5">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-4 min-w-4 items-center justify-center rounded-sm border border-line-strong bg-surface px-1 font-sans text-2xs text-ink-soft"
        >
          {printedKey(key)}
        </kbd>
      ))}
    </span>
  )
}

/** Whether a key pressed on this element is typed as text; into a box to tick nothing is typed. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
  !(target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type))

/**
 * Whether a dialog, menu or list is open over the page, which then gets all keys. A closed list may stay in the document
 * invisibly; it does not count.
 */
export const isCovered = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((layer) =>
    layer.checkVisibility(),
  )
