/**
 * Decodes the bytes of a document by the rules of XML. The rules of the web are different: they read
 * `us-ascii` and `iso-8859-1` as windows-1252, and replace invalid bytes.
 */

import { say } from '../../../texts/say.ts'
import { type DocumentLimits, limitsOf, limitWords } from '../limits.ts'
import type { Role } from '../role.ts'
import { exceedsBytes } from './characters.ts'
import { Refusal } from './refusal.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'us-ascii' | 'iso-8859-1'

/** Accepted encoding names in declarations, in lower case. All others are refused. */
const declarable: ReadonlyMap<string, Encoding> = new Map<string, Encoding>([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'us-ascii'],
  ['ascii', 'us-ascii'],
  ['iso-8859-1', 'iso-8859-1'],
  ['iso_8859-1', 'iso-8859-1'],
  ['latin1', 'iso-8859-1'],
])
const taken: Readonly<Record<Role, string>> = {
  request: say`UTF-8, and UTF-16 with a byte order mark`,
  response: say`UTF-8, UTF-16 with a byte order mark, US-ASCII and ISO-8859-1`,
}

const refuse = (message: string, position?: { line: number; column: number }): Refusal =>
  new Refusal('encoding', message, 0, [], position)

/**
 * Decodes a document: a request from UTF-8, or UTF-16 with a byte order mark; a response also from
 * ISO-8859-1. A byte order mark overrides the declaration, as in libxml2. A string is only checked for
 * size. The mark is removed.
 * @throws Refusal `too-large`, or `encoding` with the line and column of the first invalid byte
 */
export function decode(
  source: string | Uint8Array,
  role: Role = 'request',
  most: DocumentLimits = limitsOf(role),
): string {
  const isTooLarge =
    typeof source === 'string' ? exceedsBytes(source, most.documentBytes) : source.length > most.documentBytes
  if (isTooLarge) {
    const { code, message } = limitWords('documentBytes', most)
    throw new Refusal(code, message)
  }
  if (typeof source === 'string') return source.startsWith('\uFEFF') ? source.slice(1) : source
  const encoding = encodingOf(source, role)
  if (encoding === 'iso-8859-1') return fromLatin1(source)
  if (encoding === 'us-ascii') requireAscii(source)
  try {
    return new TextDecoder(encoding === 'us-ascii' ? 'utf-8' : encoding, { fatal: true }).decode(source)
  } catch {
    throw faultOf(source, encoding === 'us-ascii' ? 'utf-8' : encoding, role)
  }
}

function encodingOf(bytes: Uint8Array, role: Role): Encoding {
  const [first, second, third, fourth] = bytes
  const isWide =
    (first === 0 && second === 0) ||
    (second === 0 && third === 0 && fourth === 0) ||
    (first === 0xff && second === 0xfe && third === 0 && fourth === 0)
  if (isWide)
    throw refuse(say`The document seems to be in UTF-32. Only ${taken[role]} are read. Save it as UTF-8.`)
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0 || (second === 0 && first !== undefined)) {
    throw refuse(
      say`The document seems to be in UTF-16 without a byte order mark. Save it with one, or as UTF-8.`,
    )
  }
  const isDeclared = first === 0x3c && second === 0x3f
  const declared = isDeclared
    ? readDeclaration(fromLatin1(bytes.subarray(0, maxDeclarationLength))).encoding
    : undefined
  if (declared === undefined) return 'utf-8'
  const known = declarable.get(declared.toLowerCase())
  if (known === undefined || (role === 'request' && known === 'iso-8859-1')) {
    throw refuse(
      say`The document declares the encoding ${declared.slice(0, 60)}; only ${taken[role]} are read. Save it as UTF-8.`,
    )
  }
  return known
}

/** Each byte is the code point, including control characters U+0080 to U+009F. */
function fromLatin1(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  }
  return parts.join('')
}

function requireAscii(bytes: Uint8Array): void {
  const at = bytes.findIndex((byte) => byte > 0x7f)
  if (at < 0) return
  throw refuse(
    say`The document declares US-ASCII, but here is a byte beyond 127. Declare the encoding it is in, best UTF-8.`,
    endOf(fromLatin1(bytes.subarray(0, at))),
  )
}

function faultOf(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be', role: Role): Refusal {
  const valid = encoding === 'utf-8' ? validUtf8(bytes) : validUtf16(bytes, encoding === 'utf-16le')
  return refuse(
    say`The document is not valid ${encoding.toUpperCase()} here. Only ${taken[role]} are read. Save it as UTF-8.`,
    endOf(new TextDecoder(encoding).decode(bytes.subarray(0, valid))),
  )
}

