/**
 * A strict scanner over the bytes of an `items` answer: finds every `<item>` element byte for byte and captures what
 * the catalog is searched by, without building a tree. It takes only what it fully understands: well-formed UTF-8
 * with ASCII names, no prefixes and no document type. Anything else it declines, and item-rewriter.ts, which reads all
 * of XML, decides whether the document is unusual or broken. What it takes, a full parser takes (property-tested).
 */
import { isUtf8 } from 'node:buffer'
import { limits } from '../../src-shared/vocabulary/kit/decode.ts'
import { itemElement, part } from './item-elements.ts'
import { findName, isPlainText, type ScanElement, scanElement } from './item-scanner-tables.ts'
import { ScanCollector, type ScannedItem } from './scanned-item.ts'
import { StartTag } from './start-tag.ts'
import {
  Declined,
  isComment,
  sameBytes,
  skipComment,
  skipDeclaration,
  skipInstruction,
  skipMiscellany,
  skipName,
  skipRun,
  skipSection,
  skipSpaces,
  skipSpecial,
} from './xml-lexis.ts'

export { Declined }

export interface ScannedPage {
  /** The envelope's attributes as given: `start`, `count`, `total`, `xmlns`. */
  envelope: Record<string, string>
  items: ScannedItem[]
}

const deepest = limits.depth

const item = scanElement('item', itemElement)
/** The `items` envelope: its children are items, and it is not itself part of any. */
const envelope = scanElement('items', { children: { item: itemElement } })
/** An element the description does not name. */
const unknown = scanElement('', {})
/** One for each part an unknown child can be. */
const unknownParts: ScanElement[] = Object.values(part).map((value) => scanElement('', { part: value }))

/** Scans a whole `items` document. @throws Declined */
export const scanPage = (bytes: Uint8Array): ScannedPage => scan(bytes, envelope, false)

/** Scans an `items` document that item-rewriter.ts wrote. */
export const scanRewrittenPage = (bytes: Uint8Array): ScannedPage => scan(bytes, envelope, true)

/**
 * Scans one `<item>` element that stands alone.
 * @param rewritten the bytes were written by item-rewriter.ts, so prefixed names are known to be bound
 * @throws Declined
 */
export function scanItem(bytes: Uint8Array, rewritten = false): ScannedItem {
  const [found] = scan(bytes, item, rewritten).items
  if (!found) throw new Declined('no item', 0)
  return found
}

function scan(input: Uint8Array, root: ScanElement, rewritten: boolean): ScannedPage {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  if (!isUtf8(bytes)) throw new Declined('not UTF-8', 0)
  const collector = new ScanCollector(bytes)
  const tag = new StartTag(bytes, rewritten)
  const elements: ScanElement[] = []
  const nameStarts = new Int32Array(deepest)
  const nameLengths = new Int32Array(deepest)
  let depth = 0
  /** Where text last held something that must be decoded: a reference, a line end, an element, a section. */
  let lastSpecial = -1

  let at = skipMiscellany(bytes, skipDeclaration(bytes))
  if (bytes[at] !== 0x3c) throw new Declined('no root', at)
  // Every byte passes through this loop: at its head `at` is at a `<`.
  do {
    const next = bytes[at + 1]
    if (next === 0x2f) {
      depth--
      const length = nameLengths[depth] as number
      const end = skipSpaces(bytes, at + 2 + length)
      if (bytes[end] !== 0x3e || !sameBytes(bytes, at + 2, nameStarts[depth] as number, length)) {
        throw new Declined('the wrong end tag', at)
      }
      const element = elements[depth] as ScanElement
      if (element.isWatched) collector.close(element, at, end + 1, lastSpecial)
      lastSpecial = at
      at = end + 1
    } else if (next === 0x3f) {
      lastSpecial = at
      at = skipInstruction(bytes, at)
    } else if (next === 0x21) {
      lastSpecial = at
      at = isComment(bytes, at) ? skipComment(bytes, at) : skipSection(bytes, at)
    } else {
      const nameEnd = skipName(bytes, at + 1, rewritten)
      const parent = elements[depth - 1]
      const element =
        depth === 0 || parent === undefined
          ? rootElement(bytes, root, at + 1, nameEnd)
          : childElement(bytes, parent, at + 1, nameEnd)
      const end = tag.read(nameEnd, element, depth === 0 && root === envelope)
      lastSpecial = at
      if (element.isWatched) collector.open(element, at, end, tag.values)
      if (tag.isEmpty) {
        if (element.isWatched) collector.close(element, end, end, lastSpecial)
      } else {
        if (depth === deepest) throw new Declined('nested too deeply', at)
        elements[depth] = element
        nameStarts[depth] = at + 1
        nameLengths[depth++] = nameEnd - at - 1
      }
      at = end
    }
    if (depth === 0) break
    for (;;) {
      at = skipRun(bytes, at, isPlainText)
      const byte = bytes[at] as number
      if (byte === 0x3c) break
      else if (byte === 0x3e && !(bytes[at - 1] === 0x5d && bytes[at - 2] === 0x5d)) at++
      else {
        lastSpecial = at
        at = skipSpecial(bytes, at)
      }
    }
  } while (depth > 0)
  if (skipMiscellany(bytes, at) !== bytes.length) throw new Declined('something after the root', at)
  return { envelope: tag.envelopeAttributes, items: collector.items }
}

function rootElement(bytes: Buffer, root: ScanElement, start: number, end: number): ScanElement {
  if (bytes.toString('latin1', start, end) !== root.name) throw new Declined('another root', start)
  return root
}

function childElement(bytes: Buffer, parent: ScanElement, start: number, end: number): ScanElement {
  const found = parent.children === undefined ? undefined : findName(parent.children, bytes, start, end)
  if (found !== undefined) return found
  return parent.otherChildren < 0 ? unknown : (unknownParts[parent.otherChildren] as ScanElement)
}
