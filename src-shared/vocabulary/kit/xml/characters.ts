/** The characters that XML 1.0 allows, and escaping of text so that it round-trips exactly. */

const illegal =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Matches texts without control characters and surrogates, faster than `illegal` finds that there is none. */
const plain = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD]*$/

/** The first character that XML 1.0 does not allow (control characters, lone surrogates), as `U+0007`. */
export function illegalCharacter(text: string): string | undefined {
  illegal.lastIndex = 0
  const found = illegal.exec(text)?.[0]
  return found && `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * Removes the characters that XML does not allow, for sources such as spreadsheets and scanned labels. A line
 * or page break of such a source (U+000B, U+000C) becomes a line end.
 */
export const withoutIllegalCharacters = (text: string): string =>
  plain.test(text) ? text : text.replace(/[\v\f]/g, '\n').replace(illegal, '')

const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeCharacter = (character: string): string => names[character] ?? `&#${character.charCodeAt(0)};`
const toEscapeInText = /[&<>\r]/
const toEscapeInAttribute = /[&<>"\t\n\r]/

/**
 * Replaces illegal characters by U+FFFD, because they cannot be written; `validate` reports them
 * beforehand.
 */
const writable = (text: string): string => (plain.test(text) ? text : text.replace(illegal, '\uFFFD'))

/** Escapes element text, including carriage returns, which a parser would otherwise convert to newlines. */
export function escapeText(text: string): string {
  const legal = writable(text)
  return toEscapeInText.test(legal) ? legal.replace(/[&<>\r]/g, escapeCharacter) : legal
}

/**
 * Escapes an attribute value for double quotes, including tabs and line ends, which would otherwise become
 * spaces.
 */
export function escapeAttribute(text: string): string {
  const legal = writable(text)
  return toEscapeInAttribute.test(legal) ? legal.replace(/[&<>"\t\n\r]/g, escapeCharacter) : legal
}

// Classes of UTF-16 units by XML 1.0 (fifth edition, with namespaces), as bits, for loops over all units of
// a text

/** May start a name (without colon). */
export const nameStart = 1
/** May occur in a name (without colon). */
export const nameUnit = 2
export const blank = 4
/** Not allowed in a document, or, for a surrogate, only as half of a pair. */
const suspect = 8
/** Needs handling in the text of an element: `<`, `&`, `>`, a carriage return, or suspect. */
export const inText = 16
/** Needs handling in an attribute value: `<`, `&`, tab, line ends, or suspect. */
export const inValue = 32
/** Needs handling in a comment, CDATA section or instruction: a carriage return, or suspect. */
export const inRaw = 64

export const classes = new Uint8Array(65536)

const mark = (bits: number, ...ranges: [first: number, last: number][]): void => {
  for (const [first, last] of ranges) {
    for (let unit = first; unit <= last; unit += 1) classes[unit] = (classes[unit] ?? 0) | bits
  }
}
const each = (units: string): [number, number][] =>
  Array.from(units, (unit) => [unit.charCodeAt(0), unit.charCodeAt(0)])

const starts: [number, number][] = [
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
]
mark(nameStart | nameUnit, ...starts)
mark(nameUnit, ...each('-.0123456789\u00b7'), [0x300, 0x36f], [0x203f, 0x2040])
mark(blank, ...each(' \t\r\n'))
mark(suspect | inText | inValue | inRaw, [0, 8], [0xb, 0xc], [0xe, 0x1f], [0xd800, 0xdfff], [0xfffe, 0xffff])
mark(inText, ...each('<&>\r'))
mark(inValue, ...each('<&\t\n\r'))
mark(inRaw, ...each('\r'))

/** Whether the unit at an offset and the next one are a surrogate pair. */
export const isPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00

/** Whether a surrogate pair is allowed in a name: U+10000 to U+EFFFF. */
export const isNamePair = (text: string, at: number): boolean =>
  isPair(text, at) && text.charCodeAt(at) <= 0xdb7f

/** Whether a code point is allowed as a character reference. */
export const isCharacter = (point: number): boolean =>
  point > 0xffff ? point <= 0x10ffff : ((classes[point] ?? suspect) & suspect) === 0

/** UTF-8 length, in bytes, of a part of a text. */
export function utf8Bytes(text: string, from = 0, to = text.length): number {
  let bytes = to - from
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at)
    // Each half of a pair counts as two of its four bytes.
    if (unit >= 0x80) bytes += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2
  }
  return bytes
}

/**
 * Whether a part of a text is longer than `most` bytes in UTF-8; exact counting is skipped when the length
 * is obvious.
 */
export function exceedsBytes(text: string, most: number, from = 0, to = text.length): boolean {
  const units = to - from
  if (units > most) return true
  return units * 3 > most && utf8Bytes(text, from, to) > most
}

/** Removes trailing characters of a set. A regular expression would retry at every occurrence. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
