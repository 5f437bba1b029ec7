import { implement } from '@orpc/server'
import { computerContract, upkeepContract, workspaceContract } from '../../src-shared/workspace/contract.ts'
import type { FaceSession } from '../platform/face-session.ts'
import type { ComputerSettingsStore } from './computer.ts'
import type { Upkeep } from './upkeep.ts'
import type { Workspace } from './workspace.ts'

/** The services beside a workspace that its screens switch. */
interface BesideWorkspace {
  sampleService: { set(running: boolean): Promise<void> }
  localApi: {
    set(settings: { running: boolean; port?: number }): Promise<unknown>
    credentials(): Promise<{ username: string; password: string }>
    rotateCredentials(): Promise<{ username: string; password: string }>
  }
}

/** What the face may ask of the open workspace. */
export function workspaceProcedures(workspace: Workspace, { sampleService, localApi }: BesideWorkspace) {
  const os = implement(workspaceContract).$context<FaceSession>()
  return {
    state: os.state.handler(() => workspace.state()),
    screens: os.screens.handler(() => workspace.screens()),
    setScreens: os.setScreens.handler(({ input }) => workspace.setScreens(input)),
    connect: os.connect.handler(({ input }) => workspace.connect(input)),
    allowPlainHttp: os.allowPlainHttp.handler(() => workspace.allowPlainHttp()),
    setMediaHosts: os.setMediaHosts.handler(({ input }) => workspace.setMediaHosts(input)),
    setFeedSize: os.setFeedSize.handler(({ input }) => workspace.setFeedSize(input)),
    startSample: os.startSample.handler(() => workspace.startSample()),
    startSandbox: os.startSandbox.handler(({ input }) => workspace.startSandbox(input)),
    setSampleService: os.setSampleService.handler(async ({ input }) => {
      await sampleService.set(input.running)
      return workspace.state()
    }),
    setLocalApi: os.setLocalApi.handler(async ({ input }) => {
      await localApi.set(input)
      return workspace.state()
    }),
    localApiCredentials: os.localApiCredentials.handler(() => localApi.credentials()),
    rotateLocalApiCredentials: os.rotateLocalApiCredentials.handler(() => localApi.rotateCredentials()),
  }
}

/** What the face may ask of a rebuild and a check of the workspace. */
export function upkeepProcedures(upkeep: Upkeep) {
  const os = implement(upkeepContract).$context<FaceSession>()
  return {
    state: os.state.handler(() => upkeep.state()),
    start: os.start.handler(({ input }) => upkeep.start(input.work)),
    cancel: os.cancel.handler(() => upkeep.cancel()),
  }
}

/** What the face may ask of this computer's settings. */
export function computerProcedures(settings: ComputerSettingsStore) {
  const os = implement(computerContract).$context<FaceSession>()
  return {
    settings: os.settings.handler(() => settings.read()),
    setSettings: os.setSettings.handler(async ({ input }) => {
      await settings.write(input)
      return settings.read()
    }),
  }
}
