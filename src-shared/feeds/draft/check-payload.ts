import { isError, type Problem } from '../../problem.ts'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import { type CheckOptions, checkFeed } from '../kinds/check-feed.ts'
import { codeOf } from '../kinds/item-payload.ts'
import { type FeedKind, kinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import type { ContentsName } from './made-name.ts'

/** The items that a payload names, as far as the payload can be read. */
export interface FeedSubject {
  itemCount: number
  /** Per item: GTIN-14, else the product code as given; in a Content+ feed the item's identifier. */
  codes: string[]
  /** Per item: the code as the sender wrote it. Status answers name items by it. */
  givenCodes: string[]
  /** Title per item; '' if it has none, as in a Content+ feed. */
  itemTitles: string[]
  /** Product code as given, for feeds whose call names it in the path. */
  upc?: string
}

/** Result of one payload check. Later steps receive this result instead of parsing the payload again. */
export interface CheckedPayload extends FeedSubject {
  /** In document order. `path` starts at the payload's root. */
  problems: Problem[]
  /** Number of all errors, including unlisted ones. */
  errorCount: number
}

/**
 * Checks the payload of a draft, or of a feed that is posted, sent from a file, queued or ingested. One pass
 * returns both the problems and the subject; the items are not kept in memory.
 * @param options.further additional check of each item as it is read, for example against the catalog
 * @param options.rules `false` skips the business rules, which a service applies when it ingests the item
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
  // If the payload cannot be read to its end, the subject is unknown.
  const { subject } = items ? about : subjectReader(kind)
  const listed = problems.filter(isError).length
  // The last listed problem summarizes the unlisted errors.
  const unlisted = omitted && omitted.errors > 0 ? omitted.errors - 1 : 0
  return { ...subject(), problems, errorCount: listed + unlisted }
}

/** Collects the subject of a payload from its items, added in document order. */
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

/** Default name of a draft, derived from its items. */
export function defaultDraftName(kind: FeedKind, values: readonly PayloadItem[] = []): ContentsName {
  const [value, ...others] = values
  if (others.length > 0) return { made: 'contents', kind, items: values.length }
  const { title, code } = value ? kinds[kind].payload.subject(value) : {}
  const only = title || code
  return only ? { made: 'contents', kind, about: only } : { made: 'contents', kind }
}
