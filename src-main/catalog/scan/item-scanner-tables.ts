import { type Capture, capture, type ElementDescription, type RecordPart } from './item-elements.ts'

/**
 * A class of bytes as a table: 1 for a member, 0 otherwise, 2 for a byte that must be checked as part of a
 * character.
 */
const table = (accepts: (byte: number) => boolean | 2): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_value, byte) => Number(accepts(byte)))
const isLetter = (byte: number) =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39

export const isSpace = table((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
/**
 * Bytes that start a name, without the colon. 2: a byte of a non-ASCII letter, which must be checked as a
 * character.
 */
export const isNameStart = table((byte) => (byte >= 0x80 ? 2 : isLetter(byte)))
export const isNameByte = table((byte) =>
  byte >= 0x80 ? 2 : isLetter(byte) || isDigit(byte) || byte === 0x2d || byte === 0x2e,
)
/** Plain bytes: no control characters, and not 0xEF, the first byte of U+FFFE and U+FFFF. */
const isPlain = (byte: number) => byte >= 0x20 && byte !== 0xef
/**
 * Plain bytes of text: not `<`, `&`, `>` (part of `]]>`) or a carriage return, which is normalized to a line
 * end.
 */
export const isPlainText = table(
  (byte) =>
    (isPlain(byte) && byte !== 0x3c && byte !== 0x26 && byte !== 0x3e) || byte === 0x0a || byte === 0x09,
)
export const isPlainDoubleQuoted = table(
  (byte) => isPlain(byte) && byte !== 0x3c && byte !== 0x26 && byte !== 0x22,
)
export const isPlainSingleQuoted = table(
  (byte) => isPlain(byte) && byte !== 0x3c && byte !== 0x26 && byte !== 0x27,
)
export const isPlainAnywhere = table(isPlain)

interface NamedBytes {
  bytes: Uint8Array
}
export interface ScanElement extends NamedBytes {
  name: string
  /** Whether the collector handles the element: it is captured or in the outline. */
  isWatched: boolean
  capture: Capture
  /** -1 if the element is not in the outline. */
  part: RecordPart | -1
  attributes: NameTable<NamedBytes & { index: number }> | undefined
  attributeCount: number
  children: NameTable<ScanElement> | undefined
  otherChildren: RecordPart | -1
}

/** Looks up a name by length and first byte, which are unique within each table, then compares all bytes. */
type NameTable<Entry extends NamedBytes> = (Entry | undefined)[]

const slot = (length: number, first: number) => ((length & 63) << 7) | first

function nameTable<Entry extends NamedBytes>(entries: Entry[]): NameTable<Entry> {
  const slots: NameTable<Entry> = new Array(64 << 7)
  for (const entry of entries) {
    const at = slot(entry.bytes.length, entry.bytes[0] ?? 0)
    if (slots[at]) throw new Error('two names of a table share length and first letter')
    slots[at] = entry
  }
  return slots
}

export function findName<Entry extends NamedBytes>(
  names: NameTable<Entry>,
  bytes: Uint8Array,
  start: number,
  end: number,
): Entry | undefined {
  const length = end - start
  const entry = names[slot(length, bytes[start] as number)]
  if (entry === undefined || entry.bytes.length !== length) return undefined
  for (let index = 1; index < length; index++)
    if (entry.bytes[index] !== bytes[start + index]) return undefined
  return entry
}

const encoder = new TextEncoder()

/** Builds the scanner's tables from the description of an element. */
export function scanElement(name: string, description: ElementDescription): ScanElement {
  const children = Object.entries(description.children ?? {}).map(([childName, child]) =>
    scanElement(childName, child),
  )
  const attributes = (description.attributes ?? []).map((attribute, index) => ({
    bytes: encoder.encode(attribute),
    index,
  }))
  return {
    name,
    bytes: encoder.encode(name),
    isWatched: description.capture !== undefined || description.part !== undefined,
    capture: description.capture ?? capture.none,
    part: description.part ?? -1,
    attributes: attributes.length > 0 ? nameTable(attributes) : undefined,
    attributeCount: attributes.length,
    children: children.length > 0 ? nameTable(children) : undefined,
    otherChildren: description.otherChildren ?? -1,
  }
}
