import * as z from 'zod'

/** Which of an item's pictures are kept offline: its front; its front, left and right; or all its record names. */
export const pictureViews = ['front', 'sides', 'all'] as const
export type PictureViews = (typeof pictureViews)[number]

/** The smallest quota in bytes: with less, showing one item would remove the pictures of another. */
const minQuota = 1_000_000

export const pictureChoice = z.object({
  views: z.enum(pictureViews),
  /** The longest side of kept pictures in pixels; null: the original size. */
  longestSide: z.int().min(300).max(6000).nullable(),
  /** The most bytes on this computer, besides the pictures of pinned items; null: no limit. */
  quota: z.int().min(minQuota).nullable(),
})
export type PictureChoice = z.infer<typeof pictureChoice>

export const defaultPictureChoice: PictureChoice = { views: 'all', longestSide: null, quota: 20_000_000_000 }

/** Work on all pictures: fetch missing ones, verify kept ones, or remove unused files. */
export const pictureWorks = ['download', 'verify', 'sweep'] as const
export type PictureWork = (typeof pictureWorks)[number]

/** `fit`: removes or reduces kept pictures after a choice of fewer views or a smaller size. */
export type PictureTask = PictureWork | 'fit'

export interface PictureRun {
  work: PictureTask
  done: number
  /** Absent while it is not known. */
  total?: number
  /** Fetched, verified or freed. */
  bytes: number
}

export interface PictureOutcome {
  work: PictureTask
  /** ISO 8601. */
  endedAt: string
  ok: boolean
  /** Whether it was stopped, or failed: then it did not go over all pictures. */
  endedEarly?: boolean
  /** The outcome in words. */
  summary: string
}

export interface PictureState {
  choice: PictureChoice
  /** Whether pictures come from a service. If not, this workspace has the originals, and none is ever removed. */
  fetches: boolean
  /** Different files, and their bytes. */
  files: number
  bytes: number
  /** Bytes of thumbnails and previews; they count towards the quota. */
  derivedBytes: number
  /** Bytes of the pictures made for clients of the local API; they have a limit of their own. */
  servedBytes: number
  servedLimit: number
  /** Bytes of partly fetched files. */
  partialBytes: number
  pinnedItems: number
  pinnedBytes: number
  /** The number of addresses whose picture could not be fetched, and the reason of one. */
  failed: number
  failure?: string
  /** The number of pictures removed or not fetched because the quota is reached. */
  leftOut: number
  running?: PictureRun
  last?: PictureOutcome
}

/** The pictures of one item on this computer. */
export interface ItemPictureState {
  fetches: boolean
  pinned: boolean
  /** The number of pictures in the record, the number of kept ones, and their bytes. */
  named: number
  kept: number
  bytes: number
  /** Whether pictures are being fetched. */
  fetching: boolean
  failures: { sourceUrl: string; reason: string }[]
}

/** What a choice would free: removed files, reduced files, and the approximate bytes. */
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
  /** The time of the next automatic attempt; absent: with the next sync. */
  retryAt?: string
  /** Absent when the record no longer exists. */
  item?: { id: string; name: string }
  view?: string
}
