/**
 * What became of an item of a received feed, and the one table of what can be wrong with it besides the business
 * rules of the vocabulary (`ingest-rules.ts`): what only the catalog knows.
 */

import type { FeedKind } from '../../src-shared/drafts/model.ts'
import type { Problem } from '../../src-shared/problem.ts'
import type { IngestionError } from './feed-intake.ts'

export interface ItemOutcome {
  /** `ingestionStatus` of the family. */
  status: 'SUCCESS' | 'DATA_ERROR' | 'SYSTEM_ERROR' | 'PROCESSED' | 'REJECTED' | 'FAILED'
  /** Item feeds. */
  errors?: IngestionError[]
  /** Content+ feeds. */
  remarks?: string
}

export const catalogFindings = {
  GTIN_EXISTS: (code: string, item: string) =>
    `The product code ${code} is that of the item ${item} already. Send it as a refresh to replace it.`,
  GTIN_CONFLICT: (owners: string) =>
    `The product codes belong to different items: ${owners}. Send each item with its own codes.`,
  GTIN_TWICE: (earlier: string) =>
    `Item ${earlier} of this feed has the same GTIN. Send an item once; nothing was changed by this one.`,
  GTIN_UNKNOWN: (code: string) => `No item has the product code ${code}. Create it first.`,
  MANUFACTURER_UNKNOWN: (id: string) =>
    `There is no manufacturer ${id}. Identifiers come from the manufacturer list.`,
  BRAND_UNKNOWN: (id: string) => `There is no brand ${id}. Identifiers come from the brand list.`,
  DISTRIBUTOR_UNKNOWN: (id: string) =>
    `There is no distributor ${id}. Identifiers come from the distributor list.`,
  RETAILER_UNKNOWN: (id: string) => `There is no retailer ${id}. Identifiers come from the retailer list.`,
  ITEM_UNKNOWN: (id: string) => `There is no item ${id}. Identifiers come from the item search.`,
} as const
export type FindingCode = keyof typeof catalogFindings

/** A problem with an identifier or code that is well-formed but does not fit the catalog. */
export const finding = (code: FindingCode, path: string, value: string, item = ''): Problem => ({
  code,
  path,
  message: catalogFindings[code](value, item),
})

const ingestionError = (type: string, { code, path, message }: Problem): IngestionError => ({
  type,
  code,
  field: path,
  description: message,
})

export const dataErrors = (problems: readonly Problem[]): ItemOutcome => ({
  status: 'DATA_ERROR',
  errors: problems.map((problem) => ingestionError('DATA_ERROR', problem)),
})

/** Content+ has one field for what went wrong, in words; the codes lead each sentence. */
export const rejected = (problems: readonly Problem[]): ItemOutcome => ({
  status: 'REJECTED',
  remarks: problems.map(({ code, path, message }) => `${code}: ${message} (${path})`).join(' '),
})

/** A defect of the service met while processing an item. */
export function systemError(kind: FeedKind, position: number, error: unknown): ItemOutcome {
  const reason = error instanceof Error ? error.message : String(error)
  const message = `The service failed on this item and changed nothing: ${reason}. Send it again later.`
  if (kind === 'contentplus') return { status: 'FAILED', remarks: `SYSTEM_ERROR: ${message}` }
  const path = `items/item[${position + 1}]`
  return {
    status: 'SYSTEM_ERROR',
    errors: [ingestionError('SYSTEM_ERROR', { code: 'SYSTEM_ERROR', path, message })],
  }
}
