import { gtin14 } from '../../src-shared/gtin.ts'
import { isError, type Problem } from '../../src-shared/problem.ts'
import type { FeedKind } from '../../src-shared/rpc/feed-contract.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { defineReader } from '../storage/store.ts'

export interface Submission {
  kind: FeedKind
  body: Uint8Array
  upc?: string
  namespaceBase?: string
}
/** An item of a valid payload, ready to be queued. */
export interface CheckedItem {
  /** As sent; '' in a Content+ feed. */
  productCode: string
  /** The item's value as JSON. */
  payload: string
}
export interface CheckedSubmission {
  /** Why the payload is not taken; empty when it is. */
  problems: Problem[]
  items: CheckedItem[]
}

/** Judges a posted payload by its schema, and an update by its first two rules (specification, 9). Stores nothing. */
export function checkSubmission({ kind, body, upc, namespaceBase }: Submission): CheckedSubmission {
  return kind === 'contentplus'
    ? checkContentPlusFeed(body, namespaceBase)
    : checkItemFeed(kind, body, upc, namespaceBase)
}

/** The same, in a reader's thread: judging 16 MB takes a while. */
export const feedChecker = defineReader('feed-check', () => ({ check: checkSubmission }))

function checkItemFeed(
  kind: FeedKind,
  body: Uint8Array,
  upc: string | undefined,
  namespaceBase?: string,
): CheckedSubmission {
  const { value, problems } = parseDocument(documents.ingestItems, body, { namespaceBase })
  const errors = problems.filter(isError)
  if (!value || errors.length > 0) return { problems: errors, items: [] }
  const items = value.item
  const refused = kind === 'update' ? checkUpdate(items, upc ?? '') : []
  return {
    problems: refused,
    items: items.map((item) => ({ productCode: mainCode(item), payload: JSON.stringify(item) })),
  }
}

function checkContentPlusFeed(body: Uint8Array, namespaceBase?: string): CheckedSubmission {
  const { value, problems } = parseDocument(documents.contentPlus, body, { namespaceBase })
  const errors = problems.filter(isError)
  if (!value || errors.length > 0) return { problems: errors, items: [] }
  return {
    problems: [],
    items: value.item.map((item) => ({ productCode: '', payload: JSON.stringify(item) })),
  }
}

/** One item, and the product code of the path among its codes. */
function checkUpdate(items: readonly IngestItem[], upc: string): Problem[] {
  const [item, ...others] = items
  if (others.length > 0 || !item)
    return [
      {
        code: 'ONE_ITEM',
        path: 'items/item',
        message: `An update holds one item; this one holds ${items.length}.`,
      },
    ]
  const wanted = gtin14(upc)
  const codes = (item.productCodes ?? []).map(({ text }) => text)
  if (wanted !== undefined && codes.some((code) => gtin14(code) === wanted)) return []
  return [
    {
      code: 'UPC_MISMATCH',
      path: 'items/item[1]/productCodes',
      message: `The product code in the path, ${upc}, must be one of the payload (${codes.join(', ') || 'it has none'}).`,
    },
  ]
}

/** The code an item is known by: its GTIN, else its first. */
export function mainCode(item: IngestItem): string {
  const codes = item.productCodes ?? []
  return (codes.find(({ type }) => type === 'GTIN') ?? codes[0])?.text.trim() ?? ''
}
