/**
 * Converts an `items` response that the scanner declines to a form that it accepts: UTF-8, with items that
 * can be parsed separately. An item is kept byte for byte if its bytes mean the same alone as in their
 * document. This needs more time and memory than the scanner, so it runs in a separate thread that can be
 * terminated.
 */

import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { decode, readDeclaration } from '../../../src-shared/vocabulary/kit/xml/decode.ts'
import { Refusal } from '../../../src-shared/vocabulary/kit/xml/refusal.ts'
import { canonicalXml, envelopeTag, problemOf, refusedFor } from './canonical-xml.ts'
import { Declined, type ScannedPage, scanPage } from './item-scanner.ts'
import type { ItemProblem, ScannedItem } from './scanned-item.ts'

/** An `items` document that the scanner accepts. */
export interface PreparedPage {
  document: Uint8Array
  /** Items that were left out because they cannot be read. */
  setAside: ItemProblem[]
}

/** @throws PlainError if the document cannot be read at all */
export function prepareItemPage(bytes: Uint8Array): PreparedPage {
  const text = decodeAnswer(bytes)
  const plain = Buffer.from(text.slice(readDeclaration(text).end))
  // The decoder has removed a byte order mark. A second one would not be well-formed, but the scanner would
  // accept it.
  const page = text.startsWith('\ufeff') ? undefined : scanned(plain)
  // Either the document is broken, which `canonicalXml` reports, or no item can be parsed separately, as with
  // a prefixed root.
  if (!page) return { document: canonicalXml(text, 'items'), setAside: [] }
  if (!page.isPrefixed) return { document: plain, setAside: [] }
  return withSeparableItems(text, plain, page)
}

/** Decodes a response according to the rules of XML. @throws PlainError */
export function decodeAnswer(bytes: Uint8Array): string {
  try {
    return decode(bytes, 'response')
  } catch (error) {
    if (error instanceof Refusal) throw refusedFor(problemOf(error, ''))
    throw error
  }
}

function scanned(bytes: Uint8Array): ScannedPage | undefined {
  try {
    return scanPage(bytes)
  } catch (error) {
    if (error instanceof Declined) return undefined
    throw error
  }
}

function withSeparableItems(text: string, plain: Buffer, page: ScannedPage): PreparedPage {
  const inContext = itemsInContext(text, plain, page)
  const setAside: ItemProblem[] = []
  const parts: Uint8Array[] = [Buffer.from(envelopeTag(plainAttributes(page)))]
  for (const [index, item] of page.items.entries()) {
    const body = plain.subarray(item.start, item.end)
    // An item that exceeds a limit is kept as received, and is set aside when the page is read.
    const result = item.broken ? { canonical: body } : inContext(item, index)
    if ('problem' in result) setAside.push({ index, id: item.id, body, problem: result.problem })
    else parts.push(item.broken || isSeparable(body, result.canonical) ? body : result.canonical)
  }
  return { document: Buffer.concat([...parts, Buffer.from('</items>')]), setAside }
}

type ItemResult = { canonical: Buffer } | { problem: ItemProblem['problem'] }

/** Each item in canonical form: from the whole document, or one by one if an item prevents that. */
function itemsInContext(
  text: string,
  plain: Buffer,
  page: ScannedPage,
): (item: ScannedItem, index: number) => ItemResult {
  try {
    const document = canonicalXml(text, 'items')
    const { items } = scanPage(document)
    if (items.length !== page.items.length) throw otherItems
    return (_item, index) => {
      const { start, end } = items[index] as ScannedItem
      return { canonical: document.subarray(start, end) }
    }
  } catch (error) {
    const envelope = plain.subarray(plain.indexOf('<items'), page.envelopeEnd)
    // The envelope is parsed again with each item, so it must be short.
    if (!(error instanceof PlainError) || envelope.byteLength > maxEnvelopeLength) throw error
    // An error in the envelope is thrown here, rather than counted as an error of every item.
    canonicalXml(`${envelope.toString().replace(/\/?>$/, '>')}</items>`, 'items')
    return ({ start, end }, index) => itemInContext(envelope, plain.subarray(start, end), index)
  }
}

const maxEnvelopeLength = 4096
const otherItems = refusedFor({
  code: 'items',
  path: 'items',
  message: say`The document contains items of different namespaces.`,
})

function itemInContext(envelope: Uint8Array, item: Uint8Array, index: number): ItemResult {
  try {
    const document = canonicalXml(
      Buffer.concat([envelope, item, Buffer.from('</items>')]).toString(),
      'items',
    )
    const found = scanPage(document).items[0]
    if (!found) throw otherItems
    return { canonical: document.subarray(found.start, found.end) }
  } catch (error) {
    if (!(error instanceof PlainError)) throw error
    const { code, message } = error
    return { problem: { code, path: `items/item[${index + 1}]`, message } }
  }
}

/** Whether an element's bytes mean the same alone as in their document. */
function isSeparable(body: Buffer, canonical: Buffer): boolean {
  try {
    return canonicalXml(body.toString(), 'item').equals(canonical)
  } catch (error) {
    if (error instanceof PlainError) return false
    throw error
  }
}

const plainAttributes = ({ envelope }: ScannedPage): Record<string, string> =>
  Object.fromEntries(Object.entries(envelope).filter(([name]) => !name.includes(':')))
