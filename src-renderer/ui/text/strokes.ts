/** Keys as text: strokes separated by spaces (`G C`), each with its modifiers (`Mod+Shift+F`). */
import { printedKey } from './keys.tsx'

const modifiers = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift']

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The stroke of a key press; `Mod` is Ctrl or Cmd. Undefined if only modifiers are pressed. */
export function strokeOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | undefined {
  if (modifiers.includes(key) || key === 'Dead' || key === 'Unidentified') return undefined
  const name = key === ' ' ? 'Space' : key === '+' ? 'Plus' : key.length === 1 ? key.toUpperCase() : key
  // A symbol such as ? requires Shift on some keyboards only.
  const isSymbol = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  return [
    ...(ctrlKey || metaKey ? ['Mod'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey && !isSymbol ? ['Shift'] : []),
    name,
  ].join('+')
}

/** Whether the stroke types no text, and so also works in fields. */
export const worksInFields = (stroke: string): boolean =>
  stroke.startsWith('Mod+') || stroke.startsWith('Alt+') || /^(Shift\+)?F\d+$/.test(stroke)

/** The keys as printed on a keyboard, for `Kbd`. */
export const printedKeys = (keys: string): string[] =>
  keys === '' ? [] : keys.split(' ').flatMap((stroke) => stroke.split('+').map(printedKey))

/** Whether two key bindings conflict: they are equal, or one is the start of the other. */
export const areInConflict = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (`${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `))
