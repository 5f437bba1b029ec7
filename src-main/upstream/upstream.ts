import type { Query } from '../../src-shared/api/endpoints.ts'
import type { ImageParameterName } from '../../src-shared/api/item-parameters.ts'
import type { LookupEntry, LookupKind } from '../../src-shared/catalog/model.ts'
import type { FeedKind } from '../../src-shared/feeds/kinds/kinds.ts'
import type { FeedStatusReport } from '../../src-shared/feeds/outbox/model.ts'

/** Options of every call. An aborted signal ends the call, which then rejects with the signal's reason. */
export interface CallOptions {
  signal?: AbortSignal
  /** Asks caches on the way not to answer from earlier answers. */
  fresh?: boolean
  /** Called with the headers of every answer, whatever its status, before the status is judged. */
  onHeaders?: (headers: Readonly<Record<string, string>>) => void
}
export interface ItemPageOptions extends CallOptions {
  /** Makes the memory for a document of that many bytes; the document has its own memory when absent. */
  memory?: (length: number) => Uint8Array
}

interface LookupPage {
  total: number
  startIndex: number
  entries: LookupEntry[]
}

/** The query of an item search (endpoint 5); at least one selector, or an `id`. */
export interface ItemPageQuery extends Omit<Query<'item'>, ImageParameterName> {
  id?: string
  /** Ask for media: original and edited planogram pictures, and the front picture for shops. */
  media?: boolean
}

interface FeedToSend {
  kind: FeedKind
  body: Uint8Array
  /** Kind `update` only: the product code for the path. */
  upc?: string
  idempotencyKey: string
}

interface FeedStatusQuery extends Required<Query<'itemFeedStatus'>> {
  kind: FeedKind
  /** Absent (item feeds only): the caller's newest item feed. */
  feedId?: string
}

export interface MediaOptions extends CallOptions {
  /** Such as `bytes=100-`, to get the file only from there on. */
  range?: string
  /** The validator of the part that is already here; when the file has changed since, the answer is the whole file. */
  ifRange?: string
  /** The hosts that may be asked over https beside the service's own origin, also by redirects; any when absent. */
  hosts?: readonly string[]
}
export interface MediaAnswer {
  /** The status: 200, 206 for a part, or 304. */
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Uint8Array>
  /** Stops reading the answer. */
  discard(): void
}

export interface Upstream {
  /** The base address, without a version. */
  readonly address: string
  readonly username: string
  /** Makes the cheapest call; resolves when the service answers as expected. */
  probe(options?: CallOptions): Promise<void>
  lookups(kind: LookupKind, query?: Query<LookupKind>, options?: CallOptions): Promise<LookupPage>
  /** The bytes of an `items` answer, complete from its root's start tag to its end tag; not yet parsed. */
  itemPage(query: ItemPageQuery, options?: ItemPageOptions): Promise<Uint8Array>
  /** Sends a feed once, on a new connection, and resolves with the identifier that the service gave the feed. */
  submitFeed(feed: FeedToSend, options?: CallOptions): Promise<{ feedId: string }>
  /** The status of a feed; undefined when the service does not know the feed. */
  feedStatus(query: FeedStatusQuery, options?: CallOptions): Promise<FeedStatusReport | undefined>
  /** Fetches a file by its full address. Only the service's own origin gets the credentials. */
  media(url: string, options?: MediaOptions): Promise<MediaAnswer>
  close(): Promise<void>
}
