/**
 * A strict scanner over the bytes of an `items` response. It finds every `<item>` element byte for byte and
 * captures the values by which the catalog is searched, without building a tree. It accepts well-formed UTF-8
 * without a document type. It reports that there are prefixes, but does not check that they are declared. It
 * declines every other document, and prepare-page.ts, which supports all of XML, decides whether such a
 * document is unusual or broken. A full parser accepts every document that the scanner accepts
 * (property-tested). An item that exceeds a limit is read to its end and marked.
 *
 * Each byte is read a fixed number of times. Apart from the items, memory grows with the number of open
 * elements, at most `limits.elements`.
 */
import { isUtf8 } from 'node:buffer'
import { answerLimits as limits } from '../../../src-shared/vocabulary/kit/limits.ts'
import { itemElement, mediaOfItem, part } from './item-elements.ts'
import { findName, isPlainText, type ScanElement, scanElement } from './item-scanner-tables.ts'
import { OpenElements } from './open-elements.ts'
import { ScanCollector, type ScannedItem, type ScannedMedium } from './scanned-item.ts'
import { StartTag } from './start-tag.ts'
import {
  Declined,
  isComment,
  sameBytes,
  skipComment,
  skipDeclaration,
  skipInstruction,
  skipLocalPart,
  skipMiscellany,
  skipName,
  skipRun,
  skipSection,
  skipSpaces,
  skipSpecial,
} from './xml-lexis.ts'

export { Declined }

export interface ScannedPage {
  /** The envelope's attributes as written: `start`, `count`, `total`, `xmlns`. */
  envelope: Record<string, string>
  items: ScannedItem[]
  /** Whether the document has prefixes or namespace declarations, which the scanner does not check. */
  isPrefixed: boolean
  /** Offset of the end of the root's start tag. */
  envelopeEnd: number
}

const item = scanElement('item', itemElement)
/** The `items` envelope, whose children are items. */
const envelope = scanElement('items', { children: { item: itemElement } })
const mediaEnvelope = scanElement('items', { children: { item: mediaOfItem } })
/** An element that is not in the description. */
const unknown = scanElement('', {})
/** One element for each part that an unknown child can have. */
const unknownParts: ScanElement[] = Object.values(part).map((value) => scanElement('', { part: value }))

/**
 * A smaller item cannot exceed the limits of texts and children, because each child takes at least four
 * bytes.
 */
const uncounted = Math.min(limits.textBytes, 4 * limits.children)

/** Scans a complete `items` document. @throws Declined */
export function scanPage(bytes: Uint8Array): ScannedPage {
  const { media: _, ...page } = scan(bytes, envelope, false)
  for (const found of page.items) {
    const { start, end } = found
    if (end - start <= uncounted || found.broken) continue
    const [counted] = scan(bytes.subarray(start, end), item, true).items
    if (!counted?.broken) continue
    const { limit, at, path } = counted.broken
    found.broken = { limit, at: start + at, path: `items/${path}` }
  }
  return page
}

/** Scans a single `<item>` element. @throws Declined */
export function scanItem(bytes: Uint8Array): ScannedItem & { isPrefixed: boolean } {
  const { items, isPrefixed } = scan(bytes, item, true)
  const [found] = items
  if (!found) throw new Declined('no item', 0)
  return { ...found, isPrefixed }
}

/** The media of each item of an `items` document. @throws Declined */
export function scanMediaPage(bytes: Uint8Array): ScannedMedium[][] {
  const { items, media } = scan(bytes, mediaEnvelope, false)
  return items.map((_item, index) => media[index] ?? [])
}

interface Scanned extends ScannedPage {
  media: readonly (ScannedMedium[] | undefined)[]
}

