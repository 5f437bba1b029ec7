import { t } from '@lingui/core/macro'

/** Whether this is an Apple computer, which uses the Command key instead of Ctrl. */
export const onApple = /Mac|iP(hone|ad)/.test(navigator.platform)

/** The label of the shortcut modifier key on this computer. */
export const commandKey = onApple ? '⌘' : 'Ctrl'

const control = t({ message: 'Ctrl', context: 'key' })
/**
 * Labels of keys whose label differs from their name: a symbol, or the word printed on keyboards of the
 * language.
 */
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

/** The printed label of a key; any other text is returned unchanged. */
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

/** Whether a key pressed on this element is typed as text. Checkboxes and radio buttons take no text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
  !(target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type))

/**
 * Whether a dialog, menu or list is open over the page and receives all keys. A closed list may stay in the
 * document invisibly; it does not count.
 */
export const hasOpenOverlay = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((layer) =>
    layer.checkVisibility(),
  )
