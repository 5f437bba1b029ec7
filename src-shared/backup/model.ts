import * as z from 'zod'
import { say } from '../texts/say.ts'
import { folderPath, type WorkspaceRole } from '../workspace/model.ts'

const backupRhythms = ['off', 'daily', 'hourly'] as const

export type BackupRhythm = (typeof backupRhythms)[number]

export const backupPlan = z.object({
  /** An absolute path; absent means the usual place on this computer. */
  folder: folderPath.optional(),
  /** How often a backup is made while the program runs. */
  rhythm: z.enum(backupRhythms),
  /** The number of days whose newest backup is kept. */
  keepDaily: z.int().min(1, say`Keep at least one`).max(366),
  /** The number of weeks whose newest backup is kept, besides the daily ones. */
  keepWeekly: z.int().min(0).max(520),
})

/** How one workspace is backed up on this computer. */
export type BackupPlan = z.infer<typeof backupPlan>

/** What a backup holds, as noted when it was made. */
export interface BackupContents {
  name: string
  role: WorkspaceRole
  /** Address and user name of the service; the password is never in a backup. */
  connection?: { address: string; username: string }
  items: number
  drafts: number
  feeds: number
  /** The names of the first feeds that wait to be sent; absent in older backups. */
  waitingFeeds?: string[]
  pictures: number
  /** ISO 8601: up to when the copy of the service's catalog is complete. */
  completeUpTo?: string
}

export interface Backup extends BackupContents {
  /** Its folder. */
  directory: string
  /** ISO 8601 */
  madeAt: string
  /** Version of the program that made it. */
  version: string
  databaseBytes: number
  pictureBytes: number
}

export interface BackupProgress {
  phase: 'database' | 'check' | 'pictures'
  done: number
  total: number
}

export interface BackupState {
  plan: BackupPlan
  /** The folder that holds the backups of this workspace. */
  folder: string
  /** Newest first. */
  backups: Backup[]
  running?: BackupProgress
  /** Why the last backup was not made. `away`: its folder is missing; the backup is made when the folder is there again. */
  failure?: { at: string; message: string; away?: true }
  nextAt?: string
}

/** A backup and the open workspace, for a person who decides whether to restore it. */
export interface RestorePreview {
  backup: Backup
  /** The open workspace, whose folder would be renamed; absent while none is open. */
  present?: BackupContents & { directory: string }
  /** The folder suggested for restoring it as a workspace of its own. */
  suggestedDirectory: string
}

export const restoreInput = z.object({
  /** The backup's folder. */
  backup: folderPath,
  /** `beside`: as a workspace of its own; `instead`: in place of the open one, which is kept under another name. */
  mode: z.enum(['beside', 'instead']),
  /** With `beside`: the folder to make. */
  directory: folderPath.optional(),
})
export type RestoreInput = z.infer<typeof restoreInput>
