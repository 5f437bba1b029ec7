import { oc, type } from '@orpc/contract'
import * as z from 'zod'

/**
 * What a folder that a person typed is for: a workspace to open or to make, the place of backups, one backup to look
 * into or restore.
 */
export const folderPurposes = ['workspace', 'backup-folder', 'backup'] as const
export type FolderPurpose = (typeof folderPurposes)[number]
/** Files are never typed: the person picks them in the system's dialog, drops or uploads them. */
export type FilePurpose = 'import' | 'export' | FolderPurpose

export const filesContract = {
  /**
   * Says that the person typed this folder and pressed the button that names its use: from then on calls of this
   * session may name it for that. An absolute path; `~` is the person's own folder.
   */
  confirm: oc
    .input(
      z.object({
        path: z.string().trim().min(1, 'Enter a folder').max(4096),
        purpose: z.enum(folderPurposes),
      }),
    )
    .output(type<{ path: string }>()),
}
