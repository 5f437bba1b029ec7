/**
 * A strict scanner over the bytes of an `items` answer: finds every `<item>` element byte for byte and captures what
 * the catalog is searched by, without building a tree. It takes only what it fully understands: well-formed UTF-8
 * with ASCII names, no prefixes and no document type. Anything else it declines, and item-rewriter.ts, which reads all
 * of XML, decides whether the document is unusual or broken. What it takes, a full parser takes (property-tested).
 */
import { isUtf8 } from 'node:buffer'
import { capture, itemElement, part } from './item-elements.ts'
import {
  findName,
  isNameByte,
  isNameStart,
  isPlainAnywhere,
  isPlainDoubleQuoted,
  isPlainSingleQuoted,
  isPlainText,
  isSpace,
  type NamedBytes,
  type ScanElement,
  scanElement,
} from './item-scanner-tables.ts'
import { ScanCollector, type ScannedItem } from './scanned-item.ts'
import { attributeText } from './xml-text.ts'

/** The scanner met something it does not judge. */
export class Declined extends Error {
  readonly offset: number
  constructor(what: string, offset: number) {
    super(`${what} at byte ${offset}`)
    this.offset = offset
  }
}

export interface ScannedPage {
  /** The envelope's attributes as given: `start`, `count`, `total`, `xmlns`. */
  envelope: Record<string, string>
  items: ScannedItem[]
}

const deepest = 64
const largestAttribute = 65_536

const item = scanElement('item', itemElement)
/** The `items` envelope: its children are items, and it is not itself part of any. */
const envelope: ScanElement = {
  ...scanElement('items', { children: { item: itemElement } }),
}
/** An element the description does not name. */
const unknown = scanElement('', {})
/** One for each part an unknown child can be. */
const unknownParts: ScanElement[] = Object.values(part).map((value) => scanElement('', { part: value }))

/** Scans a whole `items` document. @throws Declined */
export const scanPage = (bytes: Uint8Array): ScannedPage => scan(bytes, envelope, false)

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

/** Scans an `items` document that item-rewriter.ts wrote. */
export const scanRewrittenPage = (bytes: Uint8Array): ScannedPage => scan(bytes, envelope, true)

