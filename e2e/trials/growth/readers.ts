/** All readers of foreign documents by name, as functions of a whole document. */
import { requireItemsDocument } from '../../../src-main/upstream/read-answer.ts'
import { checkFeed } from '../../../src-shared/feeds/kinds/check-feed.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { identifyDocument } from '../../../src-shared/vocabulary/identify-document.ts'
import { parseDocument, writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { readWhole } from '../fuzz/checks/page-checks.ts'

interface GrowingReader {
  /** The document type in which the shape is embedded. */
  document: 'feed' | 'items'
  read(bytes: Uint8Array): unknown
}

export const growingReaders: Record<string, GrowingReader> = {
  'item page': { document: 'items', read: (bytes) => readWhole(bytes) },
  'head of an item page': { document: 'items', read: (bytes) => requireItemsDocument(bytes, 'the trial') },
  'item record': { document: 'items', read: (bytes) => parseDocument(documents.items, bytes) },
  'feed, checked': { document: 'feed', read: (bytes) => checkFeed('create', bytes) },
  'feed, read and written': {
    document: 'feed',
    read(bytes) {
      const { value } = parseDocument(documents.ingestItems, bytes)
      return value && writeDocument(documents.ingestItems, value)
    },
  },
  'kind of a document': { document: 'feed', read: (bytes) => identifyDocument(bytes) },
  'another root': { document: 'items', read: (bytes) => parseDocument(documents.brands, bytes) },
}
