import type { Query } from '../../src-shared/api/endpoints.ts'
import type { ImageParameterName } from '../../src-shared/api/item-parameters.ts'
import type { LookupEntry, LookupKind } from '../../src-shared/catalog/model.ts'
import type { FeedKind } from '../../src-shared/feeds/kinds/kinds.ts'
import type { FeedStatusReport } from '../../src-shared/feeds/status/status-report.ts'

/** Options of every call. Aborting the signal ends the call, which rejects with the signal's reason. */
export interface CallOptions {
  signal?: AbortSignal
  /** Requests a response that is not from a cache on the way. */
  fresh?: boolean
  /** Called with the headers of every response, of any status, before the status is checked. */
  onHeaders?: (headers: Readonly<Record<string, string>>) => void
}
export interface ItemPageOptions extends CallOptions {
  /** Allocates memory for a document of that many bytes; new memory when absent. */
  memory?: (length: number) => Uint8Array
}

interface LookupPage {
  total: number
  startIndex: number
  entries: LookupEntry[]
}

/** Query of an item search (endpoint 5): an `id`, or at least one other selector. */
export interface ItemPageQuery extends Omit<Query<'item'>, ImageParameterName> {
  id?: string
  /** Include media: original and edited planogram pictures, and the front picture for shops. */
  media?: boolean
}

interface FeedToSend {
  kind: FeedKind
  body: Uint8Array
  /** The product code in the path; for the kind `update` only. */
  upc?: string
  idempotencyKey: string
}

interface FeedStatusQuery extends Required<Query<'itemFeedStatus'>> {
  kind: FeedKind
  /** Absent (item feeds only): the newest item feed of the caller. */
  feedId?: string
}

export interface MediaOptions extends CallOptions {
  /** For example `bytes=100-`, to fetch the file from that byte on. */
  range?: string
  /**
   * Validator of the part already stored. If the file has changed since, the response is the complete file.
   */
  ifRange?: string
  /**
   * Hosts allowed over https in addition to the service's own origin, also for redirects; any when absent.
   */
  hosts?: readonly string[]
}
export interface MediaAnswer {
  /** The status: 200, 206 for a part, or 304. */
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Uint8Array>
  /** Stops reading the response. */
  discard(): void
}

export interface Upstream {
  /** The base URL, without a version. */
  readonly address: string
  readonly username: string
  /** Makes the cheapest call; resolves if the service responds as expected. */
  probe(options?: CallOptions): Promise<void>
  lookups(kind: LookupKind, query?: Query<LookupKind>, options?: CallOptions): Promise<LookupPage>
  /**
   * The bytes of an `items` document, checked to be complete from the root's start tag to its end tag, but
   * not parsed.
   */
  itemPage(query: ItemPageQuery, options?: ItemPageOptions): Promise<Uint8Array>
  /** Sends a feed once, on a new connection. Resolves with the identifier that the service assigned. */
  submitFeed(feed: FeedToSend, options?: CallOptions): Promise<{ feedId: string }>
  /** The status of a feed; undefined if the service does not know it. */
  feedStatus(query: FeedStatusQuery, options?: CallOptions): Promise<FeedStatusReport | undefined>
  /** Downloads a file by its full URL. Only the service's own origin receives the credentials. */
  media(url: string, options?: MediaOptions): Promise<MediaAnswer>
  /**
   * Checks without a call whether `media` would refuse an address.
   * @param hosts as in `MediaOptions`
   * @throws UpstreamError `refused`
   */
  checkMediaAddress(url: string, hosts: readonly string[]): void
  close(): Promise<void>
}
