import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import type { WorkspaceRole } from './workspace-contract.ts'

/** A workspace this computer knows of. Role and items are as they were when it was last open here. */
export interface KnownWorkspace {
  directory: string
  name: string
  role: WorkspaceRole
  items: number
  /** ISO 8601. */
  lastOpenedAt: string
  /** The one that is open now. */
  open: boolean
  /** Its folder is not there now: moved, deleted, or on a disk that is not connected. */
  missing: boolean
}

/** Why no workspace is open. */
export interface WorkspaceTrouble {
  directory: string
  name: string
  code: string
  /** Cause and advice, for a person. */
  message: string
}

export interface WorkspaceList {
  /** Most recently opened first. */
  workspaces: KnownWorkspace[]
  /** The folder of the one that is open; absent while none could be opened. */
  current?: string
  trouble?: WorkspaceTrouble
  /** Where new ones are put unless the person says otherwise. */
  home: string
}

const name = z.string().trim().min(1, 'Enter a name').max(80, 'A name has at most 80 characters')
const directory = z.string().trim().min(1, 'Enter a folder')

/** Many catalogs: each call that opens another one is answered after the change, and every window follows. */
export const workspacesContract = {
  list: oc.output(type<WorkspaceList>()),
  /** Makes a folder and opens it. Without `directory` it is made in `home`, named after the workspace. */
  create: oc.input(z.object({ name, directory: directory.optional() })).output(type<WorkspaceList>()),
  /** Opens a folder that is a workspace already: a known one, a copy, or one from another computer. */
  open: oc.input(z.object({ directory })).output(type<WorkspaceList>()),
  rename: oc.input(z.object({ directory, name })).output(type<WorkspaceList>()),
  /** Takes it off the list. No file is touched. */
  forget: oc.input(z.object({ directory })).output(type<WorkspaceList>()),
}

export const backupRhythms = ['off', 'daily', 'hourly'] as const
export type BackupRhythm = (typeof backupRhythms)[number]

export const backupPlan = z.object({
  /** An absolute path; absent means the usual place on this computer. */
  folder: directory.optional(),
  /** How often one is made while the program runs. */
  rhythm: z.enum(backupRhythms),
  /** The newest backup of each of so many days is kept. */
  keepDaily: z.int().min(1, 'Keep at least one').max(366),
  /** The newest backup of each of so many weeks is kept, beside the daily ones. */
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
  /** Names of feeds that wait to be sent, the first ones; absent in backups made before this was noted. */
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
  /** Why the last one was not made, in words. `away`: its folder is not there; it is made as soon as that is back. */
  failure?: { at: string; message: string; away?: true }
  nextAt?: string
}

/** A backup beside what is open now, for a person who decides whether to restore it. */
export interface RestorePreview {
  backup: Backup
  /** What is open now, and would be kept aside; absent while nothing is. */
  present?: BackupContents & { directory: string }
  /** The folder suggested for restoring it as a workspace of its own. */
  suggestedDirectory: string
}

export const restoreInput = z.object({
  /** The backup's folder. */
  backup: directory,
  /** `beside`: as a workspace of its own; `instead`: in the present one's place, which is kept under another name. */
  mode: z.enum(['beside', 'instead']),
  /** With `beside`: the folder to make. */
  directory: directory.optional(),
})
export type RestoreInput = z.infer<typeof restoreInput>

export const backupsContract = {
  state: oc.output(type<BackupState>()),
  setPlan: oc.input(backupPlan).output(type<BackupState>()),
  /** Makes one now and verifies it. */
  make: oc.output(type<Backup>()),
  /** Reads a whole backup and compares it with what was noted when it was made. */
  verify: oc.input(z.object({ backup: directory })).output(type<{ ok: boolean; findings: string[] }>()),
  preview: oc.input(z.object({ backup: directory })).output(type<RestorePreview>()),
  /** Never overwrites: see `mode`. What was restored is checked, then opened. */
  restore: oc.input(restoreInput).output(type<WorkspaceList & { keptAside?: string; findings: string[] }>()),
}
