import { defaultStatusWindow } from '../../../src-shared/api/endpoint.ts'
import type { FeedKind } from '../../../src-shared/drafts/model.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { type FeedFamily, FeedRefused, type FeedReport } from '../../sandbox/index.ts'
import { ApiError, notFound } from './api-error.ts'
import type { Answer, ApiContext, Call } from './handler.ts'

type Upload = 'createItems' | 'updateItem' | 'refreshItems' | 'publishContentPlus'
type Status = 'itemFeedStatus' | 'contentPlusStatus'

const encode = (xml: string): Answer => ({ body: new TextEncoder().encode(xml) })

/** Specification, endpoints 7 to 10: the feed is stored, then acknowledged. */
export async function acknowledgeFeed(
  kind: FeedKind,
  {
    body,
    identifier,
    username,
    idempotencyKey,
  }: Pick<Call<Upload>, 'body' | 'identifier' | 'username' | 'idempotencyKey'>,
  { feedIntake, namespaceBase }: ApiContext,
): Promise<Answer> {
  const submission = {
    kind,
    body: await body(),
    username,
    upc: identifier,
    idempotencyKey,
  }
  try {
    const { feedId } = await feedIntake.submit(submission)
    const document =
      kind === 'contentplus' ? documents.contentPlusFeedAcknowledgement : documents.itemFeedAcknowledgement
    return encode(writeDocument(document, { feedId }, { namespaceBase }))
  } catch (error) {
    if (error instanceof FeedRefused) throw asBadRequest(error)
    throw error
  }
}

/** Problems listed in an answer, at most: a broken file of thousands of items has thousands. */
const mostProblems = 100

/** Line, element path and rule of each problem. */
function asBadRequest({ problems }: FeedRefused): ApiError {
  const shown = problems.slice(0, mostProblems)
  const invalidParams = shown.map(({ path, code, message, line, column }) => ({
    name: path,
    reason: `${line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `}${message} [${code}]`,
  }))
  const first = invalidParams[0]
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`
  return new ApiError(
    400,
    `The payload is not valid and nothing was stored: ${count}. ${first ? `${first.name}: ${first.reason}` : ''}`,
    { invalidParams },
  )
}

/** Specification, endpoints 6 and 11. `limit` is the END of the window. */
export async function answerStatus(
  family: FeedFamily,
  { identifier, values, username }: Pick<Call<Status>, 'identifier' | 'values' | 'username'>,
  { feedIntake, namespaceBase }: ApiContext,
): Promise<Answer> {
  const offset = values.offset ?? 0
  const limit = values.limit ?? offset + defaultStatusWindow
  const report = await feedIntake.status({
    family,
    username,
    offset,
    limit,
    feedId: identifier,
  })
  if (!report)
    throw notFound(
      identifier === undefined
        ? 'You have not sent any item feed yet.'
        : `There is no such feed as ${identifier}.`,
    )
  const { idempotencyKey } = report
  return {
    ...encode(
      family === 'contentplus'
        ? writeDocument(documents.contentPlusFeedStatus, contentPlusStatus(report), { namespaceBase })
        : writeDocument(documents.itemFeedStatus, itemStatus(report), { namespaceBase }),
    ),
    ...(idempotencyKey !== undefined && { headers: { 'Idempotency-Key': idempotencyKey } }),
  }
}

const commonCounters = ({ feedId, feedStatus, counters, offset, limit }: FeedReport) => ({
  feedId,
  feedStatus,
  itemsReceived: String(counters.received),
  itemsSucceeded: String(counters.succeeded),
  itemsFailed: String(counters.failed),
  itemsProcessing: String(counters.processing),
  offset: String(offset),
  limit: String(limit),
})

const itemStatus = (report: FeedReport) => ({
  ...commonCounters(report),
  ItemDetails: report.items.map(({ productCode = '', index, ingestionStatus, errors }) => ({
    productCode,
    index: String(index),
    ingestionStatus,
    ingestionErrors: errors.map((error) => ({ ...error })),
  })),
})

const contentPlusStatus = (report: FeedReport) => ({
  ...commonCounters(report),
  itemsProcessed: String(report.counters.processed),
  itemsRejected: String(report.counters.rejected),
  ItemDetails: report.items.map(({ index, ingestionStatus, remarks = '' }) => ({
    index: String(index),
    ingestionStatus,
    ingestionRemarks: remarks,
  })),
})
