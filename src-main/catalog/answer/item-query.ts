import type { ApiVersion } from '../../../src-shared/api/endpoint.ts'
import type { ScannedMedium } from '../scan/scanned-item.ts'

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

/** Records, one after the other. */
export interface ItemBodies {
  /** The `<item>` elements as UTF-8. */
  body: Uint8Array
  /** Empty unless they were asked for. */
  gaps: MediaGap[]
}

export interface ItemAnswer extends ItemBodies {
  /** Items in the answer. */
  count: number
  /** Items the selection holds. */
  total: number
  /** Of a large answer, whose body is empty: what is to be read piece by piece. */
  large?: FoundItems
}

/** Items that were found and not read. */
export interface FoundItems {
  /** Row numbers, in order. */
  seqs: Uint32Array
  total: number
  /** The number of the last change to items when they were found: they hold as long as it is the same. */
  changeNumber: number
}
