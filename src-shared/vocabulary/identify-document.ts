import { type DocumentName, documents } from './documents.ts'
import { ingestItem } from './ingest.ts'
import { item } from './item.ts'
import { answerLimits } from './kit/limits.ts'
import { decode } from './kit/xml/decode.ts'
import { readParts, type XmlElement } from './kit/xml/tree.ts'

/** Signals that enough has been read; the rest of the document is not looked at. */
class Identified extends Error {}

/**
 * Which of the documents this is, by its root element and namespace: of whatever base, and, where the namespace is
 * none of ours, by the root alone. Items are told apart by what they hold, so that a feed in the namespace of records
 * is judged as the feed it is. Undefined when the root is no document's, or there is none.
 */
export function identifyDocument(xml: string | Uint8Array): DocumentName | undefined {
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
  } catch {
    // Whatever is wrong is found, with its line, by whoever reads the document.
  }
  return found
}

function byRoot(root: XmlElement): DocumentName | undefined {
  const candidates = (Object.keys(documents) as DocumentName[]).filter(
    (document) => documents[document].root === root.name,
  )
  // The record envelope counts its items in attributes; the ingest payload has none.
  if (root.name === 'items' && isCounted(root)) return 'items'
  // The longest path first: `/feed/item` also ends in `/item`.
  const byPath = candidates.toSorted((a, b) => documents[b].namespace.length - documents[a].namespace.length)
  const known = byPath.find((document) => root.namespace.endsWith(documents[document].namespace))
  if (known) return known
  return root.name === 'items' ? 'ingestItems' : candidates[0]
}

const isCounted = ({ attributes }: XmlElement): boolean => attributes.some(({ name }) => name === 'total')

/** Whether more of its children are those of an ingest payload than those of a record. */
function isIngestItem({ content }: XmlElement): boolean {
  let more = 0
  for (const part of content) {
    if (typeof part === 'string' || 'comment' in part) continue
    more += Number(ingestItem.elements.has(part.name)) - Number(item.elements.has(part.name))
  }
  return more > 0
}
