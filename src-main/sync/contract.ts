import type { SyncPlan } from '../../src-shared/sync/model.ts'

/** The part of the media room that sync uses. */
export interface PictureDownload {
  /** Downloads the missing pictures. Resolves with a remark if some failed. */
  download(options: {
    signal: AbortSignal
    onProgress(progress: { done: number; total: number; bytes: number }): void
  }): Promise<string | undefined>
}

export interface SyncStart {
  /** Runs the full plan in the profile of the settings. */
  full?: boolean | undefined
  /** When absent, the run fetches changes, or continues a run that left the copy incomplete. */
  plan?: SyncPlan | undefined
}

export type SyncErrorCode = 'BUSY' | 'CLOSED' | 'NOT_PAUSED' | 'PAGE_NOT_FOUND'