/** @param isCounted whether the limits of children and texts are checked */
function scan(input: Uint8Array, root: ScanElement, isCounted: boolean): Scanned {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  if (!isUtf8(bytes)) throw new Declined('not UTF-8', 0)
  const collector = new ScanCollector(bytes)
  const tag = new StartTag(bytes)
  const open = new OpenElements(bytes, collector)
  const isPage = root !== item
  /** Offset of the last position in a text that needs decoding: a reference, line end, element or section. */
  let lastSpecial = -1
  let envelopeEnd = 0
  /** The root's namespace. In an element of another namespace, the name has a different meaning. */
  let ownNamespace = ''

  let at = skipMiscellany(bytes, skipDeclaration(bytes))
  if (bytes[at] !== 0x3c || bytes[at + 1] === 0x21 || bytes[at + 1] === 0x2f)
    throw new Declined('no root', at)
  // At the start of this loop, which every byte passes, `at` is at a `<`.
  do {
    const next = bytes[at + 1]
    if (next === 0x2f) {
      const depth = open.depth - 1
      const length = open.nameLengths[depth] as number
      const end = skipSpaces(bytes, at + 2 + length)
      if (bytes[end] !== 0x3e || !sameBytes(bytes, at + 2, open.nameStarts[depth] as number, length)) {
        throw new Declined('the wrong end tag', at)
      }
      if (isCounted) open.checkClosing(at)
      open.depth = depth
      const element = open.elements[depth] as ScanElement
      if (element.isWatched) collector.close(element, at, end + 1, lastSpecial)
      lastSpecial = at
      at = end + 1
    } else if (next === 0x3f) {
      lastSpecial = at
      at = skipInstruction(bytes, at)
      open.countPart(lastSpecial, at)
    } else if (next === 0x21) {
      lastSpecial = at
      if (isComment(bytes, at)) {
        at = skipComment(bytes, at)
        open.countPart(lastSpecial, at)
      } else {
        at = skipSection(bytes, at)
        if (isCounted) open.countText(at - lastSpecial)
      }
    } else {
      let nameEnd = skipName(bytes, at + 1)
      if (bytes[nameEnd] === 0x3a) {
        tag.isPrefixed = true
        nameEnd = skipLocalPart(bytes, nameEnd)
      }
      const isRoot = open.depth === 0
      const parent = open.elements[open.depth - 1] as ScanElement
      const named = isRoot
        ? rootElement(bytes, root, at + 1, nameEnd)
        : childElement(bytes, parent, at + 1, nameEnd)
      const end = tag.read(nameEnd, named, isRoot && isPage)
      if (isRoot) {
        envelopeEnd = end
        ownNamespace = (isPage ? tag.envelopeAttributes['xmlns'] : tag.namespace) ?? ''
      }
      // prepare-page.ts checks whether an item is in the document's namespace.
      const isOther =
        tag.namespace !== undefined &&
        tag.namespace !== '' &&
        tag.namespace !== ownNamespace &&
        !(isPage && parent === root)
      const element = isOther && !isRoot ? otherChild(parent) : named
      lastSpecial = at
      if (element.isWatched) collector.open(element, at, end, tag.values)
      open.countElement(at, nameEnd, tag.broken)
      if (!tag.isEmpty) open.push(element, at + 1, nameEnd)
      else if (element.isWatched) collector.close(element, end, end, lastSpecial)
      at = end
    }
    if (open.depth === 0) break
    const textStart = at
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
    if (isCounted) open.countText(at - textStart)
  } while (open.depth > 0)
  if (skipMiscellany(bytes, at) !== bytes.length) throw new Declined('something after the root', at)
  const { envelopeAttributes, isPrefixed } = tag
  const { items, media } = collector
  return { envelope: envelopeAttributes, items, media, isPrefixed, envelopeEnd }
}

function rootElement(bytes: Buffer, root: ScanElement, start: number, end: number): ScanElement {
  if (bytes.toString('latin1', start, end) !== root.name) throw new Declined('another root', start)
  return root
}

function childElement(bytes: Buffer, parent: ScanElement, start: number, end: number): ScanElement {
  const found = parent.children === undefined ? undefined : findName(parent.children, bytes, start, end)
  if (found !== undefined) return found
  return otherChild(parent)
}

/** The element for a child that the parent's description does not list. */
const otherChild = ({ otherChildren }: ScanElement): ScanElement =>
  otherChildren < 0 ? unknown : (unknownParts[otherChildren] as ScanElement)
