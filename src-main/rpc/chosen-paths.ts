import { resolve } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { FilePurpose, FolderPurpose } from '../../src-shared/workspace/model.ts'
import type { Desk } from '../app/desk.ts'
import { expandHome } from '../platform/files/home.ts'
import type { GrantErrorCode, PageSession } from '../platform/page-session.ts'

/**
 * Validates the paths in calls: a path is allowed only if the person chose it in this session, or if the app
 * itself lists it. Every procedure with a path uses these functions. Each function returns the path to use.
 */
export function createChosenPaths(desk: Desk) {
  /** The folder as written in the list; undefined if it is not listed. */
  async function listed(directory: string): Promise<string | undefined> {
    const wanted = resolve(expandHome(directory))
    const trouble = desk.trouble()?.directory
    const all = (await desk.known.list()).map((known) => known.directory)
    return [...all, ...(trouble === undefined ? [] : [trouble])].find((known) => known === wanted)
  }
  /** @throws PlainError if the person did not choose the path for this purpose in this session */
  const chosen = ({ grants }: PageSession, path: string, purpose: FilePurpose): string =>
    grants.require(path, purpose)

  return {
    chosen,
    /** Like `chosen`, but also allows a listed workspace, or the one that could not be opened. */
    async workspace(session: PageSession, directory: string): Promise<string> {
      return (await listed(directory)) ?? chosen(session, directory, 'workspace')
    },
    /** @throws PlainError if the folder is not a listed workspace */
    async listedWorkspace(directory: string): Promise<string> {
      const known = await listed(directory)
      if (known !== undefined) return known
      throw new PlainError<GrantErrorCode>(
        'NOT_CHOSEN',
        say`This is no workspace of the list. Open it first.`,
      )
    },
    /** Like `chosen`, but also allows a listed backup. */
    async backup(session: PageSession, directory: string): Promise<string> {
      const state = await desk.current()?.backups.state()
      const wanted = resolve(expandHome(directory))
      if (state?.backups.some((backup) => backup.directory === wanted)) return wanted
      return chosen(session, directory, 'backup')
    },
    /** Like `chosen`, but also allows the folder of the current schedule. */
    async backupFolder(session: PageSession, folder: string): Promise<string> {
      const { plan } = await desk.required().backups.state()
      return folder === plan.folder ? folder : chosen(session, folder, 'backup-folder')
    },
    /** Allows a folder that the person typed, and confirmed with the button that names its use. */
    async confirm({ grants, confirm }: PageSession, path: string, purpose: FolderPurpose): Promise<string> {
      const isFine = grants.isGranted(path, purpose) || !confirm || (await confirm(path, purpose))
      if (!isFine)
        throw new PlainError<GrantErrorCode>(
          'NOT_CHOSEN',
          say`The folder is not used: you did not agree to it.`,
        )
      grants.grant(path, purpose)
      return grants.require(path, purpose)
    },
  }
}
