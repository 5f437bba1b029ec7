import type { FeedStatusReport } from '../../src-shared/outbox/feed-status-report.ts'
import type { Problem } from '../../src-shared/problem.ts'
import type { FeedKind } from '../../src-shared/rpc/feed-contract.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type {
  ContentPlusFeedStatus,
  ContentPlusIngestionStatus,
  ItemFeedStatus,
  ItemIngestionStatus,
} from '../../src-shared/vocabulary/feed-status.ts'
import { reportedErrors } from '../../src-shared/vocabulary/ingestion-errors.ts'
import type { DocumentDescription, Group, ValueOf } from '../../src-shared/vocabulary/kit/kit.ts'
import { parseDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { judgeItemsDocument } from './items-document.ts'
import { UpstreamError } from './upstream-error.ts'

/** Parses an answer as the document it should be. @throws UpstreamError `invalid-answer` */
export function readDocument<G extends Group>(
  description: DocumentDescription<G>,
  bytes: Uint8Array,
  call: string,
  namespaceBase: string | undefined,
): ValueOf<G> {
  const { value, problems } = parseDocument(description, bytes, { namespaceBase })
  if (value !== undefined) return value
  throw invalidAnswer(call, description.root, problems[0]?.message)
}

export function invalidAnswer(
  call: string,
  root: string,
  why = 'it is something else.',
  answer?: Uint8Array,
): UpstreamError {
  return new UpstreamError(
    'invalid-answer',
    `${call} was not answered with a complete ${root} document: ${why} Something between here and the service may have answered in its place.`,
    { mayHaveArrived: true, ...(answer && { answer }) },
  )
}

/** Refuses what cannot be an `items` answer without reading it: another root, or an end that is missing. */
export function requireItemsDocument(bytes: Uint8Array, call: string): void {
  const verdict = judgeItemsDocument(bytes)
  if (verdict === 'other') throw invalidAnswer(call, documents.items.root)
  if (verdict === 'cut') throw invalidAnswer(call, documents.items.root, 'it ends in the middle.', bytes)
}

/** An item feed's status, as both forms are used here. */
export function itemFeedReport(status: ItemFeedStatus, offset: number): FeedStatusReport {
  return {
    feedId: status.feedId ?? '',
    feedStatus: status.feedStatus ?? '',
    counters: {
      received: count(status.itemsReceived),
      succeeded: count(status.itemsSucceeded),
      failed: count(status.itemsFailed),
      processing: count(status.itemsProcessing),
    },
    results: (status.ItemDetails ?? []).map((detail, position) => ({
      index: indexOf(detail, offset + position),
      productCode: detail.productCode ?? '',
      ingestionStatus: detail.ingestionStatus ?? '',
      problems: reportedErrors(detail).map(({ code, type, field, description }) => ({
        code: code || type || 'rejected',
        path: field ?? '',
        message: description || code || type || 'The service gave no reason.',
      })),
    })),
  }
}

/** A Content+ feed's status: rejected and failed items are both failures, with the remark as their reason. */
export function contentPlusFeedReport(status: ContentPlusFeedStatus, offset: number): FeedStatusReport {
  return {
    feedId: status.feedId ?? '',
    feedStatus: status.feedStatus ?? '',
    counters: {
      received: count(status.itemsReceived),
      succeeded: Math.max(count(status.itemsSucceeded), count(status.itemsProcessed)),
      failed: count(status.itemsFailed) + count(status.itemsRejected),
      processing: count(status.itemsProcessing),
    },
    results: (status.ItemDetails ?? []).map((detail, position) => ({
      index: indexOf(detail, offset + position),
      productCode: '',
      ingestionStatus: detail.ingestionStatus ?? '',
      problems: remarksOf(detail),
    })),
  }
}

const goodWords = new Set(['PROCESSED', 'SUCCESS', 'INPROGRESS'])

function remarksOf({ ingestionStatus = '', ingestionRemarks = '' }: ContentPlusIngestionStatus): Problem[] {
  if (ingestionRemarks === '' && goodWords.has(ingestionStatus)) return []
  const message = ingestionRemarks || 'The service gave no reason.'
  return [
    {
      code: ingestionStatus || 'remark',
      path: '',
      message,
      ...(goodWords.has(ingestionStatus) && { severity: 'warning' }),
    },
  ]
}

const count = (text: string | undefined): number => (text && /^\d+$/.test(text.trim()) ? Number(text) : 0)

const indexOf = ({ index }: ItemIngestionStatus | ContentPlusIngestionStatus, otherwise: number): number =>
  index && /^\d+$/.test(index.trim()) ? Number(index) : otherwise

export const reportOf = (
  kind: FeedKind,
  bytes: Uint8Array,
  { call, offset, namespaceBase }: { call: string; offset: number; namespaceBase: string | undefined },
): FeedStatusReport =>
  kind === 'contentplus'
    ? contentPlusFeedReport(readDocument(documents.contentPlusFeedStatus, bytes, call, namespaceBase), offset)
    : itemFeedReport(readDocument(documents.itemFeedStatus, bytes, call, namespaceBase), offset)
