import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
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
import { type ComputerSettings, computerSettings, feedSize, someSettings } from './settings.ts'

export const computerContract = {
  settings: call.output(type<ComputerSettings>()),
  /** Those given; the others stay. */
  setSettings: call.input(someSettings(computerSettings)).output(type<ComputerSettings>()),
}

export const filesContract = {
  /**
   * Says that the person typed this folder and pressed the button that names its use: from then on calls of this
   * session may name it for that. An absolute path; `~` is the person's own folder.
   */
  confirm: call
    .input(
      z.object({
        path: z.string().trim().min(1, 'Enter a folder').max(4096),
        purpose: z.enum(folderPurposes),
      }),
    )
    .output(type<{ path: string }>()),
}

export const upkeepContract = {
  state: query('upkeep').output(type<UpkeepState>()),
  /** Begins, or goes on with a rebuild that was cut off; answers at once. One goes on at a time: it is left alone. */
  start: call.input(z.object({ work: z.enum(upkeepWorks) })).output(type<UpkeepState>()),
  /** Ends the one under way. A rebuild that is ended leaves the catalog as whole as it was. */
  cancel: call.output(type<UpkeepState>()),
}

export const workspaceContract = {
  state: query('workspace', 'local-api', 'items').output(type<WorkspaceState>()),
  /** Asks the service with these credentials and keeps them when they are accepted. */
  connect: call.input(connectionInput).output(type<WorkspaceState>()),
  /** Agrees that the present connection is plain http over a network; it is used from then on. */
  allowPlainHttp: call.output(type<WorkspaceState>()),
  /** The hosts that pictures may be fetched from, beside the service: all there are to be. What is missing is fetched. */
  setMediaHosts: call.input(z.object({ hosts: mediaHosts })).output(type<WorkspaceState>()),
  /** How much is sent to the service in one feed, at most; of drafts queued from now on. */
  setFeedSize: call.input(feedSize).output(type<WorkspaceState>()),
  /** Makes the sample catalog's sandbox beside this workspace, connects to it and starts the first sync. */
  startSample: call.output(type<WorkspaceState>()),
  /** Makes this workspace itself a sandbox, empty or with the sample. */
  startSandbox: call.input(z.object({ sample: z.boolean() })).output(type<WorkspaceState>()),
  /** Starts or stops the built-in sample service: the way to see what being offline is like. */
  setSampleService: call.input(z.object({ running: z.boolean() })).output(type<WorkspaceState>()),
  setLocalApi: call
    .input(z.object({ running: z.boolean(), port: z.int().min(0).max(65535).optional() }))
    .output(type<WorkspaceState>()),
  localApiCredentials: query('local-api', 'workspace').output(type<{ username: string; password: string }>()),
  rotateLocalApiCredentials: call.output(type<{ username: string; password: string }>()),
}

/** Many catalogs: each call that opens another one is answered after the change, and every window follows. */
export const workspacesContract = {
  list: query('workspace', 'items').output(type<WorkspaceList>()),
  /** Makes a folder and opens it. Without `directory` it is made in `home`, named after the workspace. */
  create: call
    .input(z.object({ name: workspaceName, directory: folderPath.optional() }))
    .output(type<WorkspaceList>()),
  /** Opens a folder that is a workspace already: a known one, a copy, or one from another computer. */
  open: call.input(z.object({ directory: folderPath })).output(type<WorkspaceList>()),
  rename: call.input(z.object({ directory: folderPath, name: workspaceName })).output(type<WorkspaceList>()),
  /** Takes it off the list. No file is touched. */
  forget: call.input(z.object({ directory: folderPath })).output(type<WorkspaceList>()),
}
