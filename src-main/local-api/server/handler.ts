import type { ApiVersion } from '../../../src-shared/api/endpoint.ts'
import type { EndpointName, Query } from '../../../src-shared/api/endpoints.ts'
import type { cacheAnswers, FoundItems, ItemBodies, ItemQuery } from '../../catalog/index.ts'
import type { FeedIntake } from '../../feeds/targets/sandbox/index.ts'
import type { MediaSource } from '../../media/index.ts'
import type { Storage } from '../../storage/index.ts'
import type { Body, KeptBody } from './answers/body.ts'
import type { ImageAddresses } from './answers/pictures.ts'
import type { ServiceConditions } from './service-conditions.ts'

/** What a handler needs to answer. */
export interface ApiContext {
  storage: Storage
  feedIntake: FeedIntake
  namespaceBase: string
  images: ImageAddresses
  media: MediaSource
  /** Answers item searches, from the catalog's cache of whole answers where possible. */
  items: ReturnType<typeof cacheAnswers>
  /** The records of a large answer. */
  largeItems(query: ItemQuery, found: FoundItems): Promise<ItemPieces>
  conditions: Readonly<ServiceConditions>
}

/** The records of a large answer, all as they were at one moment, however long a client takes to read them. */
export interface ItemPieces {
  count: number
  total: number
  pieces(): AsyncGenerator<ItemBodies>
  release(): void
}

/** One call that has passed every check of its endpoint's declaration. */
export interface Call<Name extends EndpointName = EndpointName> {
  version: ApiVersion
  /** The path's variable, decoded. */
  identifier?: string
  values: Query<Name>
  username: string
  /** E.g. `http://127.0.0.1:4321`, with the host name that the caller used. */
  origin: string
  /** HEAD: the body is not sent. */
  headOnly: boolean
  /** Reads the posted payload; only uploads do. */
  body(): Promise<Uint8Array>
  idempotencyKey?: string
}

/** The document to answer with, as UTF-8. */
export interface Answer {
  body: Body
  /** Frees what the body is made from; called once, when the client has taken it, or it is not sent. */
  release?: () => void
  /** The same body while it is kept, for an answer that is worth keeping and not kept by itself. */
  again?: () => KeptBody | undefined
  /** Item records in it, which count towards the daily limit. */
  items?: number
  headers?: Record<string, string>
}

/** Answers one endpoint. Each has its row in handlers.ts. */
export type Handler<Name extends EndpointName = EndpointName> = (
  call: Call<Name>,
  context: ApiContext,
) => Promise<Answer>
export type Handlers = { [Name in EndpointName]: Handler<Name> }
