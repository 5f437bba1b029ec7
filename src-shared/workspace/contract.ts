import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import { say } from '../texts/say.ts'
import {
  connectionInput,
  folderPath,
  folderPurposes,
  mediaHosts,
  type UpkeepState,
  upkeepWorks,
  type WorkspaceList,
  type WorkspaceState,
  workspaceName,
} from './model.ts'
import {
  type ComputerSettings,
  computerSettings,
  feedSize,
  type ScreenSettings,
  screenSettings,
  someSettings,
} from './settings.ts'

export const computerContract = {
  settings: call.output(type<ComputerSettings>()),
  /** Sets the given settings; the others stay. */
  setSettings: call.input(someSettings(computerSettings)).output(type<ComputerSettings>()),
}

export const filesContract = {
  /**
   * Confirms that the person typed this folder and pressed the button for its use. Later calls of this session may name
   * the folder for that use. An absolute path; `~` is the person's home folder.
   */
  confirm: call
    .input(
      z.object({
        path: z.string().trim().min(1, say`Enter a folder`).max(4096),
        purpose: z.enum(folderPurposes),
      }),
    )
    .output(type<{ path: string }>()),
}

export const upkeepContract = {
  state: query('upkeep').output(type<UpkeepState>()),
  /** Starts a check or rebuild, or continues an interrupted rebuild; answers at once. Work that is already running continues. */
  start: call.input(z.object({ work: z.enum(upkeepWorks) })).output(type<UpkeepState>()),
  /** Stops the running work. A stopped rebuild leaves the catalog unchanged. */
  cancel: call.output(type<UpkeepState>()),
}

export const workspaceContract = {
  state: query('workspace', 'local-api', 'items').output(type<WorkspaceState>()),
  /** What screens remember. A window reads it once: from then on its own memory counts. */
  screens: call.output(type<ScreenSettings>()),
  /** Remembers the given parts; the others stay. */
  setScreens: call.input(someSettings(screenSettings)).output(type<ScreenSettings>()),
  /** Tests the credentials at the service, and stores them when they are accepted. */
  connect: call.input(connectionInput).output(type<WorkspaceState>()),
  /** Agrees to a connection over plain http, which is used from then on. */
  allowPlainHttp: call.output(type<WorkspaceState>()),
  /** Replaces the hosts that pictures may be fetched from, besides the service; missing pictures are then fetched. */
  setMediaHosts: call.input(z.object({ hosts: mediaHosts })).output(type<WorkspaceState>()),
  /** How much is sent to the service in one feed, at most; of drafts queued from now on. */
  setFeedSize: call.input(feedSize).output(type<WorkspaceState>()),
  /** Makes the sample catalog's sandbox beside this workspace, connects to it and starts the first sync. */
  startSample: call.output(type<WorkspaceState>()),
  /** Makes this workspace itself a sandbox, empty or with the sample. */
  startSandbox: call.input(z.object({ sample: z.boolean() })).output(type<WorkspaceState>()),
  /** Starts or stops the built-in sample service. */
  setSampleService: call.input(z.object({ running: z.boolean() })).output(type<WorkspaceState>()),
  setLocalApi: call
    .input(z.object({ running: z.boolean(), port: z.int().min(0).max(65535).optional() }))
    .output(type<WorkspaceState>()),
  localApiCredentials: query('local-api', 'workspace').output(type<{ username: string; password: string }>()),
}

/** The workspaces of this computer. A call that opens another one is answered after the change, and every window follows. */
export const workspacesContract = {
  list: query('workspace', 'items').output(type<WorkspaceList>()),
  /** Makes a workspace and opens it. Without `directory` its folder is made in `home`, named after the workspace. */
  create: call
    .input(z.object({ name: workspaceName, directory: folderPath.optional() }))
    .output(type<WorkspaceList>()),
  /** Opens a folder that is a workspace: a known one, a copy, or one from another computer. */
  open: call.input(z.object({ directory: folderPath })).output(type<WorkspaceList>()),
  rename: call.input(z.object({ directory: folderPath, name: workspaceName })).output(type<WorkspaceList>()),
  /** Takes a workspace off the list, without changing its files. */
  forget: call.input(z.object({ directory: folderPath })).output(type<WorkspaceList>()),
}
