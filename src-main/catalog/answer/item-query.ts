import type { ApiVersion } from '../../../src-shared/api/endpoint.ts'
import type { ScannedMedium } from '../scan/scanned-item.ts'

export type ItemProfile = 'complete' | 'standard' | 'listing' | 'analytics'

/**
 * An item search of the service API with validated parameters (specification, endpoint 5). Empty values are
 * absent.
 */
export interface ItemQuery {
  /** A single item by its identifier; the selectors below are then ignored. */
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
  /** `none`: no media. `gaps`: the response lists where each record's media belong, for `spliceMedia`. */
  media: 'none' | 'gaps'
}

/** The position in a response where a record's `<media>` was cut out. */
export interface MediaGap {
  /** Byte offset in the answer's body. */
  offset: number
  id: string
  gtin14: string
  /** The media of the record. */
  media: ScannedMedium[]
}

/** Concatenated records. */
export interface ItemBodies {
  /** The `<item>` elements as UTF-8. */
  body: Uint8Array
  /** Empty unless the query requested gaps. */
  gaps: MediaGap[]
}
