import { say } from '../../texts/say.ts'
import {
  type DocumentDescription,
  type Group,
  parseDocument,
  type ValueOf,
  writeDocument,
} from '../../vocabulary/kit/kit.ts'
import type { FeedCounters, FeedProgress, FeedStatusReport, ItemResult } from './status-report.ts'

/** How a feed ended for its sender; `unknown` if a person settled a feed without an answer of the service. */
export type FeedEnd = 'open' | 'lost' | 'arrived' | 'unknown'

/** The status document of a payload type: its endpoint, its reader and its writer. */
export interface StatusDocument {
  readonly endpoint: 'itemFeedStatus' | 'contentPlusStatus'
  /** Name of the root element. */
  readonly root: string
  /**
   * Parses the document. @param offset index of the first requested item, for items without an index
   * @returns the report, or why the bytes are not this document
   */
  readonly read: (
    bytes: Uint8Array,
    offset: number,
    namespaceBase: string | undefined,
  ) => { value: FeedStatusReport } | { why: string }
  readonly write: (progress: FeedProgress, options?: { namespaceBase?: string | undefined }) => string
  /** The report that a client would read from the written document. */
  readonly reportOf: (progress: FeedProgress, offset: number) => FeedStatusReport
  /** Ingestion status of an item for which the service has reported nothing. */
  readonly statusOfEnd: Readonly<Record<FeedEnd, string>>
}

/** Members that all status documents have. */
type CommonMember =
  | 'feedId'
  | 'feedStatus'
  | 'itemsReceived'
  | 'itemsSucceeded'
  | 'itemsProcessing'
  | 'offset'
  | 'limit'
type CommonStatus = Partial<Record<CommonMember, string>>

interface StatusTraits<G extends Group> extends Pick<StatusDocument, 'endpoint' | 'statusOfEnd'> {
  document: DocumentDescription<G>
  /** From the parsed document to the common form. */
  report: (status: ValueOf<G>, offset: number) => FeedStatusReport
  /** From the receiver's form to the document. */
  status: (progress: FeedProgress) => ValueOf<G>
}

/** Describes a status document. */
export const statusDocument = <G extends Group>({
  document,
  report,
  status,
  ...traits
}: StatusTraits<G>): StatusDocument => ({
  ...traits,
  root: document.root,
  read(bytes, offset, namespaceBase) {
    const { value, problems } = parseDocument(document, bytes, { namespaceBase })
    return value === undefined
      ? { why: problems[0]?.message ?? say`it is a different document.` }
      : { value: report(value, offset) }
  },
  write: (progress, options) => writeDocument(document, status(progress), options),
  reportOf: (progress, offset) => report(status(progress), offset),
})

/** A counter of the service; 0 if absent or not a number. */
export const countOf = (text: string | undefined): number =>
  text && /^\d+$/.test(text.trim()) ? Number(text) : 0

/** @param otherwise index of an entry without a valid index */
export const indexOf = ({ index }: { index?: string | undefined }, otherwise: number): number =>
  index && /^\d+$/.test(index.trim()) ? Number(index) : otherwise

/** The common members of a status document. */
export const commonStatus = ({
  feedId,
  feedStatus,
  counters,
  offset,
  limit,
}: FeedProgress): Record<CommonMember, string> => ({
  feedId,
  feedStatus,
  itemsReceived: String(counters.received),
  itemsSucceeded: String(counters.succeeded),
  itemsProcessing: String(counters.processing),
  offset: String(offset),
  limit: String(limit),
})

/** The report of the common members; `counters` and `results` differ by document. */
export const reportOfStatus = (
  { feedId = '', feedStatus = '', itemsReceived, itemsProcessing }: CommonStatus,
  counters: Pick<FeedCounters, 'succeeded' | 'failed'>,
  results: ItemResult[],
): FeedStatusReport => ({
  feedId,
  feedStatus,
  counters: { received: countOf(itemsReceived), processing: countOf(itemsProcessing), ...counters },
  results,
})
