/**
 * The sync room: keeps this workspace's copy of the service's catalog complete. It owns the tables whose names begin
 * with `sync_`. A run is a plan cut into slices; a page of items and the checkpoint behind it are one transaction, so
 * that a run that was cut off anywhere continues where it was.
 */
import type { QuarantinedPage, SyncPlan, SyncSettings, SyncState } from '../../src-shared/sync/model.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { PowerState } from '../platform/power.ts'
import type { Storage } from '../storage/index.ts'
import type { Upstream } from '../upstream/index.ts'

/** What sync needs of the media room: bring the missing pictures down. */
export interface PictureDownload {
  download(options: {
    signal: AbortSignal
    onProgress(progress: { done: number; total: number; bytes: number }): void
    /** What is to be said of those that could not be fetched. */
  }): Promise<string | undefined>
}

export interface SyncOptions {
  storage: Storage
  /** The workspace's folder; `sync.lock` in it lets one process sync at a time. */
  directory: string
  upstream: Upstream
  media?: PictureDownload
  clock?: Clock
  log?: Logger
  /** Items asked for at a time; a service that returns fewer is followed. */
  pageSize?: number
  /** Items in a slice, where days allow: so deep the service is paged. */
  sliceSize?: number
  /** Whether to start runs by itself, as the settings say. */
  scheduled?: boolean
  power?: PowerState
}

export interface SyncStart {
  /** Stands for the full plan in the profile of the settings. */
  full?: boolean | undefined
  /** Absent: what changed, or whatever kept the copy from being complete. */
  plan?: SyncPlan | undefined
}

export interface Sync {
  state(): Promise<SyncState>
  /**
   * Starts a run, or continues the one of that plan which ended before its time; the state right after. A run that is
   * going on is left to it, and another follows it: it may already have passed what the caller knows to be new.
   * @throws SyncError
   */
  start(options?: SyncStart): Promise<SyncState>
  /** Resolves when the running run has ended, with how; at once when there is none. */
  finished(): Promise<SyncState>
  /** Stops until a person resumes it. */
  pause(): Promise<SyncState>
  /** Goes on with the paused run at once, whatever it waits for. @throws SyncError */
  resume(): Promise<SyncState>
  cancel(): Promise<SyncState>
  settings(): Promise<SyncSettings>
  /** Applied at once, also to the running run. */
  setSettings(settings: SyncSettings): Promise<SyncSettings>
  quarantine(): Promise<QuarantinedPage[]>
  /** @throws SyncError `PAGE_NOT_FOUND` */
  quarantinedAnswer(id: number): Promise<{ text: string; cut: boolean }>
  /** Asks for one page, or for all, again. @throws SyncError `PAGE_NOT_FOUND` */
  retryQuarantined(id?: number): Promise<{ kept: number; remaining: number; message: string }>
  dropQuarantined(id: number): Promise<QuarantinedPage[]>
  /** Stops without ending the run: the next start continues it. */
  close(): Promise<void>
}

export type SyncErrorCode = 'BUSY' | 'CLOSED' | 'NOT_PAUSED' | 'PAGE_NOT_FOUND'

/** What sync cannot do now. */
export class SyncError extends Error {
  readonly code: SyncErrorCode
  constructor(code: SyncErrorCode, message: string) {
    super(message)
    this.name = 'SyncError'
    this.code = code
  }
}
