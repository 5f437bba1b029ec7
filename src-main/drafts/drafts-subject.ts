import type { FeedKind } from '../../src-shared/drafts/model.ts'
import { gtin14 } from '../../src-shared/gtin.ts'
import type { ContentPlusItem } from '../../src-shared/vocabulary/check-feed.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { itemGtin } from '../../src-shared/vocabulary/ingest-rules.ts'
import { mainCode } from '../sandbox/index.ts'

/** What a payload is about, as far as it can be read. */
export interface FeedSubject {
  itemCount: number
  /** For each item: its GTIN-14; its code as given where that is none; its identifier in a Content+ feed. */
  codes: string[]
  /** The same as the sender wrote them: what a status answer names them by. */
  givenCodes: string[]
  /** Kind `update`: the product code for the path, as given. */
  upc?: string
  /** A name for people: the item's title, or how many items. */
  title: string
}

const kindTitles: Record<FeedKind, string> = {
  create: 'New items',
  update: 'Update',
  refresh: 'Refresh',
  contentplus: 'Content+',
}

/** The code an item is told by, as given: its valid GTIN before any other. */
const codeOf = (item: IngestItem): string => itemGtin(item) ?? mainCode(item)

/** Learns what a payload is about from its items, one after the other. */
export function subjectReader(kind: FeedKind) {
  const codes: string[] = []
  const givenCodes: string[] = []
  let first: IngestItem | undefined
  return {
    item(item: IngestItem): void {
      first ??= item
      const code = codeOf(item)
      codes.push(gtin14(code) ?? code)
      givenCodes.push(mainCode(item))
    },
    contentPlusItem({ id = '' }: ContentPlusItem): void {
      codes.push(id)
      givenCodes.push(id)
    },
    subject: (): FeedSubject => ({
      itemCount: codes.length,
      codes,
      givenCodes,
      ...(kind === 'update' && first && { upc: codeOf(first) }),
      title: titleOf(kind, first?.ecommerceTitle?.trim(), codes),
    }),
  }
}

function titleOf(kind: FeedKind, firstTitle: string | undefined, codes: string[]): string {
  if (codes.length > 1) return `${kindTitles[kind]}: ${codes.length} items`
  const only = firstTitle || codes[0]
  return only ? (kind === 'create' ? only : `${kindTitles[kind]}: ${only}`) : kindTitles[kind]
}
