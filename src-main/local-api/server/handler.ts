import type { ApiVersion } from '../../../src-shared/api/endpoint.ts'
import type { EndpointName, Query } from '../../../src-shared/api/endpoints.ts'
import type { cacheAnswers, FoundItems, ItemBodies, ItemQuery } from '../../catalog/index.ts'
import type { FeedIntake } from '../../feeds/targets/sandbox/index.ts'
import type { MediaSource } from '../../media/index.ts'
import type { AnsweringStorage } from '../../storage/index.ts'
import type { Body, KeptBody } from './answers/body.ts'
import type { ImageAddresses } from './answers/pictures.ts'
import type { ServiceConditions } from './service-conditions.ts'

/** What a handler needs to answer a call. */
export interface ApiContext {
  storage: AnsweringStorage
  feedIntake: FeedIntake
  namespaceBase: string
  images: ImageAddresses
  media: MediaSource
  /** Answers item searches, using the catalog's cache of complete answers where possible. */
  items: ReturnType<typeof cacheAnswers>
  /** The records of a large answer. */
  largeItems(query: ItemQuery, found: FoundItems): Promise<ItemPieces>
  conditions: Readonly<ServiceConditions>
}

/**
 * The records of a large answer. They all come from one snapshot, however long a client takes to read them.
 */
export interface ItemPieces {
  count: number
  total: number
  pieces(): AsyncGenerator<ItemBodies>
  release(): void
}

/** A call that has passed every check of its endpoint's declaration. */
export interface Call<Name extends EndpointName = EndpointName> {
  version: ApiVersion
  /** The decoded path variable. */
  identifier?: string
  values: Query<Name>
  username: string
  /** For example `http://127.0.0.1:4321`, with the host name that the caller used. */
  origin: string
  /** For HEAD: the body is not sent. */
  headOnly: boolean
  /** Reads the request body; only the upload endpoints call it. */
  body(): Promise<Uint8Array>
  idempotencyKey?: string
}

/** The document to answer with, as UTF-8. */
export interface Answer {
  body: Body
  /**
   * Frees the resources behind the body. Called once: after the client has received it, or when it is not
   * sent.
   */
  release?: () => void
  /** The same body while it is cached, for an answer that is worth caching but is not cached otherwise. */
  again?: () => KeptBody | undefined
  /** The number of item records in it; they count towards the daily limit. */
  items?: number
  headers?: Record<string, string>
}

/** Answers one endpoint. Each handler has an entry in handlers.ts. */
export type Handler<Name extends EndpointName = EndpointName> = (
  call: Call<Name>,
  context: ApiContext,
) => Promise<Answer>
export type Handlers = { [Name in EndpointName]: Handler<Name> }
