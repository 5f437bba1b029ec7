/** The names that Electron gives to keys, where they differ from those of the commands. */
const names: Record<string, string> = {
  Mod: 'CommandOrControl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
}
const modifiers = new Set(['Mod', 'Alt', 'Shift'])
/** Keys that Electron knows. Symbols are left out: their place depends on the keyboard. */
const known =
  /^([A-Z0-9]|F([1-9]|1\d|2[0-4])|Enter|Escape|Space|Tab|Plus|Delete|Backspace|Insert|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right))$/

/**
 * The keys of a command as an accelerator of a menu. Undefined for keys that no menu can show: a sequence
 * (`G C`), a key that also types text (`J`), and a key that Electron does not know.
 */
export function acceleratorOf(keys: string): string | undefined {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  if (!known.test(key) || !parts.slice(0, -1).every((part) => modifiers.has(part))) return undefined
  const typesNothing = parts.includes('Mod') || parts.includes('Alt') || /^F\d/.test(key)
  return typesNothing ? parts.map((part) => names[part] ?? part).join('+') : undefined
}
