import { defaultStatusWindow, maxInteger } from '../../../src-shared/api/endpoint.ts'
import type { LookupEntry, LookupKind } from '../../../src-shared/catalog/model.ts'
import { type FeedKind, kinds, payloads } from '../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadName } from '../../../src-shared/feeds/kinds/payload.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { catalogReader } from '../../catalog/index.ts'
import { refusalWords } from '../../feeds/targets/sandbox/index.ts'
import { ApiError, notFound } from './answers/api-error.ts'
import { answerItems } from './answers/item-answer.ts'
import type { Answer, ApiContext, Call, Handlers } from './handler.ts'

/** The handler of each endpoint; a missing or extra entry is a type error. */
export const handlers: Handlers = {
  manufacturer: (call, context) => answerLookup('manufacturer', call, context),
  brand: (call, context) => answerLookup('brand', call, context),
  distributor: (call, context) => answerLookup('distributor', call, context),
  retailer: (call, context) => answerLookup('retailer', call, context),
  item: answerItems,
  contentPlusStatus: (call, context) => answerStatus('contentplus', call, context),
  publishContentPlus: (call, context) => acknowledgeFeed('contentplus', call, context),
  createItems: (call, context) => acknowledgeFeed('create', call, context),
  updateItem: (call, context) => acknowledgeFeed('update', call, context),
  refreshItems: (call, context) => acknowledgeFeed('refresh', call, context),
  itemFeedStatus: (call, context) => answerStatus('items', call, context),
}

/** Specification, endpoints 1 to 4: the list, a page of the list, or the entry that the path names. */
async function answerLookup(
  kind: LookupKind,
  { identifier, values }: Pick<Call<LookupKind>, 'identifier' | 'values'>,
  { storage, namespaceBase }: ApiContext,
): Promise<Answer> {
  // The page is ignored for a single entry, as it is for a single item.
  const { idx = 0, limit } = identifier === undefined ? values : {}
  const found = await storage.reader(catalogReader).lookup(kind, {
    id: identifier,
    idx,
    limit,
  })
  if (identifier !== undefined && found.total === 0) throw notFound(`There is no ${kind} ${identifier}.`)
  const envelope = {
    numberOfResults: String(found.total),
    resultsPerPage: String(limit ?? maxInteger),
    startIndex: String(idx),
  }
  const xml = lookupDocuments[kind](envelope, found.entries, namespaceBase)
  return { body: new TextEncoder().encode(xml) }
}

type Envelope = { numberOfResults: string; resultsPerPage: string; startIndex: string }
type Writer = (envelope: Envelope, entries: LookupEntry[], namespaceBase: string) => string

const lookupDocuments: Record<LookupKind, Writer> = {
  manufacturer: (envelope, manufacturer, namespaceBase) =>
    writeDocument(documents.manufacturers, { ...envelope, manufacturer }, { namespaceBase }),
  brand: (envelope, brand, namespaceBase) =>
    writeDocument(documents.brands, { ...envelope, brand }, { namespaceBase }),
  distributor: (envelope, distributor, namespaceBase) =>
    writeDocument(documents.distributors, { ...envelope, distributor }, { namespaceBase }),
  retailer: (envelope, retailer, namespaceBase) =>
    writeDocument(documents.retailers, { ...envelope, retailer }, { namespaceBase }),
}

type Upload = 'createItems' | 'updateItem' | 'refreshItems' | 'publishContentPlus'
type Status = 'itemFeedStatus' | 'contentPlusStatus'

const encode = (xml: string): Answer => ({ body: new TextEncoder().encode(xml) })

/** Specification, endpoints 7 to 10: stores the feed, then acknowledges it. */
async function acknowledgeFeed(
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
    return encode(writeDocument(kinds[kind].payload.acknowledgement, { feedId }, { namespaceBase }))
  } catch (error) {
    const refusal = refusalWords(error)
    throw refusal ? new ApiError(400, refusal.detail, { invalidParams: refusal.invalidParams }) : error
  }
}

/** Specification, endpoints 6 and 11. `limit` is the END of the window. */
async function answerStatus(
  family: PayloadName,
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
    ...encode(payloads[family].status.write(report, { namespaceBase })),
    headers: idempotencyKey === undefined ? undefined : { 'Idempotency-Key': idempotencyKey },
  }
}
