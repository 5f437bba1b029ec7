import { isError, type Problem } from '../../problem.ts'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import { type CheckOptions, checkFeed } from '../kinds/check-feed.ts'
import { codeOf } from '../kinds/item-payload.ts'
import { type FeedKind, kinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import type { ContentsName } from './made-name.ts'

/** What a payload is about, as far as the payload can be read. */
export interface FeedSubject {
  itemCount: number
  /** For each item: its GTIN-14; its code as given where that is none; its identifier in a Content+ feed. */
  codes: string[]
  /** The same as the sender wrote them: what a status answer names them by. */
  givenCodes: string[]
  /** The title of each item; '' where it has none, as in a Content+ feed. */
  itemTitles: string[]
  /** Where the path of the call names it: the product code, as given. */
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
  const { items, problems, omitted } = checkFeed(kind, payload, {
    ...options,
    keep: false,
    further(item, index) {
      about.add(item)
      return further?.(item, index) ?? []
    },
  })
  // Of what cannot be read to its end, nothing is known.
  const { subject } = items ? about : subjectReader(kind)
  const listed = problems.filter(isError).length
  // Of the errors that are not listed, the last problem stands for all.
  const unlisted = omitted && omitted.errors > 0 ? omitted.errors - 1 : 0
  return { ...subject(), problems, errorCount: listed + unlisted }
}

/** Collects what a payload is about from its items, added in their order. */
export function subjectReader(kind: FeedKind) {
  const { payload, hasCodeInPath } = kinds[kind]
  const codes: string[] = []
  const givenCodes: string[] = []
  const itemTitles: string[] = []
  let first: PayloadItem | undefined
  return {
    add(item: PayloadItem): void {
      first ??= item
      const { code, givenCode, title } = payload.subject(item)
      codes.push(code)
      givenCodes.push(givenCode)
      itemTitles.push(title)
    },
    subject: (): FeedSubject => ({
      itemCount: codes.length,
      codes,
      givenCodes,
      itemTitles,
      upc: hasCodeInPath && first ? codeOf(first as IngestItem) : undefined,
    }),
  }
}

/** What a draft is called by what it holds, where nobody gave it a name. */
export function nameOfContents(kind: FeedKind, values: readonly PayloadItem[] = []): ContentsName {
  const [value, ...others] = values
  if (others.length > 0) return { made: 'contents', kind, items: values.length }
  const { title, code } = value ? kinds[kind].payload.subject(value) : {}
  const only = title || code
  return only ? { made: 'contents', kind, about: only } : { made: 'contents', kind }
}
