import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import { folderPath, type WorkspaceList } from '../workspace/model.ts'
import {
  archiveInput,
  type Backup,
  type BackupState,
  backupPlan,
  type RestorePreview,
  restoreInput,
} from './model.ts'

export const backupsContract = {
  state: query('workspace').output(type<BackupState>()),
  setPlan: call.input(backupPlan).output(type<BackupState>()),
  /** Makes a backup now and verifies it. */
  make: call.output(type<Backup>()),
  /**
   * Writes the open workspace into one file, which is verified like a backup. Aborting the call leaves nothing
   * behind.
   */
  archive: call.input(archiveInput).output(type<Backup>()),
  /** Checks the database and every picture of a backup against the hashes stored when it was made. */
  verify: call.input(z.object({ backup: folderPath })).output(type<{ ok: boolean; findings: string[] }>()),
  preview: call.input(z.object({ backup: folderPath })).output(type<RestorePreview>()),
  /** Restores without overwriting (see `mode`), checks the restored workspace, and opens it. */
  restore: call
    .input(restoreInput)
    .output(type<WorkspaceList & { keptAside?: string; findings: string[] }>()),
}