// One function, with its state in local variables, because that is what runs fast: every byte passes through here.
// Bytes beyond the end read as undefined, which no table and no comparison accepts, so each run stops there.
function scan(input: Uint8Array, root: ScanElement, rewritten: boolean): ScannedPage {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  if (!isUtf8(bytes)) throw new Declined('not UTF-8', 0)
  const length = bytes.length
  const collector = new ScanCollector(bytes)
  const envelopeAttributes: Record<string, string> = {}

  const elements: ScanElement[] = []
  const nameStarts = new Int32Array(deepest)
  const nameEnds = new Int32Array(deepest)
  const attributeNames: number[] = []
  let depth = 0
  let position = 0

  /** End of the name that starts at `from`. */
  const name = (from: number): number => {
    if (isNameStart[bytes[from] as number] !== 1) throw new Declined('a name was expected', from)
    let end = from + 1
    for (;;) {
      if (isNameByte[bytes[end] as number] === 1) end++
      else if (bytes[end] === 0x3a && rewritten) end++
      else return end
    }
  }
  const spaces = (from: number): number => {
    let end = from
    while (isSpace[bytes[end] as number] === 1) end++
    return end
  }
  /** Past a byte that a table held back: a reference, or the first byte of a three-byte character. */
  const special = (at: number): number => {
    const byte = bytes[at]
    if (byte === 0x26) return reference(bytes, at)
    // U+FFFE and U+FFFF are no characters of XML.
    if (byte === 0xef && !(bytes[at + 1] === 0xbf && (bytes[at + 2] as number) >= 0xbe)) return at + 3
    throw new Declined('a character that may not stand here', at)
  }
  /** Past a comment, a CDATA section or a processing instruction: anything up to `terminator`. */
  const through = (from: number, terminator: string): number => {
    const end = bytes.indexOf(terminator, from, 'latin1')
    if (end < 0) throw new Declined(`no ${terminator}`, from)
    for (let at = from; at < end; ) at = isPlainAnywhere[bytes[at] as number] === 1 ? at + 1 : special(at)
    return end + terminator.length
  }
  const comment = (from: number): number => {
    const end = through(from + 4, '--')
    if (bytes[end] !== 0x3e) throw new Declined('-- within a comment', end)
    return end + 1
  }
  const instruction = (from: number): number => {
    const end = name(from + 2)
    if (end - from === 5 && /^xml$/i.test(bytes.toString('latin1', from + 2, end)))
      throw new Declined('<?xml', from)
    const empty = bytes[end] === 0x3f && bytes[end + 1] === 0x3e
    if (isSpace[bytes[end] as number] !== 1 && !empty) throw new Declined('no space', end)
    return through(end, '?>')
  }
  /** Comments, instructions and white space outside the root. */
  const miscellany = (from: number): number => {
    for (let at = from; ; ) {
      at = spaces(at)
      if (bytes[at] !== 0x3c) return at
      if (bytes[at + 1] === 0x3f) at = instruction(at)
      else if (bytes[at + 1] === 0x21 && bytes[at + 2] === 0x2d && bytes[at + 3] === 0x2d) at = comment(at)
      else return at
    }
  }

  /** Reads a start tag at `<`; leaves `position` behind it. */
  const startTag = (): void => {
    const start = position
    const nameEnd = name(start + 1)
    const parent = depth === 0 ? undefined : (elements[depth - 1] as ScanElement)
    const element = parent === undefined ? rootElement(start + 1, nameEnd) : child(parent, start + 1, nameEnd)
    let values: string[] | undefined
    if (element.attributeCount > 0) values = new Array<string>(element.attributeCount).fill('')
    attributeNames.length = 0
    let at = nameEnd
    for (;;) {
      const next = spaces(at)
      const byte = bytes[next]
      if (byte === 0x3e || byte === 0x2f) {
        at = next
        break
      }
      if (next === at) throw new Declined('no space before an attribute', at)
      at = attribute(next, element, values)
    }
    const empty = bytes[at] === 0x2f
    if (empty && bytes[++at] !== 0x3e) throw new Declined('/ without >', at)
    position = at + 1
    if (element.part >= 0 || element.capture !== capture.none)
      collector.open(element, start, position, values)
    if (empty) {
      if (element.part >= 0 || element.capture !== capture.none) collector.close(element, position, position)
      return
    }
    if (depth === deepest) throw new Declined('nested too deeply', start)
    elements[depth] = element
    nameStarts[depth] = start + 1
    nameEnds[depth++] = nameEnd
  }
  const rootElement = (start: number, end: number): ScanElement => {
    if (end - start !== root.bytes.length || bytes.compare(root.bytes, 0, end - start, start, end) !== 0) {
      throw new Declined('another root', start)
    }
    return root
  }
  const child = (parent: ScanElement, start: number, end: number): ScanElement => {
    const found = parent.children === undefined ? undefined : findName(parent.children, bytes, start, end)
    if (found !== undefined) return found
    return parent.otherChildren < 0 ? unknown : (unknownParts[parent.otherChildren] as ScanElement)
  }

  /** Reads one attribute; its end. */
  const attribute = (start: number, element: ScanElement, values: string[] | undefined): number => {
    const ofEnvelope = depth === 0 && root === envelope
    let end = name(start)
    if (bytes[end] === 0x3a && ofEnvelope) end = name(end + 1)
    for (let other = 0; other < attributeNames.length; other += 2) {
      const otherStart = attributeNames[other] as number
      const otherEnd = attributeNames[other + 1] as number
      if (
        otherEnd - otherStart === end - start &&
        bytes.compare(bytes, otherStart, otherEnd, start, end) === 0
      ) {
        throw new Declined('an attribute twice', start)
      }
    }
    attributeNames.push(start, end)
    let at = spaces(end)
    if (bytes[at] !== 0x3d) throw new Declined('no =', at)
    at = spaces(at + 1)
    const quote = bytes[at]
    if (quote !== 0x22 && quote !== 0x27) throw new Declined('no quote', at)
    const plain = quote === 0x22 ? isPlainDoubleQuoted : isPlainSingleQuoted
    const valueStart = ++at
    for (;;) {
      if (plain[bytes[at] as number] === 1) at++
      else if (bytes[at] === quote) break
      else at = special(at)
    }
    if (at - valueStart > largestAttribute) throw new Declined('an attribute too long', start)
    if (ofEnvelope) {
      envelopeAttributes[bytes.toString('latin1', start, end)] = attributeText(bytes, valueStart, at)
    } else if (isNamespaceDeclaration(bytes, start, end) && !rewritten) {
      throw new Declined('a namespace declaration', start)
    } else if (element.attributes !== undefined && values !== undefined) {
      const found: (NamedBytes & { index: number }) | undefined = findName(
        element.attributes,
        bytes,
        start,
        end,
      )
      if (found !== undefined) values[found.index] = attributeText(bytes, valueStart, at)
    }
    return at + 1
  }

  /** Reads an end tag at `</`. */
  const endTag = (): void => {
    const start = position
    const nameStart = nameStarts[--depth] as number
    const nameLength = (nameEnds[depth] as number) - nameStart
    for (let index = 0; index < nameLength; index++) {
      if (bytes[start + 2 + index] !== bytes[nameStart + index])
        throw new Declined('the wrong end tag', start)
    }
    const end = spaces(start + 2 + nameLength)
    if (bytes[end] !== 0x3e) throw new Declined('the wrong end tag', start)
    position = end + 1
    const element = elements[depth] as ScanElement
    if (element.part >= 0 || element.capture !== capture.none) collector.close(element, start, position)
  }

  position = miscellany(declaration(bytes))
  if (bytes[position] !== 0x3c) throw new Declined('no root', position)
  startTag()
  checkEnvelope(envelopeAttributes)
  while (depth > 0) {
    for (;;) {
      if (isPlainText[bytes[position] as number] === 1) position++
      else if (bytes[position] === 0x3c) break
      else if (bytes[position] === 0x3e && !(bytes[position - 1] === 0x5d && bytes[position - 2] === 0x5d))
        position++
      else position = special(position)
    }
    const next = bytes[position + 1]
    if (next === 0x2f) endTag()
    else if (next === 0x3f) position = instruction(position)
    else if (next !== 0x21) startTag()
    else if (bytes[position + 2] === 0x2d && bytes[position + 3] === 0x2d) position = comment(position)
    else if (bytes.toString('latin1', position, position + 9) === '<![CDATA[')
      position = through(position + 9, ']]>')
    else throw new Declined('a declaration', position)
  }
  if (miscellany(position) !== length) throw new Declined('something after the root', position)
  return { envelope: envelopeAttributes, items: collector.items }
}

