/**
 * Converts text as written in a document to its meaning: resolves references, normalizes line ends, and
 * refuses characters that are not allowed.
 */

import { say } from '../../../texts/say.ts'
import { classes, inRaw, inText, inValue, isCharacter, isPair } from './characters.ts'
import { illegalAt, malformed } from './refusal.ts'

const less = 0x3c
const greater = 0x3e
const ampersand = 0x26
const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The text of an element between two pieces of markup. @throws Refusal */
export const contentText = (text: string, start: number, end: number): string =>
  resolvedText(text, start, end, inText, '\n')

/**
 * The content of a comment, CDATA section or instruction: only line ends and illegal characters are
 * handled. @throws Refusal
 */
export const rawText = (text: string, start: number, end: number): string =>
  resolvedText(text, start, end, inRaw, '\n')

/** A normalized attribute value: tabs and line ends become spaces. @throws Refusal */
export const valueText = (text: string, start: number, end: number): string =>
  resolvedText(text, start, end, inValue, ' ')

/** Copies runs of units without special meaning; `special` is the class of units to handle. */
function resolvedText(text: string, start: number, end: number, special: number, lineEnd: string): string {
  let pieces: string[] | undefined
  let from = start
  let at = start
  for (;;) {
    while (at < end && ((classes[text.charCodeAt(at)] ?? 0) & special) === 0) at += 1
    if (at >= end) break
    const unit = text.charCodeAt(at)
    if (unit === ampersand) {
      const reference = readReference(text, at)
      pieces ??= []
      pieces.push(text.slice(from, at), reference.text)
      at = reference.end
      from = at
    } else if (unit === carriageReturn || unit === lineFeed || unit === tab) {
      pieces ??= []
      pieces.push(text.slice(from, at), lineEnd)
      at += unit === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1
      from = at
    } else if (unit === less) throw malformed(say`< is not allowed in an attribute value; write &lt;`, at)
    else if (unit === greater) {
      if (at - 2 >= start && text.startsWith(']]', at - 2)) {
        throw malformed(say`]]> is not allowed in text; write ]]&gt;`, at - 2)
      }
      at += 1
    } else if (unit < 0x80 && unit >= 0x20) at += 1
    else if (isPair(text, at)) at += 2
    else throw illegalAt(at)
  }
  if (pieces === undefined) return text.slice(start, end)
  pieces.push(text.slice(from, end))
  return pieces.join('')
}

// References `&...;`: the five predefined entities, and character references

const entities: readonly [name: string, text: string][] = [
  ['amp;', '&'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['quot;', '"'],
  ['apos;', "'"],
]

/** Reads the reference at an `&`; `end` is the offset after its semicolon. @throws Refusal */
function readReference(text: string, at: number): { text: string; end: number } {
  if (text.charCodeAt(at + 1) === 0x23) return readNumber(text, at)
  for (const [name, character] of entities) {
    if (text.startsWith(name, at + 1)) return { text: character, end: at + 1 + name.length }
  }
  throw malformed(badReference(text, at), at)
}

const word = /[A-Za-z][A-Za-z0-9]{0,30}/y

/** The message for an `&` that starts no reference, with the remedy. */
function badReference(text: string, at: number): string {
  word.lastIndex = at + 1
  const [name] = word.exec(text) ?? []
  if (name === undefined) return 'a plain & is not allowed here; write &amp;'
  const isWhole = text[at + 1 + name.length] === ';'
  if (isWhole) return `&${name}; is no reference of XML; write the character itself, or &amp; for a plain &`
  const isKnown = entities.some(([entity]) => entity === `${name};`)
  return isKnown
    ? `&${name} lacks its semicolon; write &${name};`
    : 'a plain & is not allowed here; write &amp;'
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
    // Clamps numbers beyond the last character, which are refused below.
    point = Math.min(point * base + digit, 0x110000)
  }
  if (at === first || text.charCodeAt(at) !== 0x3b) {
    throw malformed(say`a character reference is digits and a semicolon, such as &#38;`, start)
  }
  if (!isCharacter(point))
    throw malformed(say`this character reference names a character that XML does not allow`, start)
  return { text: String.fromCodePoint(point), end: at + 1 }
}

function digitOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = unit | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
