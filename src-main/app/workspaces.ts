import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Backup, RestoreInput, RestorePreview } from '../../src-shared/backup/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { WorkspaceList } from '../../src-shared/workspace/model.ts'
import {
  backupReader,
  finishReplacement,
  prepareReplacement,
  previewArchive,
  putAside,
  putInPlace,
  readManifest,
  restoreArchive,
  restoreBackup,
  slugOf,
  toBackup,
} from '../backup/index.ts'
import { withFileErrors } from '../platform/files/file-error.ts'
import { expandHome } from '../platform/files/home.ts'
import { isWorkspace, nameWorkspace, workspaceName } from '../workspace/index.ts'
import { secretsFile } from './app.ts'
import type { Desk, DeskErrorCode } from './desk.ts'

/** Whether the path is an existing file. A backup is a folder, an archive a file. */
const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** The catalogs of this computer, for the user interface; the caller checks the paths. */
export function createWorkspaces(desk: Desk) {
  const home = join(desk.home, 'workspaces')
  const folder = (directory: string): string => resolve(expandHome(directory))

  /** An unused folder in `home` for a name, with a number appended if the name is taken. */
  function freeFolder(name: string): string {
    const wanted = join(home, slugOf(name))
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? wanted : `${wanted}-${number}`
      if (!existsSync(candidate)) return candidate
    }
  }

  async function list(): Promise<WorkspaceList> {
    const current = desk.current()?.services.directory
    const trouble = desk.trouble()
    const state = await desk.current()?.services.workspace.state()
    const noted = await desk.known.list()
    const workspaces = await Promise.all(
      noted.map(async ({ directory, role, items, lastOpenedAt }) => ({
        directory,
        name: await workspaceName(directory),
        role,
        items,
        lastOpenedAt,
        open: false,
        missing: !(await isWorkspace(directory)),
      })),
    )
    return {
      workspaces: workspaces.map((known) =>
        known.directory === current && state
          ? { ...known, role: state.role, items: state.items, open: true }
          : known,
      ),
      home,
      current,
      trouble,
    }
  }

  /** @throws PlainError `FOLDER_IN_USE` if the folder is not empty */
  async function refuseUnlessEmpty(directory: string): Promise<void> {
    const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    if (names.length === 0) return
    throw new PlainError<DeskErrorCode>(
      'FOLDER_IN_USE',
      (await isWorkspace(directory))
        ? say`There is a workspace in ${directory} already. Open it instead.`
        : say`${directory} is not empty. Choose another folder for the workspace.`,
    )
  }

  /** Restores into a new folder next to the current one, checks it, and only then swaps the two. */
  async function restoreInstead(backup: string): Promise<{ keptAside: string; findings: string[] }> {
    const present = desk.required().services.directory
    const prepared = await prepareReplacement(backup, present, Date.now())
    try {
      await desk.whileClosed(async () => {
        // Workspace and computer stay the same, so the person need not enter the password again.
        await putAside(prepared, [secretsFile])
        await putInPlace(prepared)
        // Before the mark is deleted: a kill afterwards would leave a workspace that is not in the list.
        const { role, items, lastOpenedAt } = (await desk.known.find(present)) ?? {}
        await desk.known.note(prepared.keptAside, { role, items, lastOpenedAt })
        await finishReplacement(prepared)
      })
    } catch (error) {
      await rm(prepared.restored, { recursive: true, force: true })
      throw error
    }
    const { keptAside, findings } = prepared
    return { keptAside, findings }
  }

  return {
    list,
    async create({
      name,
      directory,
    }: {
      name: string
      directory?: string | undefined
    }): Promise<WorkspaceList> {
      const wanted = directory === undefined ? freeFolder(name) : folder(directory)
      await withFileErrors(async () => {
        await refuseUnlessEmpty(wanted)
        await nameWorkspace(wanted, name)
      })
      await desk.open(wanted, { create: true })
      return list()
    },
    async open({ directory }: { directory: string }): Promise<WorkspaceList> {
      await desk.open(directory)
      return list()
    },
    async rename({ directory, name }: { directory: string; name: string }): Promise<WorkspaceList> {
      const isKnown = (await desk.known.find(folder(directory))) !== undefined
      if (!isKnown || !(await isWorkspace(folder(directory))))
        throw new PlainError<DeskErrorCode>(
          'NOT_A_WORKSPACE',
          say`There is no listed workspace in ${directory}.`,
        )
      await withFileErrors(() => nameWorkspace(folder(directory), name))
      return list()
    },
    async forget({ directory }: { directory: string }): Promise<WorkspaceList> {
      if (folder(directory) === desk.current()?.services.directory)
        throw new PlainError<DeskErrorCode>(
          'IN_USE',
          say`This workspace is open. Open another one before you take it off the list.`,
        )
      await desk.known.forget(folder(directory))
      return list()
    },
    async previewRestore({ backup }: { backup: string }): Promise<RestorePreview> {
      const isArchive = await isFile(folder(backup))
      const found = await readBackup(backup)
      const current = desk.current()?.services
      const present = current && {
        ...(await current.storage.reader(backupReader).contents()),
        directory: current.directory,
        name: await workspaceName(current.directory),
      }
      return {
        ...{ backup: found, isArchive, present },
        suggestedDirectory: freeFolder(`${found.name} ${found.madeAt.slice(0, 10)}`),
      }
    },
    async restore({
      backup,
      mode,
      directory,
    }: RestoreInput): Promise<WorkspaceList & { keptAside?: string; findings: string[] }> {
      const from = folder(backup)
      const isArchive = await isFile(from)
      if (mode === 'instead') {
        if (isArchive)
          throw new PlainError<DeskErrorCode>(
            'NOT_A_WORKSPACE',
            say`${from} is an archive, which is restored as a workspace of its own. Choose a new folder.`,
          )
        const { keptAside, findings } = await restoreInstead(from)
        return { ...(await list()), keptAside, findings: [...findings, ...(await checkOpened())] }
      }
      const { name, madeAt } = await readBackup(backup)
      const into = directory === undefined ? freeFolder(`${name} ${madeAt.slice(0, 10)}`) : folder(directory)
      if (into === desk.current()?.services.directory)
        throw new PlainError<DeskErrorCode>(
          'FOLDER_IN_USE',
          `${basename(into)} is the workspace that is open.`,
        )
      const restoredName = `${name} (restored ${madeAt.slice(0, 10)})`
      const findings = isArchive
        ? await restoreArchive(from, into).then(() => [])
        : await restoreBackup(from, into, { name: restoredName })
      await desk.open(into)
      return { ...(await list()), findings: [...findings, ...(await checkOpened())] }
    },
  }

  /** The contents of a backup or an archive. @throws PlainError `NOT_A_BACKUP` */
  async function readBackup(path: string): Promise<Backup> {
    const from = folder(path)
    if (await isFile(from)) return previewArchive(from, join(home, 'preview'))
    return toBackup(from, await readManifest(from))
  }

  async function checkOpened(): Promise<string[]> {
    return (await desk.current()?.services.upkeep.check())?.findings ?? []
  }
}
