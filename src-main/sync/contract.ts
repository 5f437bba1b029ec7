import type { SyncPlan } from '../../src-shared/sync/model.ts'

/** What sync needs of the media room. */
export interface PictureDownload {
  /** Downloads the missing pictures. Resolves with a remark when some could not be fetched. */
  download(options: {
    signal: AbortSignal
    onProgress(progress: { done: number; total: number; bytes: number }): void
  }): Promise<string | undefined>
}

export interface SyncStart {
  /** Asks for the full plan in the profile of the settings. */
  full?: boolean | undefined
  /** When absent, the run brings what changed, or continues the run that left the copy incomplete. */
  plan?: SyncPlan | undefined
}

export type SyncErrorCode = 'BUSY' | 'CLOSED' | 'NOT_PAUSED' | 'PAGE_NOT_FOUND'
