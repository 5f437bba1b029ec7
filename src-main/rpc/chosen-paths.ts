import { resolve } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { FilePurpose, FolderPurpose } from '../../src-shared/workspace/model.ts'
import type { Desk } from '../app/desk.ts'
import type { FaceSession, GrantErrorCode } from '../platform/face-session.ts'
import { expandHome } from '../platform/home.ts'

/**
 * The one gate through which a path that a call names becomes a path that is used: it was chosen in this session, or
 * the app itself lists it. Every procedure that takes a path goes through here.
 */
interface ChosenPaths {
  /** @throws PlainError when the person did not choose it for that in this session */
  chosen(session: FaceSession, path: string, purpose: FilePurpose): string
  /** The same; a workspace of the list (or the one that could not be opened) needs no choice. */
  workspace(session: FaceSession, directory: string): Promise<string>
  /** @throws PlainError when it is no workspace of the list */
  listedWorkspace(directory: string): Promise<string>
  /** The same; a backup of the list needs no choice. */
  backup(session: FaceSession, directory: string): Promise<string>
  /** The same; the folder of the present plan needs no choice. */
  backupFolder(session: FaceSession, folder: string): Promise<string>
  /** The person typed it, and pressed the button that names its use. */
  confirm(session: FaceSession, path: string, purpose: FolderPurpose): Promise<string>
}

export function createChosenPaths(desk: Desk): ChosenPaths {
  /** The listed folder that is meant, as it is written in the list. */
  async function listed(directory: string): Promise<string | undefined> {
    const wanted = resolve(expandHome(directory))
    const trouble = desk.trouble()?.directory
    const all = (await desk.known.list()).map((known) => known.directory)
    return [...all, ...(trouble === undefined ? [] : [trouble])].find((known) => known === wanted)
  }
  const chosen: ChosenPaths['chosen'] = ({ grants }, path, purpose) => grants.require(path, purpose)

  return {
    chosen,
    async workspace(session, directory) {
      return (await listed(directory)) ?? chosen(session, directory, 'workspace')
    },
    async listedWorkspace(directory) {
      const known = await listed(directory)
      if (known !== undefined) return known
      throw new PlainError<GrantErrorCode>('NOT_CHOSEN', 'This is no workspace of the list. Open it first.')
    },
    async backup(session, directory) {
      const state = await desk.current()?.backups.state()
      const wanted = resolve(expandHome(directory))
      if (state?.backups.some((backup) => backup.directory === wanted)) return wanted
      return chosen(session, directory, 'backup')
    },
    async backupFolder(session, folder) {
      const { plan } = await desk.required().backups.state()
      return folder === plan.folder ? folder : chosen(session, folder, 'backup-folder')
    },
    async confirm({ grants, confirm }, path, purpose) {
      const isFine = grants.isGranted(path, purpose) || !confirm || (await confirm(path, purpose))
      if (!isFine)
        throw new PlainError<GrantErrorCode>('NOT_CHOSEN', 'The folder is not used: you did not agree to it.')
      grants.grant(path, purpose)
      return grants.require(path, purpose)
    },
  }
}
