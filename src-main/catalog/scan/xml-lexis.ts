/**
 * Lexical rules of XML as steps over bytes: each function takes the start offset of a token and returns its
 * end. Every doubtful token is declined. Reading beyond the end yields undefined, which no table and no
 * comparison accepts, so every run stops there.
 */
import { answerLimits as limits } from '../../../src-shared/vocabulary/kit/limits.ts'
import { isNameByte, isNameStart, isPlainAnywhere, isSpace } from './item-scanner-tables.ts'

/** The scanner does not support this document. */
export class Declined extends Error {
  readonly offset: number
  constructor(what: string, offset: number) {
    super(`${what} at byte ${offset}`)
    this.offset = offset
  }
}

export function skipSpaces(bytes: Buffer, from: number): number {
  const { length } = bytes
  let at = from
  while (at < length && isSpace[bytes[at] as number] === 1) at++
  return at
}

/** Skips a name without a colon. */
export function skipName(bytes: Buffer, from: number): number {
  if (isNameStart[bytes[from] as number] !== 1) return skipForeignName(bytes, from)
  const { length } = bytes
  let at = from + 1
  while (at < length && isNameByte[bytes[at] as number] === 1) at++
  return isNameByte[bytes[at] as number] === 2 ? skipForeignName(bytes, from) : at
}

/** Names according to the fifth edition of XML 1.0, without a colon. */
const foreignName =
  /^[A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}][-.0-9A-Z_a-z\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u037D\u037F-\u1FFF\u200C-\u200D\u203F-\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}]*$/u

function skipForeignName(bytes: Buffer, from: number): number {
  if (!isNameStart[bytes[from] as number]) throw new Declined('a name was expected', from)
  const { length } = bytes
  let at = from + 1
  while (at < length && isNameByte[bytes[at] as number] !== 0) at++
  // A name that exceeds the limit is set aside, with any characters.
  if (at - from <= limits.nameBytes && !foreignName.test(bytes.toString('utf8', from, at)))
    throw new Declined('a character that may not stand in a name', from)
  return at
}

/** Skips the colon and the local part of a prefixed name. */
export function skipLocalPart(bytes: Buffer, colon: number): number {
  const end = skipName(bytes, colon + 1)
  if (bytes[end] === 0x3a) throw new Declined('a second colon', end)
  return end
}

/** Skips consecutive bytes for which a table contains 1. */
export function skipRun(bytes: Buffer, from: number, table: Uint8Array): number {
  const { length } = bytes
  let at = from
  while (at < length && table[bytes[at] as number] === 1) at++
  return at
}

/**
 * Skips a byte that the tables do not accept: a line end, a reference, or the first byte of a three-byte
 * character.
 */
export function skipSpecial(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte === 0x0d || byte === 0x0a || byte === 0x09) return at + 1
  if (byte === 0x26) return skipReference(bytes, at)
  // U+FFFE and U+FFFF are not allowed in XML.
  if (byte === 0xef && !(bytes[at + 1] === 0xbf && (bytes[at + 2] as number) >= 0xbe)) return at + 3
  throw new Declined('a character that may not stand here', at)
}

/** Skips the content of a comment, CDATA section or processing instruction, through `terminator`. */
function skipThrough(bytes: Buffer, from: number, terminator: string): number {
  const end = bytes.indexOf(terminator, from, 'latin1')
  if (end < 0) throw new Declined(`no ${terminator}`, from)
  for (let at = from; at < end; )
    at = isPlainAnywhere[bytes[at] as number] === 1 ? at + 1 : skipSpecial(bytes, at)
  return end + terminator.length
}

export const isComment = (bytes: Buffer, at: number): boolean =>
  bytes[at + 1] === 0x21 && bytes[at + 2] === 0x2d && bytes[at + 3] === 0x2d

export function skipComment(bytes: Buffer, from: number): number {
  const end = skipThrough(bytes, from + 4, '--')
  if (bytes[end] !== 0x3e) throw new Declined('-- within a comment', end)
  return end + 1
}

export function skipSection(bytes: Buffer, from: number): number {
  if (bytes.toString('latin1', from, from + 9) !== '<![CDATA[') throw new Declined('a declaration', from)
  return skipThrough(bytes, from + 9, ']]>')
}

export function skipInstruction(bytes: Buffer, from: number): number {
  const end = skipName(bytes, from + 2)
  if (end - from === 5 && /^xml$/i.test(bytes.toString('latin1', from + 2, end)))
    throw new Declined('<?xml', from)
  const isEmpty = bytes[end] === 0x3f && bytes[end + 1] === 0x3e
  if (isSpace[bytes[end] as number] !== 1 && !isEmpty) throw new Declined('no space', end)
  return skipThrough(bytes, end, '?>')
}

/** Skips comments, processing instructions and white space outside the root. */
export function skipMiscellany(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    at = skipSpaces(bytes, at)
    if (bytes[at] !== 0x3c) return at
    if (bytes[at + 1] === 0x3f) at = skipInstruction(bytes, at)
    else if (isComment(bytes, at)) at = skipComment(bytes, at)
    else return at
  }
}

const xmlDeclaration =
  /^<\?xml\s+version\s*=\s*(?:"1\.0"|'1\.0')(?:\s+encoding\s*=\s*(?:"[uU][tT][fF]-8"|'[uU][tT][fF]-8'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/

/** Skips the byte order mark and XML declaration, if any. Only UTF-8 and XML 1.0 are accepted. */
export function skipDeclaration(bytes: Buffer): number {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  if (bytes.toString('latin1', start, start + 5) !== '<?xml') return start
  const found = xmlDeclaration.exec(bytes.toString('latin1', start, start + 200))
  if (!found) throw new Declined('another XML declaration', start)
  return start + found[0].length
}

/** Skips a reference: one of the five named entities, or a character number. */
function skipReference(bytes: Buffer, start: number): number {
  if (bytes[start + 1] === 0x23) return skipCharacterReference(bytes, start)
  const body = bytes.toString('latin1', start + 1, start + 6)
  const name = references.find((reference) => body.startsWith(reference))
  if (name === undefined) throw new Declined('an unknown reference', start)
  return start + 1 + name.length
}
const references = ['amp;', 'lt;', 'gt;', 'quot;', 'apos;']

function skipCharacterReference(bytes: Buffer, start: number): number {
  const isHexadecimal = bytes[start + 2] === 0x78
  const first = start + (isHexadecimal ? 3 : 2)
  let number = 0
  let at = first
  for (; bytes[at] !== 0x3b; at++) {
    const digit = digitValue[bytes[at] as number] ?? -1
    if (digit < 0 || (digit > 9 && !isHexadecimal)) throw new Declined('& without ;', start)
    // Capped above the highest code point of Unicode; further digits do not matter.
    number = Math.min(number * (isHexadecimal ? 16 : 10) + digit, 0x110000)
  }
  if (at === first || !isCharacter(number)) throw new Declined('no such character', start)
  return at + 1
}
const digitValue = Int8Array.from({ length: 256 }, (_value, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(digit) ? -1 : digit
})

const isCharacter = (number: number): boolean =>
  number === 9 ||
  number === 10 ||
  number === 13 ||
  (number >= 0x20 && number <= 0xd7ff) ||
  (number >= 0xe000 && number <= 0xfffd) ||
  (number >= 0x10000 && number <= 0x10ffff)

/** Whether two ranges of one buffer have the same bytes. */
export function sameBytes(bytes: Buffer, one: number, other: number, length: number): boolean {
  for (let index = 0; index < length; index++) if (bytes[one + index] !== bytes[other + index]) return false
  return true
}
