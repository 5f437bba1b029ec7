/**
 * Brings an `items` answer that the scanner declines into a form that it takes: UTF-8, with items that can be read alone.
 * An item stays byte for byte wherever its bytes mean the same alone as in their document. This takes longer than the
 * scanner and more memory, so it runs in a thread of its own that can be ended.
 */

import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { decode, readDeclaration } from '../../../src-shared/vocabulary/kit/xml/decode.ts'
import { Refusal } from '../../../src-shared/vocabulary/kit/xml/refusal.ts'
import { canonicalXml, envelopeTag, problemOf, refusedFor } from './canonical-xml.ts'
import { Declined, type ScannedPage, scanPage } from './item-scanner.ts'
import type { ItemProblem, ScannedItem } from './scanned-item.ts'

/** An `items` document that the scanner takes. */
export interface PreparedPage {
  document: Uint8Array
  /** Items that were left out, as they cannot be read. */
  setAside: ItemProblem[]
}

/** @throws PlainError when the document cannot be read at all */
export function prepareItemPage(bytes: Uint8Array): PreparedPage {
  const text = decodeAnswer(bytes)
  const plain = Buffer.from(text.slice(readDeclaration(text).end))
  // The decoder has removed a byte order mark; the scanner would accept a second one, which is not well-formed.
  const page = text.startsWith('\ufeff') ? undefined : scanned(plain)
  // The document is broken, which `canonicalXml` tells, or no item can be read alone, as with a prefixed root.
  if (!page) return { document: canonicalXml(text, 'items'), setAside: [] }
  if (!page.isPrefixed) return { document: plain, setAside: [] }
  return withItemsThatStandAlone(text, plain, page)
}

/** Decodes an answer by the rules of XML. @throws PlainError */
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

function withItemsThatStandAlone(text: string, plain: Buffer, page: ScannedPage): PreparedPage {
  const inContext = itemsInContext(text, plain, page)
  const setAside: ItemProblem[] = []
  const parts: Uint8Array[] = [Buffer.from(envelopeTag(plainAttributes(page)))]
  for (const [index, item] of page.items.entries()) {
    const body = plain.subarray(item.start, item.end)
    // An item that breaks a limit stays as it came, and is set aside when the page is read.
    const meant = item.broken ? { canonical: body } : inContext(item, index)
    if ('problem' in meant) setAside.push({ index, id: item.id, body, problem: meant.problem })
    else parts.push(item.broken || standsAlone(body, meant.canonical) ? body : meant.canonical)
  }
  return { document: Buffer.concat([...parts, Buffer.from('</items>')]), setAside }
}

type Meaning = { canonical: Buffer } | { problem: ItemProblem['problem'] }

/** Each item in canonical form: from the whole document or, where an item makes that impossible, one by one. */
function itemsInContext(
  text: string,
  plain: Buffer,
  page: ScannedPage,
): (item: ScannedItem, index: number) => Meaning {
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
    // The envelope is read again with each item, so it must not be long.
    if (!(error instanceof PlainError) || envelope.byteLength > maxEnvelopeLength) throw error
    // A fault of the envelope is thrown here, and not counted as the fault of every item.
    canonicalXml(`${envelope.toString().replace(/\/?>$/, '>')}</items>`, 'items')
    return ({ start, end }, index) => itemInContext(envelope, plain.subarray(start, end), index)
  }
}

const maxEnvelopeLength = 4096
const otherItems = refusedFor({
  code: 'items',
  path: 'items',
  message: say`Items of different namespaces stand in the document.`,
})

function itemInContext(envelope: Uint8Array, item: Uint8Array, index: number): Meaning {
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
function standsAlone(body: Buffer, canonical: Buffer): boolean {
  try {
    return canonicalXml(body.toString(), 'item').equals(canonical)
  } catch (error) {
    if (error instanceof PlainError) return false
    throw error
  }
}

const plainAttributes = ({ envelope }: ScannedPage): Record<string, string> =>
  Object.fromEntries(Object.entries(envelope).filter(([name]) => !name.includes(':')))
