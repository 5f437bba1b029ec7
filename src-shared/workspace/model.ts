import * as z from 'zod'
import type { LocalApiConditionName } from '../local-api/model.ts'
import { mediaHostOf, notAMediaHost } from '../media/media-hosts.ts'

/** What a person may choose: follow the system, or always one of the two. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** How much the log says, from most to least. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/**
 * What a folder that a person typed is for: a workspace to open or to make, the place of backups, one backup to look
 * into or restore.
 */
export const folderPurposes = ['workspace', 'backup-folder', 'backup'] as const
export type FolderPurpose = (typeof folderPurposes)[number]

/** Files are never typed: the person picks them in the system's dialog, drops or uploads them. */
export type FilePurpose = 'import' | 'export' | FolderPurpose

/** `rebuild`: columns and search index are made anew from the stored items. `check`: everything is looked over. */
export const upkeepWorks = ['rebuild', 'check'] as const
export type UpkeepWork = (typeof upkeepWorks)[number]

/** `items` is that of a rebuild; a check goes through the others, in this order. */
export type UpkeepPhase = 'items' | 'database' | 'index' | 'pictures'

export interface UpkeepProgress {
  phase: UpkeepPhase
  /** Items, parts of the database or of the index, or pictures. */
  done: number
  total: number
  /** Once there is something to reckon with. */
  perSecond?: number
  secondsLeft?: number
}

export interface UpkeepRun extends UpkeepProgress {
  work: UpkeepWork
  /** A rebuild this program does not carry out: another one does, or was ended in the middle of it. */
  isElsewhere?: true
  /** It ends as soon as the part it is at is done. */
  isStopping?: true
}

interface Ended {
  /** ISO 8601 */
  endedAt: string
  /** Why it failed, and what to do. */
  note?: string
}

export interface RebuildOutcome extends Ended {
  state: 'completed' | 'cancelled' | 'failed'
  items: number
  /** Stored items that can no longer be read; they are kept. */
  damaged: number
  milliseconds: number
}

export interface CheckOutcome extends Ended {
  state: 'completed' | 'cancelled' | 'failed'
  /** What is wrong, in sentences. */
  findings: string[]
}

export interface UpkeepState {
  running?: UpkeepRun
  lastRebuild?: RebuildOutcome
  lastCheck?: CheckOutcome
}

/** `new`: nothing chosen yet; `connected`: a copy of a service's catalog; `sandbox`: this catalog is the service. */
export const workspaceRoles = ['new', 'connected', 'sandbox'] as const

export type WorkspaceRole = (typeof workspaceRoles)[number]

export interface WorkspaceState {
  role: WorkspaceRole
  directory: string
  host: 'electron' | 'headless'
  version: string
  connection?: {
    /** Base address without a version. */
    address: string
    username: string
    namespaceBase: string
    mediaHosts: string[]
    /** The person agreed that password and catalog can be read on their way. */
    plainHttpAllowed?: true
  }
  /** The connection is plain http over a network, and nobody has agreed to that: nothing is synced or sent. */
  consentMissing?: true
  /** This computer does not have the password of the connection: the folder came from another one. */
  passwordMissing?: true
  /** Why nothing can be saved at present: a full disk, or one that can only be read. */
  unwritable?: { code: string; message: string }
  /** The built-in sample service, when this workspace is connected to it. */
  sampleService?: { running: boolean; address: string }
  localApi: {
    running: boolean
    address?: string
    username: string
    reason?: string
    /** Limits and faults that are switched on, to be plainly seen; none in ordinary times. */
    activeConditions?: LocalApiConditionName[]
  }
  items: number
}

/** In the form they are kept in (media-hosts.ts), each once. */
export const mediaHosts = z
  .array(
    z.string().transform((typed, context) => {
      const host = mediaHostOf(typed)
      if (host !== undefined) return host
      context.addIssue({ code: 'custom', message: notAMediaHost(typed) })
      return z.NEVER
    }),
  )
  .max(100)
  .transform((hosts) => [...new Set(hosts)])

export const connectionInput = z.object({
  address: z.url({ protocol: /^https?$/ }),
  username: z.string().min(1, 'Enter the user name'),
  password: z.string().min(1, 'Enter the password'),
  namespaceBase: z.string().optional(),
  /** Absent: those of the present connection, when the address stays. */
  mediaHosts: mediaHosts.optional(),
  /** The person agrees that password and catalog can be read on their way (isReadableOnTheWay). */
  allowPlainHttp: z.boolean().optional(),
})
export type ConnectionInput = z.input<typeof connectionInput>

/** A workspace this computer knows of. Role and items are as they were when it was last open here. */
export interface KnownWorkspace {
  directory: string
  name: string
  role: WorkspaceRole
  items: number
  /** ISO 8601. */
  lastOpenedAt: string
  /** The one that is open now. */
  open: boolean
  /** Its folder is not there now: moved, deleted, or on a disk that is not connected. */
  missing: boolean
}

/** Why no workspace is open. */
export interface WorkspaceTrouble {
  directory: string
  name: string
  code: string
  /** Cause and advice, for a person. */
  message: string
}

export interface WorkspaceList {
  /** Most recently opened first. */
  workspaces: KnownWorkspace[]
  /** The folder of the one that is open; absent while none could be opened. */
  current?: string
  trouble?: WorkspaceTrouble
  /** Where new ones are put unless the person says otherwise. */
  home: string
}

export const workspaceName = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(80, 'A name has at most 80 characters')

export const folderPath = z.string().trim().min(1, 'Enter a folder')

/** What is told to a person before their password goes out in the clear. */
export const readableOnTheWay =
  'This address is plain http: whoever is on the way (the network, its provider, anyone in the same Wi-Fi) can read and change the password and the catalog. Use https where the service has it.'

/**
 * Whether what is said to this address can be read on its way: plain http to anything but this computer itself
 * (127.0.0.0/8, ::1, localhost). What is no address is not.
 */
export function isReadableOnTheWay(address: string): boolean {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  // A parsed address has one spelling: 127.1 and 0x7f000001 are 127.0.0.1 here.
  return url.protocol === 'http:' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
}
