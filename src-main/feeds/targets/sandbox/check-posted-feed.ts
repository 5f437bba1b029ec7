import { type CheckedPayload, checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { isError, type Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { gtin14, isGtinType } from '../../../../src-shared/values/gtin.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { maxInlineBytes } from '../../../../src-shared/vocabulary/kit/limits.ts'
import { twins } from '../../../../src-shared/vocabulary/rules/ingest-rules.ts'
import type { Storage } from '../../../storage/index.ts'
import { defineReader } from '../../../storage/index.ts'
import { feedRefused } from './feed-intake.ts'

interface FeedToCheck {
  kind: FeedKind
  body: Uint8Array
  /** Kind `update`: product code from the path. */
  upc?: string
  namespaceBase?: string
}
/** An item of a valid payload, ready for ingestion. */
export interface CheckedItem {
  /** As sent; '' in a Content+ feed. */
  productCode: string
  /** The item's value as JSON. */
  payload: string
  /** 0-based index of an earlier item of the feed with a common GTIN. */
  twin?: number
}
interface CheckedFeed extends CheckedPayload {
  /** Empty unless the caller requests the items. */
  items: CheckedItem[]
}

/**
 * Checks a posted payload against its schema, and an update also against its first two rules (specification,
 * 9). Stores nothing. `problems` are the reasons for refusal; empty if the payload is accepted.
 * @param withItems whether to return the items, for a caller that ingests the feed
 */
export function checkPostedFeed(
  { kind, body, upc, namespaceBase }: FeedToCheck,
  withItems = true,
): CheckedFeed {
  const items: CheckedItem[] = []
  const { payload } = kinds[kind]
  let first: PayloadItem | undefined
  const twinOf = twins()
  const { problems, ...checked } = checkPayload(kind, body, {
    namespaceBase,
    rules: false,
    further(item, index) {
      first ??= item
      if (withItems)
        items.push({
          productCode: payload.isById ? '' : payload.subject(item).givenCode,
          payload: JSON.stringify(item),
          twin: twinOf(payload.gtins(item), index)?.index,
        })
      return []
    },
  })
  const errors = problems.filter(isError)
  if (errors.length > 0) return { ...checked, problems: errors, items: [] }
  const refused = kinds[kind].hasCodeInPath
    ? checkUpdate(first as IngestItem | undefined, checked.itemCount, upc ?? '')
    : []
  return { ...checked, problems: refused, errorCount: refused.length, items }
}

/** The same check in a reader thread, because checking 16 MB takes long. */
export const feedChecker = defineReader('sandbox/feed-check', () => ({ check: checkPostedFeed }))

/**
 * Checks posted payloads; large ones in a thread that is terminated if a payload exceeds the time or memory
 * limit.
 * @throws PlainError `FEED_REFUSED` with the problems if the payload is not accepted
 */
export function openPostedFeedCheck(storage: Storage, { withItems }: { withItems: boolean }) {
  return async (posted: FeedToCheck): Promise<CheckedFeed> => {
    const checker = storage.reader(feedChecker, { apart: posted.body.byteLength > maxInlineBytes })
    const checked = await checker.check(posted, withItems).catch((error: unknown) => {
      if (!(error instanceof PlainError) || !limitCodes.has(error.code)) throw error
      const { code, message } = error
      throw feedRefused([{ code, path: '', message: `${say`The feed cannot be judged.`} ${message}` }])
    })
    if (checked.problems.length > 0) throw feedRefused(checked.problems)
    return checked
  }
}

const limitCodes = new Set(['too-long', 'too-much-memory'])

/** An update must contain one item, which has the product code of the path. */
function checkUpdate(item: IngestItem | undefined, count: number, upc: string): Problem[] {
  if (count !== 1 || !item)
    return [
      {
        code: 'ONE_ITEM',
        path: 'items/item',
        message: say`An update holds one item; this one holds ${count}.`,
      },
    ]
  const pathGtin = gtin14(upc)
  const codes = (item.productCodes ?? []).filter(({ type }) => isGtinType(type)).map(({ text }) => text)
  if (pathGtin !== undefined && codes.some((code) => gtin14(code) === pathGtin)) return []
  return [
    {
      code: 'UPC_MISMATCH',
      path: 'items/item[1]/productCodes',
      message:
        codes.length > 0
          ? say`The product code in the path, ${upc}, must be a GTIN of the payload (${codes.join(', ')}).`
          : say`The product code in the path, ${upc}, must be a GTIN of the payload, which has none.`,
    },
  ]
}
