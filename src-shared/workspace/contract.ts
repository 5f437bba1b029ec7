import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import { say } from '../texts/say.ts'
import type { RunningVersion } from './about.ts'
import {
  connectionInput,
  type DatabaseSpace,
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
import { type AppliedSettings, type SettingsPreview, settingsSource } from './settings-file.ts'

export const computerContract = {
  settings: call.output(type<ComputerSettings>()),
  /** Sets the given settings; the others are unchanged. */
  setSettings: call.input(someSettings(computerSettings)).output(type<ComputerSettings>()),
  /** Versions of the programs that run the app. */
  versions: call.output(type<RunningVersion[]>()),
}

export const filesContract = {
  /**
   * Confirms that the person typed this folder and pressed the button for its use. Later calls of this
   * session may use the folder for that purpose. An absolute path; `~` is the person's home folder.
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
  /**
   * Starts a check, a rebuild or reclaiming, or continues an interrupted rebuild; returns immediately. Running
   * work continues. Fails with `BUSY` if space shall be reclaimed while a sync, an import or a sending runs.
   */
  start: call.input(z.object({ work: z.enum(upkeepWorks) })).output(type<UpkeepState>()),
  /** Sizes of the database, for the question before its space is reclaimed. */
  space: call.output(type<DatabaseSpace>()),
  /** Stops the running work. A stopped rebuild leaves the catalog unchanged. */
  cancel: call.output(type<UpkeepState>()),
}

export const workspaceContract = {
  state: query('workspace', 'local-api', 'items').output(type<WorkspaceState>()),
  /** Stored state of screens. A window reads it once; afterwards its own state in memory applies. */
  screens: call.output(type<ScreenSettings>()),
  /** Stores the given parts; the others are unchanged. */
  setScreens: call.input(someSettings(screenSettings)).output(type<ScreenSettings>()),
  /** Tests the credentials with the service, and stores them if they are accepted. */
  connect: call.input(connectionInput).output(type<WorkspaceState>()),
  /** Consents to a connection over plain http, which is used from then on. */
  allowPlainHttp: call.output(type<WorkspaceState>()),
  /**
   * Replaces the hosts that pictures may be fetched from in addition to the service; missing pictures are
   * then fetched.
   */
  setMediaHosts: call.input(z.object({ hosts: mediaHosts })).output(type<WorkspaceState>()),
  /** Sets the maximum size of a feed sent to the service; applies to drafts queued from now on. */
  setFeedSize: call.input(feedSize).output(type<WorkspaceState>()),
  /**
   * Creates the sample catalog's sandbox next to this workspace, connects to it and starts the first sync.
   */
  startSample: call.output(type<WorkspaceState>()),
  /** Converts this workspace to a sandbox, empty or with the sample catalog. */
  startSandbox: call.input(z.object({ sample: z.boolean() })).output(type<WorkspaceState>()),
  /** Starts or stops the built-in sample service. */
  setSampleService: call.input(z.object({ running: z.boolean() })).output(type<WorkspaceState>()),
  setLocalApi: call
    .input(z.object({ running: z.boolean(), port: z.int().min(0).max(65535).optional() }))
    .output(type<WorkspaceState>()),
  /** The file of settings as text, without passwords. */
  settingsText: call.output(type<{ text: string }>()),
  /** What importing a file of settings, or resetting a section, would change. */
  previewSettings: call.input(settingsSource).output(type<SettingsPreview>()),
  /** Makes these changes. */
  applySettings: call.input(settingsSource).output(type<AppliedSettings>()),
  /** A report for the people who help with the app, as text without passwords. */
  supportReport: call.output(type<{ text: string }>()),
  localApiCredentials: query('local-api', 'workspace').output(type<{ username: string; password: string }>()),
}

/**
 * The workspaces of this computer. A call that opens another one returns after the switch, and all windows
 * follow.
 */
export const workspacesContract = {
  list: query('workspace', 'items').output(type<WorkspaceList>()),
  /**
   * Creates a workspace and opens it. Without `directory`, its folder is created in `home` and named after
   * the workspace.
   */
  create: call
    .input(z.object({ name: workspaceName, directory: folderPath.optional() }))
    .output(type<WorkspaceList>()),
  /** Opens a folder that contains a workspace: a known one, a copy, or one from another computer. */
  open: call.input(z.object({ directory: folderPath })).output(type<WorkspaceList>()),
  rename: call.input(z.object({ directory: folderPath, name: workspaceName })).output(type<WorkspaceList>()),
  /** Removes a workspace from the list without changing its files. */
  forget: call.input(z.object({ directory: folderPath })).output(type<WorkspaceList>()),
}
