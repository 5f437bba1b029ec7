/**
 * The small pieces of XML, each as a step over bytes: given where a piece starts, where it ends. Strict: what is not
 * certainly right is declined. Bytes beyond the end read as undefined, which no table and no comparison accepts, so
 * every run stops there.
 */
import { isNameByte, isNameStart, isPlainAnywhere, isSpace } from './item-scanner-tables.ts'

/** The scanner met something it does not judge. */
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

/** @param prefixed names may hold colons: known to be bound */
export function skipName(bytes: Buffer, from: number, prefixed: boolean): number {
  if (isNameStart[bytes[from] as number] !== 1) throw new Declined('a name was expected', from)
  const { length } = bytes
  let at = from + 1
  while (at < length && isNameByte[bytes[at] as number] === 1) at++
  return prefixed && bytes[at] === 0x3a ? skipPrefixed(bytes, at) : at
}

function skipPrefixed(bytes: Buffer, from: number): number {
  let at = from
  while (isNameByte[bytes[at] as number] === 1 || bytes[at] === 0x3a) at++
  return at
}

/** Bytes for which a table holds 1, one after the other. */
export function skipRun(bytes: Buffer, from: number, table: Uint8Array): number {
  const { length } = bytes
  let at = from
  while (at < length && table[bytes[at] as number] === 1) at++
  return at
}

/** Past a byte that a table held back: a line end, a reference, or the first byte of a three-byte character. */
export function skipSpecial(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte === 0x0d || byte === 0x0a || byte === 0x09) return at + 1
  if (byte === 0x26) return skipReference(bytes, at)
  // U+FFFE and U+FFFF are no characters of XML.
  if (byte === 0xef && !(bytes[at + 1] === 0xbf && (bytes[at + 2] as number) >= 0xbe)) return at + 3
  throw new Declined('a character that may not stand here', at)
}

/** Past a comment, a CDATA section or an instruction: anything up to `terminator`. */
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
  const end = skipName(bytes, from + 2, false)
  if (/^xml$/i.test(bytes.toString('latin1', from + 2, end))) throw new Declined('<?xml', from)
  const isEmpty = bytes[end] === 0x3f && bytes[end + 1] === 0x3e
  if (isSpace[bytes[end] as number] !== 1 && !isEmpty) throw new Declined('no space', end)
  return skipThrough(bytes, end, '?>')
}

/** Comments, instructions and white space outside the root. */
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

/** Past the byte order mark and the XML declaration, if any. Only UTF-8 and XML 1.0 are taken. */
export function skipDeclaration(bytes: Buffer): number {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  if (bytes.toString('latin1', start, start + 5) !== '<?xml') return start
  const found = xmlDeclaration.exec(bytes.toString('latin1', start, start + 200))
  if (!found) throw new Declined('another XML declaration', start)
  return start + found[0].length
}

/** Past a reference: one of the five names, or the number of a character. */
function skipReference(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(0x3b, start)
  if (end < 0 || end - start > 12) throw new Declined('& without ;', start)
  const body = bytes.toString('latin1', start + 1, end)
  if (body === 'amp' || body === 'lt' || body === 'gt' || body === 'quot' || body === 'apos') return end + 1
  if (!isCharacter(characterNumber(body))) throw new Declined('an unknown reference', start)
  return end + 1
}

function characterNumber(body: string): number {
  if (/^#x[0-9a-fA-F]+$/.test(body)) return Number.parseInt(body.slice(2), 16)
  return /^#[0-9]+$/.test(body) ? Number(body.slice(1)) : -1
}

const isCharacter = (number: number): boolean =>
  number === 9 ||
  number === 10 ||
  number === 13 ||
  (number >= 0x20 && number <= 0xd7ff) ||
  (number >= 0xe000 && number <= 0xfffd) ||
  (number >= 0x10000 && number <= 0x10ffff)

/** Whether two runs of one buffer, of the same length, are the same bytes. */
export function sameBytes(bytes: Buffer, one: number, other: number, length: number): boolean {
  for (let index = 0; index < length; index++) if (bytes[one + index] !== bytes[other + index]) return false
  return true
}
