import { isError, type Problem } from '../../problem.ts'
import { gtin14 } from '../../values/gtin.ts'
import type { ContentPlusFeedItem } from '../../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import { type CheckOptions, checkFeed, type FurtherChecks } from '../../vocabulary/rules/check-feed.ts'
import { itemGtin } from '../../vocabulary/rules/ingest-rules.ts'
import type { ContentsName } from './made-name.ts'
import type { DraftItemValue, FeedKind } from './model.ts'

/** What a payload is about, as far as the payload can be read. */
export interface FeedSubject {
  itemCount: number
  /** For each item: its GTIN-14; its code as given where that is none; its identifier in a Content+ feed. */
  codes: string[]
  /** The same as the sender wrote them: what a status answer names them by. */
  givenCodes: string[]
  /** The title of each item; '' where it has none, as in a Content+ feed. */
  itemTitles: string[]
  /** Kind `update`: the product code for the path, as given. */
  upc?: string
}

/** What one check of a payload finds. Whoever needs any of it later is handed it: no payload is read twice on one way. */
export interface CheckedPayload extends FeedSubject {
  /** In the order of the text. `path` starts at the payload's root. */
  problems: Problem[]
  /** All errors, also those that are not listed. */
  errorCount: number
}

/**
 * The check of a payload, for a draft and for a feed that is posted, sent from a file, queued or ingested: one reading
 * gives the problems and what the payload is about. The items are not kept.
 * @param options.further what else is asked of each item as it is read: the catalog, or the item itself
 * @param options.rules `false`: without the business rules, which a service asks of each item when it ingests the item
 */
export function checkPayload(
  kind: FeedKind,
  payload: string | Uint8Array,
  { further, ...options }: Pick<CheckOptions, 'namespaceBase' | 'further' | 'rules'> = {},
): CheckedPayload {
  const about = subjectReader(kind)
  const { items, contentPlus, problems, omitted } = checkFeed(kind, payload, {
    ...options,
    keep: false,
    further: {
      item(item, index) {
        about.item(item)
        return further?.item(item, index) ?? []
      },
      contentPlusItem(item, index) {
        about.contentPlusItem(item)
        return further?.contentPlusItem(item, index) ?? []
      },
    },
  })
  const isRead = items !== undefined || contentPlus !== undefined
  // Of what cannot be read to its end, nothing is known.
  const { subject } = isRead ? about : subjectReader(kind)
  const listed = problems.filter(isError).length
  // Of the errors that are not listed, the last problem stands for all.
  const unlisted = omitted && omitted.errors > 0 ? omitted.errors - 1 : 0
  return { ...subject(), problems, errorCount: listed + unlisted }
}

/** The code an item is known by: its GTIN, else its first. */
export function mainCode(item: IngestItem): string {
  const codes = item.productCodes ?? []
  return (codes.find(({ type }) => type === 'GTIN') ?? codes[0])?.text.trim() ?? ''
}

/** The code an item is told by, as given: its valid GTIN before any other. */
const codeOf = (item: IngestItem): string => itemGtin(item) ?? mainCode(item)

type ItemOf<K extends keyof FurtherChecks> = Parameters<FurtherChecks[K]>[0]

/** Learns what a payload is about from its items, one after the other. */
export function subjectReader(kind: FeedKind) {
  const codes: string[] = []
  const givenCodes: string[] = []
  const itemTitles: string[] = []
  let first: IngestItem | undefined
  return {
    item(item: ItemOf<'item'>): void {
      first ??= item
      const code = codeOf(item)
      codes.push(gtin14(code) ?? code)
      givenCodes.push(mainCode(item))
      itemTitles.push(item.ecommerceTitle?.trim() ?? '')
    },
    contentPlusItem({ id = '' }: ItemOf<'contentPlusItem'>): void {
      codes.push(id)
      givenCodes.push(id)
      itemTitles.push('')
    },
    subject: (): FeedSubject => ({
      itemCount: codes.length,
      codes,
      givenCodes,
      itemTitles,
      upc: kind === 'update' && first ? codeOf(first) : undefined,
    }),
  }
}

/** What a draft is called by what it holds, where nobody gave it a name. */
export function nameOfContents(kind: FeedKind, values: readonly DraftItemValue[] = []): ContentsName {
  if (values.length > 1) return { made: 'contents', kind, items: values.length }
  const about = subjectReader(kind)
  for (const value of values) {
    if (kind === 'contentplus') about.contentPlusItem(value as ContentPlusFeedItem)
    else about.item(value as IngestItem)
  }
  const { itemTitles, codes } = about.subject()
  const only = itemTitles[0] || codes[0]
  return only ? { made: 'contents', kind, about: only } : { made: 'contents', kind }
}
