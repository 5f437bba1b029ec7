/** From text as it stands in a document to the text it means: references, line ends, and what cannot stand there. */
import { classes, inRaw, inText, inValue, isPair } from './character-classes.ts'
import { readReference } from './reference-text.ts'
import { illegalAt, malformed } from './refusal.ts'

const less = 0x3c
const greater = 0x3e
const ampersand = 0x26
const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The text of an element between two pieces of markup. @throws Refusal */
export const contentText = (text: string, start: number, end: number): string =>
  meantText(text, start, end, inText, '\n')

/** The inside of a comment, section or instruction: nothing but line ends and illegal characters is looked at. @throws Refusal */
export const rawText = (text: string, start: number, end: number): string =>
  meantText(text, start, end, inRaw, '\n')

/** An attribute value between its quotes, normalised: tabs and line ends become blanks. @throws Refusal */
export const valueText = (text: string, start: number, end: number): string =>
  meantText(text, start, end, inValue, ' ')

/** Copies what needs no look in whole runs; `look` is the class of units that do. */
function meantText(text: string, start: number, end: number, look: number, lineEnd: string): string {
  let pieces: string[] | undefined
  let from = start
  let at = start
  for (;;) {
    while (at < end && ((classes[text.charCodeAt(at)] ?? 0) & look) === 0) at += 1
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
    } else if (unit === less) throw malformed('< stands in an attribute value; write &lt;', at)
    else if (unit === greater) {
      if (at - 2 >= start && text.startsWith(']]', at - 2)) {
        throw malformed(']]> stands in text; write ]]&gt;', at - 2)
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
