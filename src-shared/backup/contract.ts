import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import { folderPath, type WorkspaceList } from '../workspace/model.ts'
import { type Backup, type BackupState, backupPlan, type RestorePreview, restoreInput } from './model.ts'

export const backupsContract = {
  state: query('workspace').output(type<BackupState>()),
  setPlan: call.input(backupPlan).output(type<BackupState>()),
  /** Makes one now and verifies it. */
  make: call.output(type<Backup>()),
  /** Reads a whole backup and compares it with what was noted when it was made. */
  verify: call.input(z.object({ backup: folderPath })).output(type<{ ok: boolean; findings: string[] }>()),
  preview: call.input(z.object({ backup: folderPath })).output(type<RestorePreview>()),
  /** Never overwrites: see `mode`. What was restored is checked, then opened. */
  restore: call
    .input(restoreInput)
    .output(type<WorkspaceList & { keptAside?: string; findings: string[] }>()),
}
