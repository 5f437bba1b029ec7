import type { DraftItemValue, FeedKind } from '../../../../src-shared/feeds/draft/model.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import {
  type ContentPlusFeedItem,
  contentPlusFeedItem,
} from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import { type IngestItem, ingestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import {
  parseElement,
  type Unknown,
  writeDocument,
  writeElement,
} from '../../../../src-shared/vocabulary/kit/kit.ts'
import { checkFeed } from '../../../../src-shared/vocabulary/rules/check-feed.ts'

/** The document of a kind of feed, and how its root holds items. */
export const documentOf = (kind: FeedKind) =>
  kind === 'contentplus' ? documents.contentPlus : documents.ingestItems

/** Where problems say that an item stands when it is judged as a feed of its own. */
export const aloneAt = (kind: FeedKind): string => `${documentOf(kind).root}/item[1]`

/** What surrounds the items of a payload. */
interface Frame {
  head: string
  tail: string
}

/** A text no catalog holds, to find where the item stands. */
const mark = 'the-item-stands-here'

/** @param unknown what the root element holds beside its items */
export function frameOf(kind: FeedKind, namespaceBase?: string, unknown?: Unknown[]): Frame {
  const options = { indent: 2, namespaceBase }
  const text =
    kind === 'contentplus'
      ? writeDocument(documents.contentPlus, { item: [{ id: mark, retailer: [] }], unknown }, options)
      : writeDocument(documents.ingestItems, { item: [{ type: mark }], unknown }, options)
  const marked = text.indexOf(mark)
  const start = text.lastIndexOf('\n', marked) + 1
  return { head: text.slice(0, start), tail: text.slice(text.indexOf('\n', marked) + 1) }
}

/** What is wrong with what the root element holds beside its items. */
export function frameProblems(kind: FeedKind, unknown: Unknown[]): Problem[] {
  const { head, tail } = frameOf(kind, undefined, unknown)
  const item = elementOf(kind, kind === 'contentplus' ? { id: '', retailer: [] } : {})
  const { problems } = checkFeed(kind, head + item + tail, { rules: false })
  return problems.filter(({ path }) => !path.startsWith(aloneAt(kind)))
}

/** The element of an item as it stands in a payload, with its line break. */
export function elementOf(kind: FeedKind, value: DraftItemValue): string {
  const { head, tail } = bare(kind)
  const text =
    kind === 'contentplus'
      ? writeDocument(documents.contentPlus, { item: [value as ContentPlusFeedItem] }, { indent: 2 })
      : writeDocument(documents.ingestItems, { item: [value as IngestItem] }, { indent: 2 })
  return text.slice(head.length, text.length - tail.length)
}

const frames = new Map<FeedKind, Frame>()
/** The frame of our own namespace: it is cut off, so any would do. */
function bare(kind: FeedKind): Frame {
  const known = frames.get(kind)
  if (known) return known
  const made = frameOf(kind)
  frames.set(kind, made)
  return made
}

/** The element of an item on its own, for people. */
export const itemText = (kind: FeedKind, value: DraftItemValue): string =>
  kind === 'contentplus'
    ? writeElement(contentPlusFeedItem, 'item', value as ContentPlusFeedItem, { indent: 2 })
    : writeElement(ingestItem, 'item', value as IngestItem, { indent: 2 })

/** Reads the element of one item as someone typed it; without a value when it cannot be read. */
export const readItemText = (kind: FeedKind, text: string) =>
  kind === 'contentplus'
    ? parseElement(contentPlusFeedItem, text, { role: 'request' })
    : parseElement(ingestItem, text, { role: 'request' })
