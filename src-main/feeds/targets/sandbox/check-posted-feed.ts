import { type CheckedPayload, checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { PlainError } from '../../../../src-shared/plain-error.ts'
import { isError, type Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { gtin14, isGtinType } from '../../../../src-shared/values/gtin.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { readInPlace } from '../../../../src-shared/vocabulary/kit/limits.ts'
import { twins } from '../../../../src-shared/vocabulary/rules/ingest-rules.ts'
import type { Storage } from '../../../storage/index.ts'
import { defineReader } from '../../../storage/index.ts'
import { feedRefused } from './feed-intake.ts'

interface FeedToCheck {
  kind: FeedKind
  body: Uint8Array
  /** Kind `update`: the product code of the path. */
  upc?: string
  namespaceBase?: string
}
/** An item of a valid payload, ready to be queued. */
export interface CheckedItem {
  /** As sent; '' in a Content+ feed. */
  productCode: string
  /** The item's value as JSON. */
  payload: string
  /** 0-based place of an earlier item of the feed with one of the same GTINs. */
  twin?: number
}
interface JudgedFeed extends CheckedPayload {
  /** Empty unless the caller wants the items. */
  items: CheckedItem[]
}

/**
 * Judges a posted payload by its schema, and an update also by its first two rules (specification, 9). Stores nothing.
 * `problems` tells why the payload is refused, and is empty when the payload is taken.
 * @param withItems whether to answer the items too, for a caller that ingests the feed
 */
export function checkPostedFeed(
  { kind, body, upc, namespaceBase }: FeedToCheck,
  withItems = true,
): JudgedFeed {
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

/** The same in a reader's thread, as judging 16 MB takes a while. */
export const feedChecker = defineReader('sandbox/feed-check', () => ({ check: checkPostedFeed }))

/**
 * Judges posted payloads; large ones in a thread that is ended when a payload takes too long or too much memory.
 * @throws PlainError `FEED_REFUSED` with the problems when the payload is not taken
 */
export function openPostedFeedCheck(storage: Storage, { withItems }: { withItems: boolean }) {
  return async (posted: FeedToCheck): Promise<JudgedFeed> => {
    const checker = storage.reader(feedChecker, { apart: posted.body.byteLength > readInPlace })
    const checked = await checker.check(posted, withItems).catch((error: unknown) => {
      if (!(error instanceof PlainError) || !spent.has(error.code)) throw error
      const { code, message } = error
      throw feedRefused([{ code, path: '', message: `${say`The feed cannot be judged.`} ${message}` }])
    })
    if (checked.problems.length > 0) throw feedRefused(checked.problems)
    return checked
  }
}

const spent = new Set(['too-long', 'too-much-memory'])

/** An update must hold one item, with the product code of the path among the item's codes. */
function checkUpdate(item: IngestItem | undefined, count: number, upc: string): Problem[] {
  if (count !== 1 || !item)
    return [
      {
        code: 'ONE_ITEM',
        path: 'items/item',
        message: say`An update holds one item; this one holds ${count}.`,
      },
    ]
  const wanted = gtin14(upc)
  const codes = (item.productCodes ?? []).filter(({ type }) => isGtinType(type)).map(({ text }) => text)
  if (wanted !== undefined && codes.some((code) => gtin14(code) === wanted)) return []
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
