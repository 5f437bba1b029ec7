/**
 * The workspace room: what a workspace is (a copy of a service's catalog, or a sandbox that is the service), whom it
 * is connected to, and the credentials of both. Passwords go to the secrets, everything else to the database.
 */

import type { LocalApiConditions, LocalApiScheme } from '../../src-shared/local-api/model.ts'
import { isReadableOnTheWay } from '../../src-shared/readable-on-the-way.ts'
import type { WorkspaceRole } from '../../src-shared/workspace/model.ts'
import type { Storage } from '../storage/index.ts'
import { settingReader, settingWriter } from '../storage/index.ts'

/** A Catalog Data Service as this workspace reaches it. */
export interface Connection {
  /** Base address without a version. */
  address: string
  username: string
  /** `{ns}` of the specification. */
  namespaceBase: string
  /** Hosts that may be asked for pictures, beside the service itself. */
  mediaHosts: string[]
  /** The person agreed that what goes to this address can be read on its way. */
  plainHttpAllowed?: true
}

/** Whether the password may go out to it: not in the clear over a network, unless the person agreed. */
export const lacksConsent = ({ address, plainHttpAllowed }: Connection): boolean =>
  plainHttpAllowed !== true && isReadableOnTheWay(address)

/** How the local API runs, so that its address stays what clients know. */
export interface LocalApiSettings {
  /** Whether it starts by itself. */
  enabled: boolean
  port: number
  /** `http` when absent. */
  scheme?: LocalApiScheme
}

/** Everything kept under a key of its own in the table `setting`. Absent means: not chosen yet. */
export interface WorkspaceSettings {
  role: WorkspaceRole
  connection?: Connection
  localApi?: LocalApiSettings
  /** Limits and faults the local API was told to have. */
  localApiConditions?: Partial<LocalApiConditions>
  /** The built-in sample service beside this workspace, when it is connected to that. */
  sampleService?: { running: boolean; port: number }
}

export interface WorkspaceSettingsAccess {
  read(): Promise<WorkspaceSettings>
  /** Replaces the given keys; the others stay. */
  write(settings: Partial<WorkspaceSettings>): Promise<void>
}

export function workspaceSettings(storage: Storage): WorkspaceSettingsAccess {
  const reader = storage.reader(settingReader)
  const writer = storage.writer(settingWriter)
  return {
    async read() {
      const all = (await reader.all()) as Partial<WorkspaceSettings>
      return { role: 'new', ...all }
    },
    write: (settings) => writer.set({ ...settings }),
  }
}
