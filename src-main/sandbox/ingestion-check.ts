import type { FeedKind } from '../../src-shared/drafts/model.ts'
import { gtin14, isGtinType } from '../../src-shared/gtin.ts'
import { isError, type Problem } from '../../src-shared/problem.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { twins } from '../../src-shared/vocabulary/ingest-rules.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { defineReader } from '../storage/index.ts'

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
  /** 0-based place of the earlier item of the feed that has one of the same GTINs. */
  twin?: number
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
  const items: CheckedItem[] = []
  let first: IngestItem | undefined
  const twinOf = twins()
  const { value, problems } = parseDocument(documents.ingestItems, body, {
    namespaceBase,
    keep: false,
    each: (item) => {
      first ??= item
      const twin = twinOf(item, items.length)
      const checked = { productCode: mainCode(item), payload: JSON.stringify(item) }
      items.push({ ...checked, ...(twin !== undefined && { twin: twin.index }) })
      return []
    },
  })
  const errors = problems.filter(isError)
  if (!value || errors.length > 0) return { problems: errors, items: [] }
  const refused = kind === 'update' ? checkUpdate(first, items.length, upc ?? '') : []
  return { problems: refused, items }
}

function checkContentPlusFeed(body: Uint8Array, namespaceBase?: string): CheckedSubmission {
  const items: CheckedItem[] = []
  const { value, problems } = parseDocument(documents.contentPlus, body, {
    namespaceBase,
    keep: false,
    each: (item) => {
      items.push({ productCode: '', payload: JSON.stringify(item) })
      return []
    },
  })
  const errors = problems.filter(isError)
  if (!value || errors.length > 0) return { problems: errors, items: [] }
  return { problems: [], items }
}

/** One item, and the product code of the path among its codes. */
function checkUpdate(item: IngestItem | undefined, count: number, upc: string): Problem[] {
  if (count !== 1 || !item)
    return [
      {
        code: 'ONE_ITEM',
        path: 'items/item',
        message: `An update holds one item; this one holds ${count}.`,
      },
    ]
  const wanted = gtin14(upc)
  const codes = (item.productCodes ?? []).filter(({ type }) => isGtinType(type)).map(({ text }) => text)
  if (wanted !== undefined && codes.some((code) => gtin14(code) === wanted)) return []
  return [
    {
      code: 'UPC_MISMATCH',
      path: 'items/item[1]/productCodes',
      message: `The product code in the path, ${upc}, must be a GTIN of the payload (${codes.join(', ') || 'it has none'}).`,
    },
  ]
}

/** The code an item is known by: its GTIN, else its first. */
export function mainCode(item: IngestItem): string {
  const codes = item.productCodes ?? []
  return (codes.find(({ type }) => type === 'GTIN') ?? codes[0])?.text.trim() ?? ''
}
