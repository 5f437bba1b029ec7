import * as z from 'zod'

/**
 * Which pictures of an item are stored offline: its front; its front, left and right; or all pictures of
 * its record.
 */
export const pictureViews = ['front', 'sides', 'all'] as const
export type PictureViews = (typeof pictureViews)[number]

/** Minimum quota in bytes: with less, showing one item would remove the pictures of another. */
const minQuota = 1_000_000

export const pictureChoice = z.object({
  views: z.enum(pictureViews),
  /** Maximum pixels of the longer side of stored pictures; null: the original size. */
  longestSide: z.int().min(300).max(6000).nullable(),
  /** Maximum bytes on this computer, in addition to the pictures of pinned items; null: no limit. */
  quota: z.int().min(minQuota).nullable(),
})
export type PictureChoice = z.infer<typeof pictureChoice>

export const defaultPictureChoice: PictureChoice = { views: 'all', longestSide: null, quota: 20_000_000_000 }

/** Work on all pictures: fetch missing ones, verify stored ones, or delete unused files. */
export const pictureWorks = ['download', 'verify', 'sweep'] as const
export type PictureWork = (typeof pictureWorks)[number]

/** `fit`: removes or reduces stored pictures after a choice of fewer views or a smaller size. */
export type PictureTask = PictureWork | 'fit'

export interface PictureRun {
  work: PictureTask
  done: number
  /** Absent while unknown. */
  total?: number
  /** Fetched, verified or freed. */
  bytes: number
}

export interface PictureOutcome {
  work: PictureTask
  /** ISO 8601. */
  endedAt: string
  ok: boolean
  /** Whether it was stopped or failed before it processed all pictures. */
  endedEarly?: boolean
  /** The result in words. */
  summary: string
}

export interface PictureState {
  choice: PictureChoice
  /**
   * Whether pictures are fetched from a service. If not, this workspace has the originals, and none is ever
   * removed.
   */
  fetches: boolean
  /** Number of different files, and their total bytes. */
  files: number
  bytes: number
  /** Bytes of thumbnails and previews; they count towards the quota. */
  derivedBytes: number
  /** Bytes of the pictures generated for clients of the local API; they have a separate limit. */
  servedBytes: number
  servedLimit: number
  /** Bytes of partially downloaded files. */
  partialBytes: number
  pinnedItems: number
  pinnedBytes: number
  /** The number of addresses whose picture could not be fetched, and the reason for one of them. */
  failed: number
  failure?: string
  /** The number of pictures removed or not fetched because of the quota. */
  leftOut: number
  running?: PictureRun
  last?: PictureOutcome
}

/** The pictures of one item on this computer. */
export interface ItemPictureState {
  fetches: boolean
  pinned: boolean
  /** The number of pictures in the record, the number stored, and the bytes of those. */
  named: number
  kept: number
  bytes: number
  /** Whether pictures are being fetched. */
  fetching: boolean
  failures: { sourceUrl: string; reason: string }[]
}

/** What a choice would free: the number of deleted and of reduced files, and the approximate bytes. */
export interface PictureRelease {
  removed: number
  reduced: number
  bytes: number
}

/** A picture that could not be fetched. */
export interface PictureFailureRow {
  address: string
  reason: string
  /** Consecutive failures. */
  attempts: number
  /** ISO 8601. */
  failedAt: string
  /** The time of the next automatic retry; absent: with the next sync. */
  retryAt?: string
  /** Absent when the record no longer exists. */
  item?: { id: string; name: string }
  view?: string
}

/** Maximum bytes of one picture file, downloaded or added. */
export const maxPictureBytes = 50 * 1024 * 1024

/** Maximum addresses of one `media.ofAddresses` call. */
export const maxAddresses = 200

/** The picture at an address that a record or a draft names. */
export interface AddressPicture {
  /** Address on this host of the file; absent while the picture is not stored. */
  url?: string
  thumbnail?: string
  /** A blurred preview as a `data:` address. */
  placeholder?: string
  mimeType: string
  /** Pixels; absent while the picture is not stored. */
  width?: number
  height?: number
  /** Whether a person added it on this computer. No service can fetch such a picture from its address. */
  isAdded: boolean
  /** Why the last attempt to fetch it failed. */
  failure?: string
  /** Whether this workspace can try to fetch it: it is connected to a service. */
  fetches: boolean
}

/** A picture that a person added. */
export interface AddedPicture extends AddressPicture {
  /** The address to write into a feed. */
  address: string
}
