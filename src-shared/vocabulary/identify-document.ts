import { SaxesParser } from 'saxes'
import { type DocumentName, documents } from './documents.ts'
import { decode } from './kit/decode.ts'

interface Root {
  name: string
  namespace: string
  attributes: string[]
}

/** Signals that the root's start tag has been read; the rest of the document is not looked at. */
class RootFound extends Error {}

function rootOf(text: string): Root | undefined {
  let root: Root | undefined
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', (tag) => {
    root = { name: tag.local, namespace: tag.uri, attributes: Object.keys(tag.attributes) }
    throw new RootFound()
  })
  try {
    parser.write(text).close()
  } catch {
    // Whatever is wrong is found, with its line, by whoever reads the document.
  }
  return root
}

/**
 * Which of the documents this is, by its root element and namespace: of whatever base, and, where the namespace is
 * none of ours, by the root alone. Undefined when the root is no document's, or there is none.
 */
export function identifyDocument(xml: string | Uint8Array): DocumentName | undefined {
  let root: Root | undefined
  try {
    root = rootOf(decode(xml))
  } catch {
    return undefined
  }
  if (!root) return undefined
  const { name, namespace, attributes } = root
  const candidates = (Object.keys(documents) as DocumentName[]).filter(
    (document) => documents[document].root === name,
  )
  // The longest path first: `/feed/item` also ends in `/item`.
  const byPath = candidates.toSorted((a, b) => documents[b].namespace.length - documents[a].namespace.length)
  const known = byPath.find((document) => namespace.endsWith(documents[document].namespace))
  if (known) return known
  // The record envelope counts its items in attributes; the ingest payload has none.
  if (name === 'items') return attributes.includes('total') ? 'items' : 'ingestItems'
  return candidates[0]
}
