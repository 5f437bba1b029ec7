import type { Procedures } from '../../src-shared/rpc/procedure.ts'
import type { computerContract, workspaceContract } from '../../src-shared/workspace/contract.ts'
import type { ComputerSettingsStore } from './computer.ts'
import type { SettingsCare } from './settings-care.ts'
import type { Workspace } from './workspace.ts'

/** Services outside of a workspace that its screens start and stop. */
interface OtherServices {
  supportReport(): Promise<string>
  settingsCare: SettingsCare
  sampleService: { set(running: boolean): Promise<void> }
  localApi: {
    set(settings: { running: boolean; port?: number }): Promise<unknown>
    credentials(): Promise<{ username: string; password: string }>
  }
}

/** Procedures of the user interface for the open workspace. */
export const workspaceProcedures = (
  workspace: Workspace,
  { sampleService, localApi, supportReport, settingsCare }: OtherServices,
): Procedures<typeof workspaceContract> => ({
  ...workspace,
  async setSampleService({ running }) {
    await sampleService.set(running)
    return workspace.state()
  },
  async setLocalApi(choice) {
    await localApi.set(choice)
    return workspace.state()
  },
  settingsText: async () => ({ text: await settingsCare.text() }),
  previewSettings: (source) => settingsCare.preview(source),
  applySettings: (source) => settingsCare.apply(source),
  supportReport: async () => ({ text: await supportReport() }),
  localApiCredentials: () => localApi.credentials(),
})

/** Procedures of the user interface for this computer's settings. */
export const computerProcedures = (settings: ComputerSettingsStore): Procedures<typeof computerContract> => ({
  settings: () => settings.read(),
  async setSettings(changes) {
    await settings.write(changes)
    return settings.read()
  },
  async versions() {
    const { electron, chrome, node } = process.versions
    return Object.entries({ Electron: electron, Chromium: chrome, Node: node }).flatMap(([name, version]) =>
      version === undefined ? [] : [{ name, version }],
    )
  },
})
