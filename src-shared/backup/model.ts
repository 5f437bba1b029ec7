import * as z from 'zod'
import { say } from '../texts/say.ts'
import { folderPath, type WorkspaceRole } from '../workspace/model.ts'

/** Ending of the name of an archive: a workspace in one file. */
export const archiveEnding = '.catalogdesk'

const backupRhythms = ['off', 'daily', 'hourly'] as const

export type BackupRhythm = (typeof backupRhythms)[number]

export const backupPlan = z.object({
  /** An absolute path; absent means the default folder on this computer. */
  folder: folderPath.optional(),
  /** How often a backup is made while the program runs. */
  rhythm: z.enum(backupRhythms),
  /** The number of days for which the newest backup is kept. */
  keepDaily: z.int().min(1, say`Keep at least one`).max(366),
  /** The number of weeks for which the newest backup is kept, in addition to the daily ones. */
  keepWeekly: z.int().min(0).max(520),
})

/** Backup settings of one workspace on this computer. */
export type BackupPlan = z.infer<typeof backupPlan>

/** The contents of a backup, as recorded when it was made. */
export interface BackupContents {
  name: string
  role: WorkspaceRole
  /** Address and user name of the service; a backup never contains the password. */
  connection?: { address: string; username: string }
  items: number
  drafts: number
  feeds: number
  /** Names of the first feeds in the outbox; absent in older backups. */
  waitingFeeds?: string[]
  pictures: number
  /** ISO 8601: the time up to which the copy of the service's catalog is complete. */
  completeUpTo?: string
}

export interface Backup extends BackupContents {
  /** The folder of the backup. */
  directory: string
  /** ISO 8601 */
  madeAt: string
  /** Version of the program that made it. */
  version: string
  databaseBytes: number
  pictureBytes: number
  /** The S3 store that has the pictures, which are not in the backup; absent if they are in it. */
  picturesIn?: string
}

export interface BackupProgress {
  /** `archive`: writing the file of an archive. */
  phase: 'database' | 'check' | 'pictures' | 'archive'
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
  /**
   * Why the last backup failed. `away`: its folder is missing; the backup is made when the folder is
   * available again.
   */
  failure?: { at: string; message: string; away?: true }
  nextAt?: string
}

/** A backup and the open workspace, shown to a person before a restore. */
export interface RestorePreview {
  /** `directory` is the file of an archive. */
  backup: Backup
  /** Whether it is an archive, which is always restored as a separate workspace. */
  isArchive: boolean
  /** The open workspace, whose folder would be renamed; absent when none is open. */
  present?: BackupContents & { directory: string }
  /** The suggested folder for restoring the backup as a separate workspace. */
  suggestedDirectory: string
}

export const restoreInput = z.object({
  /** The backup's folder, or the file of an archive. */
  backup: folderPath,
  /**
   * `beside`: as a separate workspace; `instead`: in place of the open one, which is kept under another
   * name.
   */
  mode: z.enum(['beside', 'instead']),
  /** With `beside`: the folder to create. */
  directory: folderPath.optional(),
})
export type RestoreInput = z.infer<typeof restoreInput>

export const archiveInput = z.object({
  /** The path of the file to write. */
  file: z
    .string()
    .trim()
    .refine(
      (file) => file.length > archiveEnding.length && file.endsWith(archiveEnding),
      say`Enter the path of a file whose name ends with .catalogdesk.`,
    ),
})

/** The suggested name of an archive, such as `Northern_region-2026-11-22.catalogdesk`. @param now milliseconds */
export function archiveFileName(workspace: string, now: number): string {
  const word = workspace.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 80)
  return `${word}-${new Date(now).toISOString().slice(0, 10)}${archiveEnding}`
}
