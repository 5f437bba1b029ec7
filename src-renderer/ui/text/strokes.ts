/** Keys as text: strokes with a space between them (`G C`), each with its modifiers (`Mod+Shift+F`). */
import { printedKey } from './keys.tsx'

const modifiers = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift']

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The stroke of a key press, `Mod` being Ctrl or Cmd; undefined while only modifiers are held. */
export function strokeOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | undefined {
  if (modifiers.includes(key) || key === 'Dead' || key === 'Unidentified') return undefined
  const name = key === ' ' ? 'Space' : key === '+' ? 'Plus' : key.length === 1 ? key.toUpperCase() : key
  // A sign such as ? needs the shift key on some keyboards and not on others.
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  return [
    ...(ctrlKey || metaKey ? ['Mod'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey && !isSign ? ['Shift'] : []),
    name,
  ].join('+')
}

/** Whether the stroke writes no text, and so works in a field too. */
export const worksInFields = (stroke: string): boolean =>
  stroke.startsWith('Mod+') || stroke.startsWith('Alt+') || /^(Shift\+)?F\d+$/.test(stroke)

/** The keys as printed on a keyboard, for `Kbd`. */
export const printedKeys = (keys: string): string[] =>
  keys === '' ? [] : keys.split(' ').flatMap((stroke) => stroke.split('+').map(printedKey))

/** Whether two commands cannot both have their keys: the same ones, or one's are the beginning of the other's. */
export const areInConflict = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (`${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `))
