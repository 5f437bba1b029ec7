/** What `&...;` stands for: the five entities that need no declaration, and characters by number. */
import { isCharacter } from './character-classes.ts'
import { malformed } from './refusal.ts'

const entities: readonly [name: string, text: string][] = [
  ['amp;', '&'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['quot;', '"'],
  ['apos;', "'"],
]

/** Reads the reference at an `&`; `end` is behind its semicolon. @throws Refusal */
export function readReference(text: string, at: number): { text: string; end: number } {
  if (text.charCodeAt(at + 1) === 0x23) return readNumber(text, at)
  for (const [name, meant] of entities) {
    if (text.startsWith(name, at + 1)) return { text: meant, end: at + 1 + name.length }
  }
  throw malformed(whatStands(text, at), at)
}

const word = /[A-Za-z][A-Za-z0-9]{0,30}/y

/** What is wrong with an `&` that begins no reference, and what to write instead. */
function whatStands(text: string, at: number): string {
  word.lastIndex = at + 1
  const [name] = word.exec(text) ?? []
  if (name === undefined) return 'a plain & stands here; write &amp;'
  const isWhole = text[at + 1 + name.length] === ';'
  if (isWhole) return `&${name}; is no reference of XML; write the character itself, or &amp; for a plain &`
  const isKnown = entities.some(([entity]) => entity === `${name};`)
  return isKnown ? `&${name} lacks its semicolon; write &${name};` : 'a plain & stands here; write &amp;'
}

function readNumber(text: string, start: number): { text: string; end: number } {
  const isHexadecimal = text.charCodeAt(start + 2) === 0x78
  const base = isHexadecimal ? 16 : 10
  const first = start + (isHexadecimal ? 3 : 2)
  let at = first
  let point = 0
  for (; ; at += 1) {
    const digit = digitOf(text.charCodeAt(at))
    if (digit < 0 || digit >= base) break
    // Beyond the last character it only has to stay there.
    point = Math.min(point * base + digit, 0x110000)
  }
  if (at === first || text.charCodeAt(at) !== 0x3b) {
    throw malformed('a character reference is digits and a semicolon, such as &#38;', start)
  }
  if (!isCharacter(point))
    throw malformed('this character reference names a character XML cannot carry', start)
  return { text: String.fromCodePoint(point), end: at + 1 }
}

function digitOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = unit | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
