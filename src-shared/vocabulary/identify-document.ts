import { type DocumentName, documents } from './documents.ts'
import { ingestItem } from './elements/ingest.ts'
import { item } from './elements/item.ts'
import { answerLimits } from './kit/limits.ts'
import { decode } from './kit/xml/decode.ts'
import { readParts, type XmlElement } from './kit/xml/tree.ts'

/** Thrown to stop reading once the document is identified. */
class Identified extends Error {}

/**
 * Identifies a document by its root element and its namespace with any base; for an unknown namespace, by
 * the root only. Item records and item feeds are distinguished by content, so that a feed in the namespace
 * of records is checked as a feed. Undefined when the root belongs to no document, or is missing.
 */
export function identifyDocument(xml: string | Uint8Array): DocumentName | undefined {
  // The start is nearly always enough, so a large document need not be decoded completely.
  const beginning = xml.length > enough ? identify(xml.slice(0, enough)) : undefined
  return (beginning?.isSure ? beginning : identify(xml)).found
}

/** Bytes of a document's start, which nearly always include its entire first item. */
const enough = 256 * 1024

function identify(xml: string | Uint8Array): { found: DocumentName | undefined; isSure: boolean } {
  let found: DocumentName | undefined
  try {
    readParts(decode(xml, 'response'), answerLimits, {
      root(element) {
        found = byRoot(element)
        if (found !== 'items' || isCounted(element)) throw new Identified()
      },
      part(part) {
        if (typeof part === 'string' || 'comment' in part) return
        if (isIngestItem(part)) found = 'ingestItems'
        throw new Identified()
      },
    })
  } catch (error) {
    if (error instanceof Identified) return { found, isSure: true }
    // Faults are reported with their lines when the complete document is parsed.
  }
  return { found, isSure: false }
}

function byRoot(root: XmlElement): DocumentName | undefined {
  const candidates = (Object.keys(documents) as DocumentName[]).filter(
    (document) => documents[document].root === root.name,
  )
  // The envelope of records counts its items in attributes; the ingest payload has no such attributes.
  if (root.name === 'items' && isCounted(root)) return 'items'
  // The longest path first, because `/feed/item` also ends in `/item`.
  const byPath = candidates.toSorted((a, b) => documents[b].namespace.length - documents[a].namespace.length)
  const known = byPath.find((document) => root.namespace.endsWith(documents[document].namespace))
  if (known) return known
  return root.name === 'items' ? 'ingestItems' : candidates[0]
}

const isCounted = ({ attributes }: XmlElement): boolean => attributes.some(({ name }) => name === 'total')

/** Whether more child elements belong to an ingest payload than to a record. */
function isIngestItem({ content }: XmlElement): boolean {
  let more = 0
  for (const part of content) {
    if (typeof part === 'string' || 'comment' in part) continue
    more += Number(ingestItem.elements.has(part.name)) - Number(item.elements.has(part.name))
  }
  return more > 0
}