/** Number of valid UTF-8 bytes at the start: no overlong form, no surrogate, nothing beyond U+10FFFF. */
function validUtf8(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length) {
    const first = bytes[at] ?? 0
    const further =
      first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1
    if (further < 0 || at + further >= bytes.length) return at
    const second = bytes[at + 1] ?? 0
    if (first === 0xe0 && second < 0xa0) return at
    if (first === 0xed && second > 0x9f) return at
    if (first === 0xf0 && second < 0x90) return at
    if (first === 0xf4 && second > 0x8f) return at
    for (let index = 1; index <= further; index += 1) {
      if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return at
    }
    at += further + 1
  }
  return at
}

/** Number of valid UTF-16 bytes at the start: complete units, and surrogates only in pairs. */
function validUtf16(bytes: Uint8Array, littleEndian: boolean): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - (bytes.length % 2)
  let at = 0
  while (at < end) {
    const kind = view.getUint16(at, littleEndian) & 0xfc00
    if (kind === 0xdc00) return at
    if (kind === 0xd800) {
      if (at + 2 >= end || (view.getUint16(at + 2, littleEndian) & 0xfc00) !== 0xdc00) return at
      at += 2
    }
    at += 2
  }
  return at
}

/** Line and column after a text. */
function endOf(text: string): { line: number; column: number } {
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
    line += 1
    start = at + 1
  }
  return { line, column: text.length - start + 1 }
}

// Parses the XML declaration at the start of a document, unit by unit

interface Declaration {
  /** As written; undefined when it is not declared. */
  encoding: string | undefined
  /** Offset after its `?>`; 0 when there is no declaration. */
  end: number
  /** The fault with its offset; undefined if there is none. */
  fault: { message: string; offset: number } | undefined
}

/** Maximum length; a declaration that does not end within it is refused. */
const maxDeclarationLength = 1000

const isBlank = (unit: string | undefined): boolean =>
  unit === ' ' || unit === '\t' || unit === '\r' || unit === '\n'

/** Whether the text starts with a declaration, not with another instruction such as `<?xml-stylesheet`. */
const startsWithDeclaration = (text: string): boolean =>
  text.startsWith('<?xml') && (isBlank(text[5]) || text[5] === '?')

type Key = 'version' | 'encoding' | 'standalone'
const keys: readonly Key[] = ['version', 'encoding', 'standalone']
const allowed: Readonly<Record<Key, { pattern: RegExp; words: string }>> = {
  version: { pattern: /^1\.[0-9]+$/, words: 'the version must be 1.0' },
  encoding: { pattern: /^[A-Za-z][A-Za-z0-9._-]*$/, words: 'the encoding is not a name' },
  standalone: { pattern: /^(?:yes|no)$/, words: 'standalone must be yes or no' },
}

/** Parses the declaration at the start of a text without a byte order mark. */
export function readDeclaration(text: string): Declaration {
  const found: Declaration = { encoding: undefined, end: 0, fault: undefined }
  if (!startsWithDeclaration(text)) return found
  const fault = (message: string, offset: number): Declaration => ({ ...found, fault: { message, offset } })
  const end = text.slice(0, maxDeclarationLength).indexOf('?>')
  if (end < 0) return fault('the XML declaration has no end', 0)
  let at = 5
  /** Index into `keys` of the first key that is allowed next. */
  let next = 0
  for (;;) {
    const before = at
    while (isBlank(text[at])) at += 1
    if (at === end) break
    if (at === before) return fault('a space is missing in the XML declaration', at)
    const key = keys.find((one, index) => index >= next && text.startsWith(one, at))
    if (key === undefined || (next === 0 && key !== 'version'))
      return fault(
        next === 0
          ? 'the XML declaration must begin with the version'
          : 'the XML declaration contains something else',
        at,
      )
    next = keys.indexOf(key) + 1
    at += key.length
    while (isBlank(text[at])) at += 1
    if (text[at] !== '=') return fault(`= is missing behind ${key}`, at)
    at += 1
    while (isBlank(text[at])) at += 1
    const quote = text[at]
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, at + 1) : -1
    if (quote === undefined || close < 0 || close > end) return fault(`the ${key} is not in quotes`, at)
    const value = text.slice(at + 1, close)
    if (!allowed[key].pattern.test(value)) return fault(allowed[key].words, at)
    if (key === 'encoding') found.encoding = value
    at = close + 1
  }
  if (next === 0) return fault('the XML declaration must begin with the version', at)
  found.end = end + 2
  return found
}
