import type { Query } from '../../src-shared/api/endpoints.ts'
import type { ImageParameterName } from '../../src-shared/api/item-parameters.ts'
import type { LookupEntry, LookupKind } from '../../src-shared/catalog/model.ts'
import type { FeedKind } from '../../src-shared/drafts/model.ts'
import type { FeedStatusReport } from '../../src-shared/outbox/model.ts'

/** A call ends early when its signal is aborted; it then rejects with the signal's reason. */
export interface CallOptions {
  signal?: AbortSignal
  /** Asks that no store on the way answers with what was so before. */
  fresh?: boolean
  /** Told the headers of the answer, whatever its status, before it is judged. */
  onHeaders?: (headers: Readonly<Record<string, string>>) => void
}
export interface ItemPageOptions extends CallOptions {
  /** Where the document is put, so many bytes long; memory of its own when absent. */
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
  /** `bytes=100-`: from there on only. */
  range?: string
  /** The validator of what is already here; when the file is another by now, the whole of it is answered. */
  ifRange?: string
  /** Hosts that may be asked beside the service's own origin, over https, at every redirect; absent: any. */
  hosts?: readonly string[]
}
export interface MediaAnswer {
  /** 200, 206 for a part, or 304. */
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Uint8Array>
  /** Reads the answer no further. */
  discard(): void
}

export interface Upstream {
  /** The base address, without a version. */
  readonly address: string
  readonly username: string
  /** Asks the cheapest question there is; resolves when the service answers as it should. */
  probe(options?: CallOptions): Promise<void>
  lookups(kind: LookupKind, query?: Query<LookupKind>, options?: CallOptions): Promise<LookupPage>
  /** The bytes of an `items` answer, complete from its root's start tag to its end tag; not yet parsed. */
  itemPage(query: ItemPageQuery, options?: ItemPageOptions): Promise<Uint8Array>
  /** Sends a feed once, on a connection of its own, and resolves with the identifier the service gave it. */
  submitFeed(feed: FeedToSend, options?: CallOptions): Promise<{ feedId: string }>
  /** Undefined when the service knows no such feed. */
  feedStatus(query: FeedStatusQuery, options?: CallOptions): Promise<FeedStatusReport | undefined>
  /** A file by its full address. Credentials go along only to the service's own origin. */
  media(url: string, options?: MediaOptions): Promise<MediaAnswer>
  close(): Promise<void>
}
