import type { ComputerSettings, WorkspaceSettings } from '../../src-shared/workspace/settings.ts'
import {
  type AppliedSettings,
  type ChosenSettings,
  changesTo,
  defaultsOf,
  readSettingsText,
  type SettingsPreview,
  type SettingsSource,
  settingsText,
} from '../../src-shared/workspace/settings-file.ts'
import type { Clock } from '../platform/clock.ts'
import type { WorkspaceSettingsStore } from '../storage/index.ts'
import type { ComputerSettingsStore } from './computer.ts'

export type SettingsCare = ReturnType<typeof createSettingsCare>

interface SettingsCareOptions {
  computer: ComputerSettingsStore
  workspace: WorkspaceSettingsStore
  version: string
  clock: Clock
  /** Sets the settings of a workspace that have effects besides being stored. */
  apply: {
    localApi(value: WorkspaceSettings['localApi']): Promise<unknown>
    pictures(value: WorkspaceSettings['pictures']): Promise<unknown>
    sync(value: WorkspaceSettings['sync']): Promise<unknown>
  }
}

/** Exports, imports and resets the settings of this computer and of the open workspace. */
export function createSettingsCare({ computer, workspace, version, clock, apply }: SettingsCareOptions) {
  const current = async (): Promise<ChosenSettings> => ({
    computer: await computer.read(),
    workspace: await workspace.read(),
  })
  const text = async (): Promise<string> =>
    settingsText(await current(), { madeAt: new Date(clock.now()).toISOString(), madeBy: version })
  const read = (source: SettingsSource) =>
    'text' in source
      ? readSettingsText(source.text)
      : { chosen: defaultsOf(source.section), refused: [] as string[] }

  async function preview(source: SettingsSource): Promise<SettingsPreview> {
    const { chosen, refused } = read(source)
    return { changes: changesTo(await current(), chosen), refused }
  }

  return {
    /** The text of a file with all settings that may leave this computer. */
    text,
    /** @throws PlainError if the file cannot be used */
    preview,
    /** Makes the previewed changes. @throws PlainError if the file cannot be used */
    async apply(source: SettingsSource): Promise<AppliedSettings> {
      const undo = await text()
      const { changes, refused } = await preview(source)
      const { chosen } = read(source)
      // A setting with several parts has several changes.
      const changed = (scope: 'computer' | 'workspace') => [
        ...new Set(changes.filter((change) => change.scope === scope).map(({ name }) => name)),
      ]
      const ofComputer = changed('computer').map((name) => [name, chosen.computer[name]])
      if (ofComputer.length > 0)
        await computer.write(Object.fromEntries(ofComputer) as Partial<ComputerSettings>)
      for (const name of changed('workspace')) {
        const value = chosen.workspace[name]
        if (name === 'localApi') await apply.localApi(value as WorkspaceSettings['localApi'])
        else if (name === 'pictures') await apply.pictures(value as WorkspaceSettings['pictures'])
        else if (name === 'sync') await apply.sync(value as WorkspaceSettings['sync'])
        else await workspace.write({ [name]: value } as Partial<WorkspaceSettings>)
      }
      return { changes, refused, undo }
    },
  }
}
