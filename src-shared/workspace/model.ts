import * as z from 'zod'
import { feedChoices } from '../feeds/outbox/model.ts'
import type { LocalApiConditionName } from '../local-api/conditions.ts'
import { mediaHostOf, notAMediaHost } from '../media/media-hosts.ts'
import { say } from '../texts/say.ts'

/** The theme; `system` follows the system. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** The screens that the program can start with. */
export const startScreens = ['catalog', 'quality'] as const
export type StartScreen = (typeof startScreens)[number]

/** Levels of detail of the log, from most to least. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/**
 * The use of a typed path: a workspace to open or create, the folder of all backups, one backup or archive to
 * preview or restore, the file of an archive to write, or a folder for pictures.
 */
export const folderPurposes = ['workspace', 'backup-folder', 'backup', 'archive', 'pictures'] as const
export type FolderPurpose = (typeof folderPurposes)[number]

/**
 * Purposes of paths. Files to import and exported files are never typed: the person selects them in the
 * system's dialog, drops or uploads them.
 */
export type FilePurpose = 'import' | 'export' | FolderPurpose

/**
 * `rebuild`: regenerates columns and the search index from the stored items. `check`: verifies everything.
 * `reclaim`: returns free space of the database to the system.
 */
export const upkeepWorks = ['rebuild', 'check', 'reclaim'] as const
export type UpkeepWork = (typeof upkeepWorks)[number]

/** `items` is the phase of a rebuild and `space` that of reclaiming; a check has the others, in this order. */
export type UpkeepPhase = 'items' | 'space' | 'database' | 'index' | 'pictures'

export interface UpkeepProgress {
  phase: UpkeepPhase
  /** Number of items, of bytes, of parts of the database or index, or of pictures. */
  done: number
  /** 0 while it is unknown. */
  total: number
  /** Absent until they can be estimated. */
  perSecond?: number
  secondsLeft?: number
}

export interface UpkeepRun extends UpkeepProgress {
  work: UpkeepWork
  /** Whether another program runs this rebuild, or exited during it. */
  isElsewhere?: true
  /** Whether a stop was requested; the work ends after its current part. */
  isStopping?: true
}

interface Ended {
  /** ISO 8601 */
  endedAt: string
  /** Why the work failed, with advice. */
  note?: string
}

export interface RebuildOutcome extends Ended {
  state: 'completed' | 'cancelled' | 'failed'
  items: number
  /** The number of stored items that can no longer be read; they are kept. */
  damaged: number
  milliseconds: number
}

export interface CheckOutcome extends Ended {
  state: 'completed' | 'cancelled' | 'failed'
  /** The findings, in sentences. */
  findings: string[]
}

export interface ReclaimOutcome extends Ended {
  state: 'completed' | 'cancelled' | 'failed'
  /** Bytes of the database file before and after. */
  before: number
  after: number
}

export interface UpkeepState {
  running?: UpkeepRun
  lastReclaim?: ReclaimOutcome
  lastRebuild?: RebuildOutcome
  lastCheck?: CheckOutcome
}

/** Sizes of the database in bytes. */
export interface DatabaseSpace {
  /** The database file. Its write-ahead log has a limit and is reused, so it is not counted. */
  file: number
  /** The part of it that can be returned to the system. */
  free: number
  /** Free space that the work needs on the disk for a time. */
  needed: number
  /** Whether the work runs in steps, and can be stopped after each. */
  inSteps: boolean
}

/**
 * `new`: not set up yet; `connected`: a copy of a service's catalog; `sandbox`: this catalog is the
 * service.
 */
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
    /** Maximum size of one feed. */
    feedSize: { items: number; bytes: number }
    /** The person accepted that others can read the password and catalog in transit. */
    plainHttpAllowed?: true
  }
  /** Whether the connection is plain http without consent: nothing is then synced or sent. */
  consentMissing?: true
  /**
   * Whether this computer lacks the password of the connection, because the folder came from another
   * computer.
   */
  passwordMissing?: true
  /** Why nothing can be saved at present: the disk is full or read-only. */
  unwritable?: { code: string; message: string }
  /** The built-in sample service, if this workspace is connected to it. */
  sampleService?: { running: boolean; address: string }
  localApi: {
    running: boolean
    address?: string
    username: string
    reason?: string
    /** The simulated limits and faults that are on. */
    activeConditions?: LocalApiConditionName[]
  }
  items: number
}

/** Hosts in their stored form (media-hosts.ts), without duplicates. */
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

const proxyAccount = z.object({
  username: z.string().min(1, say`Enter the user name`),
  password: z.string(),
})
export type ProxyAccount = z.output<typeof proxyAccount>

export const connectionInput = z.object({
  address: z.url({ protocol: /^https?$/ }),
  username: z.string().min(1, say`Enter the user name`),
  password: z.string().min(1, say`Enter the password`),
  /** The account at the proxy, if the proxy asks for one; stored for this computer. */
  proxy: proxyAccount.optional(),
  namespaceBase: z.string().optional(),
  /** Absent: the hosts of the current connection, if the address does not change. */
  mediaHosts: mediaHosts.optional(),
  /** Whether the person consents to plain http (`isUnencrypted`). */
  allowPlainHttp: z.boolean().optional(),
  /** What to do with the feeds of the current connection; required (`FEEDS_WAIT`) if there are any. */
  feeds: z.enum(feedChoices).optional(),
})
export type ConnectionInput = z.input<typeof connectionInput>

/** A workspace on this computer's list. Its role and item count are from the last time it was open here. */
export interface KnownWorkspace {
  directory: string
  name: string
  role: WorkspaceRole
  items: number
  /** ISO 8601. */
  lastOpenedAt: string
  /** Whether the workspace is open now. */
  open: boolean
  /** Whether its folder is missing: moved, deleted, or on a disconnected disk. */
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
  /** The folder of the open workspace; absent when none could be opened. */
  current?: string
  trouble?: WorkspaceTrouble
  /** The default folder for new workspaces. */
  home: string
}

export const workspaceName = z
  .string()
  .trim()
  .min(1, say`Enter a name`)
  .max(80, say`A name has at most 80 characters`)

export const folderPath = z.string().trim().min(1, say`Enter a folder`)

/** The warning before a password is sent unencrypted. */
export const unencryptedWarning = say`This address is plain http: anyone on the network path (its provider, anyone on the same Wi-Fi) can read and change the password and the catalog. Use https if the service supports it.`

/**
 * Whether others can read data sent to an address: plain http to any computer other than this one
 * (127.0.0.0/8, ::1, localhost). False for a text that is not an address.
 */
export function isUnencrypted(address: string): boolean {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  // URL parsing normalizes the host: 127.1 and 0x7f000001 become 127.0.0.1. Stricter than `isOnThisComputer`: a
  // name below localhost may lead to another computer.
  return url.protocol === 'http:' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
}
