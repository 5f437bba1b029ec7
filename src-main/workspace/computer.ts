/** The settings and the list of workspaces in this computer's own folder (platform/home.ts). */
import { join } from 'node:path'
import {
  computerSettings,
  type NotedWorkspace,
  settingValues,
  workspaceEntry,
} from '../../src-shared/workspace/settings.ts'
import {
  logInvalidSettings,
  openSettings,
  type SettingLog,
  type Settings,
  settingFile,
} from '../platform/settings.ts'

/** The settings of this computer, for all workspaces. */
export type ComputerSettingsStore = Settings<typeof computerSettings>

export const computerSettingsIn = (home: string, log?: SettingLog): ComputerSettingsStore =>
  openSettings(computerSettings, settingFile(join(home, 'settings.json'), log), log)

/** An entry of the list as written in the file. */
type Entry = Readonly<Record<string, unknown>>

export type KnownWorkspaces = ReturnType<typeof knownWorkspaces>

/** The list of workspaces on this computer. */
export function knownWorkspaces(home: string, log?: SettingLog) {
  const file = settingFile(join(home, 'workspaces.json'), log)
  const onInvalid = logInvalidSettings(log)
  const linesOf = ({ workspaces }: Entry): Entry[] =>
    Array.isArray(workspaces) ? workspaces.filter((line) => typeof line?.directory === 'string') : []
  const read = async (): Promise<NotedWorkspace[]> =>
    linesOf(await file.read()).map((line) => settingValues(workspaceEntry, line, onInvalid))
  const change = (next: (lines: Entry[]) => Entry[]): Promise<void> =>
    file.change((kept) => ({ ...kept, workspaces: next(linesOf(kept)) }))
  const isOf =
    (directory: string) =>
    (line: { directory?: unknown }): boolean =>
      line.directory === directory

  return {
    /** Most recently opened first. */
    async list(): Promise<NotedWorkspace[]> {
      return (await read()).toSorted((one, other) => other.lastOpenedAt.localeCompare(one.lastOpenedAt))
    },
    async find(directory: string): Promise<NotedWorkspace | undefined> {
      return (await read()).find(isOf(directory))
    },
    /** Adds a workspace, or updates the given facts. */
    note: (directory: string, facts: Partial<Omit<NotedWorkspace, 'directory'>>): Promise<void> =>
      change((lines) => {
        const before = lines.find(isOf(directory))
        return [...lines.filter((line) => line !== before), { ...before, ...facts, directory }]
      }),
    /** Removes a workspace from the list; its folder is kept. */
    forget: (directory: string): Promise<void> =>
      change((lines) => lines.filter((line) => !isOf(directory)(line))),
  }
}
