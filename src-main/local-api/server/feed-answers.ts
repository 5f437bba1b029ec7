import { defaultStatusWindow } from '../../../src-shared/api/endpoint.ts'
import type { FeedKind } from '../../../src-shared/drafts/model.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import {
  contentPlusStatusOf,
  type FeedFamily,
  FeedRefused,
  itemStatusOf,
  refusalWords,
} from '../../sandbox/index.ts'
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
    if (!(error instanceof FeedRefused)) throw error
    const { detail, invalidParams } = refusalWords(error)
    throw new ApiError(400, detail, { invalidParams })
  }
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
        ? writeDocument(documents.contentPlusFeedStatus, contentPlusStatusOf(report), { namespaceBase })
        : writeDocument(documents.itemFeedStatus, itemStatusOf(report), { namespaceBase }),
    ),
    ...(idempotencyKey !== undefined && { headers: { 'Idempotency-Key': idempotencyKey } }),
  }
}
