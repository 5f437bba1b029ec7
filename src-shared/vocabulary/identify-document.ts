import { type DocumentName, documents } from './documents.ts'
import { decode } from './kit/decode.ts'
import { answerLimits } from './kit/limits.ts'
import { readParts, type XmlElement } from './kit/tree.ts'

/** Signals that the root's start tag has been read; the rest of the document is not looked at. */
class RootFound extends Error {
  readonly root: XmlElement

  constructor(root: XmlElement) {
    super()
    this.root = root
  }
}

function rootOf(xml: string | Uint8Array): XmlElement | undefined {
  try {
    readParts(decode(xml, 'response'), answerLimits, {
      root(element) {
        throw new RootFound(element)
      },
      part: () => {},
    })
  } catch (found) {
    // Whatever is wrong is found, with its line, by whoever reads the document.
    if (found instanceof RootFound) return found.root
  }
  return undefined
}

/**
 * Which of the documents this is, by its root element and namespace: of whatever base, and, where the namespace is
 * none of ours, by the root alone. Undefined when the root is no document's, or there is none.
 */
export function identifyDocument(xml: string | Uint8Array): DocumentName | undefined {
  const root = rootOf(xml)
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
  if (name === 'items')
    return attributes.some((attribute) => attribute.name === 'total') ? 'items' : 'ingestItems'
  return candidates[0]
}
