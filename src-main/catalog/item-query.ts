import type { ApiVersion } from '../../src-shared/api/endpoint.ts'
import type { ScannedMedium } from './scanned-item.ts'

export type ItemProfile = 'complete' | 'standard' | 'listing' | 'analytics'

/** An item search of the service, its parameters checked (specification, endpoint 5). Empty values are absent. */
export interface ItemQuery {
  /** One item by its identifier; every selector below is then left aside. */
  id?: string | undefined
  q?: string | undefined
  m?: string | undefined
  b?: string | undefined
  upc?: string | undefined
  /** `YYYYMMDD`, inclusive, UTC. */
  since?: string | undefined
  until?: string | undefined
  /** `true`: verified items only. */
  verified?: boolean | undefined
  idx: number
  limit: number
  version: ApiVersion
  profile: ItemProfile
  /** `none`: no media. `gaps`: the answer says where each record's media belong, for `spliceMedia`. */
  media: 'none' | 'gaps'
}

/** Where one record's `<media>` was cut out of an answer. */
export interface MediaGap {
  /** Byte offset in the answer's body. */
  offset: number
  id: string
  gtin14: string
  /** The media as the record has them. */
  media: ScannedMedium[]
}

export interface ItemAnswer {
  /** The `<item>` elements, one after the other, as UTF-8. */
  body: Uint8Array
  /** Items in the body. */
  count: number
  /** Items the selection holds. */
  total: number
  /** Empty unless they were asked for. */
  gaps: MediaGap[]
}
