/**
 * The sync room: keeps this workspace's copy of the service's catalog complete. It owns the tables `sync_run` and
 * `sync_watermark`; a page of items and the checkpoint behind it are one transaction, so that a run that was cut
 * off anywhere continues where it was.
 */
import type { SyncState } from '../../src-shared/rpc/sync-contract.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Storage } from '../storage/storage.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** What sync needs of the media room: bring the missing pictures down. */
export interface PictureDownload {
  download(options: {
    signal: AbortSignal
    onProgress(progress: { done: number; total: number; bytes: number }): void
  }): Promise<void>
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
}

export interface Sync {
  state(): Promise<SyncState>
  /**
   * Starts a run, or continues the one that ended before its time; the state right after. A run that is going on is
   * left to it, and another follows it: it may already have passed what the caller knows to be new.
   * @throws SyncError
   */
  start(options?: { full?: boolean }): Promise<SyncState>
  /** Resolves when the running run has ended, with how; at once when there is none. */
  finished(): Promise<SyncState>
  cancel(): Promise<SyncState>
  /** Stops without ending the run: the next start continues it. */
  close(): Promise<void>
}

export type SyncErrorCode = 'BUSY' | 'CLOSED'

/** A run cannot be started now. */
export class SyncError extends Error {
  readonly code: SyncErrorCode
  constructor(code: SyncErrorCode, message: string) {
    super(message)
    this.name = 'SyncError'
    this.code = code
  }
}
