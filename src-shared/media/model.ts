import * as z from 'zod'

/** Which of an item's pictures are kept offline: its front; its front, left and right; or all its record names. */
export const pictureViews = ['front', 'sides', 'all'] as const

export type PictureViews = (typeof pictureViews)[number]

/** The least room for pictures that can be chosen, in bytes: below it every look at an item would push another out. */
export const leastQuota = 1_000_000

export const pictureChoice = z.object({
  views: z.enum(pictureViews),
  /** Pixels of the longest side of what is kept; null: as the source has it. */
  longestSide: z.int().min(300).max(6000).nullable(),
  /** Bytes on this computer, beside which pinned items are kept all the same; null: without a limit. */
  quota: z.int().min(leastQuota).nullable(),
})

export type PictureChoice = z.infer<typeof pictureChoice>

export const defaultPictureChoice: PictureChoice = { views: 'all', longestSide: null, quota: 20_000_000_000 }

/** What goes over all the pictures: fetches what is missing, verifies what is kept, or clears away what nothing needs. */
export const pictureWorks = ['download', 'verify', 'sweep'] as const

export type PictureWork = (typeof pictureWorks)[number]

/** `fit`: what is kept is brought in line with a choice of fewer views or a smaller size. */
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
  /** What it came to, in words. */
  summary: string
}

export interface PictureState {
  choice: PictureChoice
  /** Whether pictures come from a service. Where none do, this workspace is their home: nothing is ever removed. */
  fetches: boolean
  /** Different files, and their bytes. */
  files: number
  bytes: number
  /** Of the thumbnails and previews made from them; counted within the room like the files. */
  derivedBytes: number
  /** Of what the local API has made for its clients, beside the room, with a limit of its own. */
  servedBytes: number
  servedLimit: number
  /** Of parts of files on their way. */
  partialBytes: number
  pinnedItems: number
  pinnedBytes: number
  /** Addresses whose picture could not be fetched, and one reason of many. */
  failed: number
  failure?: string
  /** Pictures removed, or never fetched, because the room is full. */
  leftOut: number
  running?: PictureRun
  last?: PictureOutcome
}

/** The pictures of one item on this computer. */
export interface ItemPictureState {
  fetches: boolean
  pinned: boolean
  /** Pictures its record names, how many of them are here, and their bytes. */
  named: number
  kept: number
  bytes: number
  /** They are being fetched. */
  fetching: boolean
  failures: { sourceUrl: string; reason: string }[]
}

/** What a choice would free: files removed, files made smaller, and about how many bytes. */
export interface PictureRelease {
  removed: number
  reduced: number
  bytes: number
}

/** A picture that could not be fetched. */
export interface PictureFailureRow {
  address: string
  reason: string
  /** Failures in a row. */
  attempts: number
  /** ISO 8601. */
  failedAt: string
  /** Not tried again by itself before; absent: with the next sync. */
  retryAt?: string
  /** Absent when its record is gone. */
  item?: { id: string; name: string }
  view?: string
}
