import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupPlan } from '../../src-shared/backup/model.ts'
import type { WorkspaceRole } from '../../src-shared/workspace/model.ts'
import { writeFileWhole } from '../platform/write-file-whole.ts'

/** One line of the list. What the workspace itself says (its name) is read from its folder, not kept here. */
export interface NotedWorkspace {
  directory: string
  /** As when it was last open on this computer. */
  role: WorkspaceRole
  items: number
  /** ISO 8601 */
  lastOpenedAt: string
  /** How it is backed up on this computer: folders are this computer's, so the plan is too. */
  backup?: BackupPlan
  /** The folder of the plan in which a backup was made: missing, it is away (unplugged), not yet to be made. */
  backupFolderUsed?: string
}

/** The workspaces this computer knows of, in a file outside all of them. */
export interface KnownWorkspaces {
  /** Most recently opened first. */
  list(): Promise<NotedWorkspace[]>
  find(directory: string): Promise<NotedWorkspace | undefined>
  /** Adds it, or replaces what is noted of it. */
  note(directory: string, facts: Partial<Omit<NotedWorkspace, 'directory'>>): Promise<void>
  /** Takes it off the list; touches nothing else. */
  forget(directory: string): Promise<void>
}

export function knownWorkspaces(home: string): KnownWorkspaces {
  const path = join(home, 'workspaces.json')
  // Read anew every time: another program on this computer may have changed it.
  const read = async (): Promise<NotedWorkspace[]> => {
    try {
      const content = JSON.parse(await readFile(path, 'utf8')) as { workspaces?: NotedWorkspace[] }
      return content.workspaces ?? []
    } catch {
      // Missing or damaged: the list is a convenience, and the workspaces are where they are.
      return []
    }
  }
  const write = (workspaces: NotedWorkspace[]): Promise<void> =>
    writeFileWhole(path, `${JSON.stringify({ workspaces }, undefined, 2)}\n`)
  let turn: Promise<unknown> = Promise.resolve()
  /** One change after the other, each from what the one before it wrote. */
  const change = (next: (all: NotedWorkspace[]) => NotedWorkspace[]): Promise<void> => {
    const changed = turn.then(async () => write(next(await read())))
    turn = changed.catch(() => {})
    return changed
  }

  return {
    async list() {
      await turn
      return (await read()).toSorted((one, other) => other.lastOpenedAt.localeCompare(one.lastOpenedAt))
    },
    async find(directory) {
      await turn
      return (await read()).find((known) => known.directory === directory)
    },
    note: (directory, facts) =>
      change((all) => {
        const before = all.find((known) => known.directory === directory)
        const unopened = { role: 'new' as const, items: 0, lastOpenedAt: new Date(0).toISOString() }
        return [...all.filter((known) => known !== before), { ...unopened, ...before, ...facts, directory }]
      }),
    forget: (directory) => change((all) => all.filter((known) => known.directory !== directory)),
  }
}
