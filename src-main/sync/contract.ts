/** The sync of a workspace, as the rest of the program sees it. */
import type { QuarantinedPage, SyncPlan, SyncSettings, SyncState } from '../../src-shared/sync/model.ts'

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

export interface Sync {
  state(): Promise<SyncState>
  /**
   * Starts a run, or continues the unfinished run of the same plan. During a run another is queued behind it, since the
   * present run may already have passed what the caller knows to be new. Resolves with the state right after.
   * @throws PlainError `BUSY` or `CLOSED`
   */
  start(options?: SyncStart): Promise<SyncState>
  /** Resolves when no run is going on. */
  finished(): Promise<SyncState>
  /** Stops until a person resumes it. */
  pause(): Promise<SyncState>
  /** Continues the paused run at once, whatever the run waits for. @throws PlainError `NOT_PAUSED` */
  resume(): Promise<SyncState>
  cancel(): Promise<SyncState>
  settings(): Promise<SyncSettings>
  /** Applied at once, also to the running run. */
  setSettings(settings: SyncSettings): Promise<SyncSettings>
  quarantine(): Promise<QuarantinedPage[]>
  /** @throws PlainError `PAGE_NOT_FOUND` */
  quarantinedAnswer(id: number): Promise<{ text: string; cut: boolean }>
  /** Asks for one page, or for all, again. @throws PlainError `PAGE_NOT_FOUND` */
  retryQuarantined(id?: number): Promise<{ kept: number; remaining: number; message: string }>
  dropQuarantined(id: number): Promise<QuarantinedPage[]>
  /** Stops without ending the run: the next start continues it. */
  close(): Promise<void>
}

export type SyncErrorCode = 'BUSY' | 'CLOSED' | 'NOT_PAUSED' | 'PAGE_NOT_FOUND'