/** Past the byte order mark and the XML declaration, if any. Only plain UTF-8 and XML 1.0 are taken. */
function declaration(bytes: Buffer): number {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  if (bytes.toString('latin1', start, start + 5) !== '<?xml') return start
  const found =
    /^<\?xml\s+version\s*=\s*(?:"1\.0"|'1\.0')(?:\s+encoding\s*=\s*(?:"[uU][tT][fF]-8"|'[uU][tT][fF]-8'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/.exec(
      bytes.toString('latin1', start, start + 200),
    )
  if (!found) throw new Declined('another XML declaration', start)
  return start + found[0].length
}

const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance'
/** The one prefix an envelope may use is that of `xsi:schemaLocation`. */
function checkEnvelope(attributes: Record<string, string>): void {
  const prefixed = Object.keys(attributes).filter((name) => name.includes(':'))
  const usual = prefixed.every((name) => name === 'xmlns:xsi' || name === 'xsi:schemaLocation')
  if (prefixed.length > 0 && !(usual && attributes['xmlns:xsi'] === schemaInstance)) {
    throw new Declined('prefixed attributes', 0)
  }
  if (attributes['xmlns']?.startsWith('http://www.w3.org/')) throw new Declined('a reserved namespace', 0)
}

const isNamespaceDeclaration = (bytes: Buffer, start: number, end: number): boolean =>
  end - start === 5 && bytes[start] === 0x78 && bytes.toString('latin1', start, end) === 'xmlns'

/** End of the reference that starts with `&`: one of the five names, or the number of a character. */
function reference(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(0x3b, start)
  if (end < 0 || end - start > 12) throw new Declined('& without ;', start)
  const body = bytes.toString('latin1', start + 1, end)
  if (body === 'amp' || body === 'lt' || body === 'gt' || body === 'quot' || body === 'apos') return end + 1
  const number = /^#x[0-9a-fA-F]+$/.test(body)
    ? Number.parseInt(body.slice(2), 16)
    : /^#[0-9]+$/.test(body)
      ? Number(body.slice(1))
      : -1
  const isCharacter =
    number === 9 ||
    number === 10 ||
    number === 13 ||
    (number >= 0x20 && number <= 0xd7ff) ||
    (number >= 0xe000 && number <= 0xfffd) ||
    (number >= 0x10000 && number <= 0x10ffff)
  if (!isCharacter) throw new Declined('an unknown reference', start)
  return end + 1
}
