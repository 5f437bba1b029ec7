import type { ApiVersion } from '../../../src-shared/api/endpoint.ts'
import type { EndpointName, Query } from '../../../src-shared/api/endpoints.ts'
import { type LocalApiConditions, noConditions } from '../../../src-shared/local-api/model.ts'
import type { FoundItems, ItemAnswer, ItemQuery } from '../../catalog/index.ts'
import type { MediaSource } from '../../media/index.ts'
import type { FeedIntake } from '../../sandbox/index.ts'
import type { Storage } from '../../storage/index.ts'
import type { ItemPieces } from './item-answer.ts'
import type { ImageAddresses } from './pictures.ts'
import type { Body } from './reply.ts'

/** What handlers work with. */
export interface ApiContext {
  storage: Storage
  feedIntake: FeedIntake
  namespaceBase: string
  images: ImageAddresses
  media: MediaSource
  /** Item searches, by the catalog's cache of whole answers. */
  answerItems(query: ItemQuery): Promise<ItemAnswer>
  /** The records of a large answer. */
  largeItems(query: ItemQuery, found: FoundItems): Promise<ItemPieces>
  conditions: Readonly<ServiceConditions>
}

/** One call, past every check that its endpoint's declaration allows to make. */
export interface Call<Name extends EndpointName = EndpointName> {
  version: ApiVersion
  /** The path's variable, decoded. */
  identifier?: string
  values: Query<Name>
  username: string
  /** `http://127.0.0.1:4321`, by the name the caller used. */
  origin: string
  /** HEAD: nobody will take the body. */
  headOnly: boolean
  /** Reads the posted payload; only uploads do. */
  body(): Promise<Uint8Array>
  idempotencyKey?: string
}

/** The document to answer with, as UTF-8. */
export interface Answer {
  body: Body
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

/**
 * Limits and faults an integrator can switch on, to see how a client bears them. All off by default. The server
 * reads the object anew for every request: change its members to change the service.
 */
export type ServiceConditions = Omit<LocalApiConditions, 'ingestionRate'>

export const fairWeather = (): ServiceConditions => ({ ...noConditions })
