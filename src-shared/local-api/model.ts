import * as z from 'zod'
import { apiVersions } from '../api/endpoint.ts'
import { type EndpointName, endpointNames } from '../api/endpoints.ts'
import type { WorkspaceRole } from '../workspace/model.ts'
import type { LocalApiConditionName, LocalApiConditions } from './conditions.ts'

/** Error codes of the local API. */
export type LocalApiErrorCode =
  | 'PORT_TAKEN'
  | 'PORT_FORBIDDEN'
  | 'NOT_RUNNING'
  | 'USER_EXISTS'
  | 'USER_UNKNOWN'
  | 'USER_IS_DEFAULT'
  | 'NOT_LOGGED'
  | 'CALL_FAILED'
  | 'DOCUMENT_UNKNOWN'

export const localApiSchemes = ['http', 'https'] as const
export type LocalApiScheme = (typeof localApiSchemes)[number]

export interface LocalApiState {
  running: boolean
  /** Base address without a version; present while the service is running. */
  address?: string
  /** The current scheme, or that of the next start. */
  scheme: LocalApiScheme
  port: number
  /** Why the service is not running although it is enabled, in words. */
  reason?: string
  /**
   * `sandbox`: feeds are processed here; `connected`: responses come from the copy, and feeds go to the
   * outbox.
   */
  role: WorkspaceRole
  /** The conditions that are on. */
  activeConditions: LocalApiConditionName[]
  /** Failed logins of the last ten minutes, newest first. */
  wrongPasswords: WrongPasswords[]
}

/** The number of wrong passwords for one user name in the last ten minutes. */
export interface WrongPasswords {
  /** Null for all unknown user names together. */
  username: string | null
  count: number
  /** ISO 8601. */
  lastAt: string
  /** The User-Agent of the last client, or else its address. */
  lastFrom: string
}

export interface LocalApiConditionState {
  conditions: LocalApiConditions
  active: LocalApiConditionName[]
  /** The conditions set on the command line, which apply until the program exits. */
  thisRunOnly: LocalApiConditionName[]
}

export interface LocalApiUser {
  username: string
  /**
   * Whether this is the user created with the workspace: its password can be read again, and it cannot be
   * deleted.
   */
  isDefault: boolean
  /** The user's own daily limit of item records; null: the service's limit. */
  dailyItemLimit: number | null
  /** In the current UTC day. */
  requestsToday: number
  itemsToday: number
  /** ISO 8601. */
  createdAt: string
}

/** A new password, shown only once: only its hash is stored. The default user's can be read again. */
export interface NewPassword {
  username: string
  password: string
}

/** The User-Agent of this app in calls to its own local API. */
export const appUserAgent = 'Catalog Desk (this app)'

/**
 * Number of logged requests kept; up to a fifth more between removals. In memory: a durable write takes longer
 * than a response.
 */
export const maxLoggedRequests = 5000

/** A completed request. About the latest `maxLoggedRequests` are kept until the program exits. */
export interface LoggedRequest {
  /** Ascending. */
  id: number
  /** ISO 8601. */
  at: string
  method: string
  /** Path and query as requested, without the signatures of picture addresses. */
  target: string
  /** 0 when the connection was closed without a response. */
  status: number
  milliseconds: number
  /** Size of the response body. */
  bytes: number
  /** Absent if no user was authenticated, and for pictures. */
  username?: string
  /** The client's own name (User-Agent), shortened. */
  client?: string
  /** The message of a refused request. */
  detail?: string
}

export interface RequestLog {
  /** Ascending by id. */
  entries: LoggedRequest[]
  /** Entries with a smaller id are no longer available. */
  firstId: number
  /** The `after` for the next call. */
  lastId: number
}

export const requestLogFilter = z.object({
  method: z.string().optional(),
  /** A status, a class of statuses, or `cut` for connections closed without a response. */
  status: z.union([z.int(), z.enum(['2xx', '3xx', '4xx', '5xx', 'cut'])]).optional(),
  username: z.string().optional(),
  /** A substring of path and query, case-insensitive. */
  path: z.string().optional(),
})
export type RequestLogFilter = z.infer<typeof requestLogFilter>

export const trialCall = z.object({
  endpoint: z.enum(endpointNames as [EndpointName, ...EndpointName[]]),
  version: z.enum(apiVersions).default('v2.1'),
  /** Value of the path variable. */
  identifier: z.string().optional(),
  /** Parameters as typed; empty ones are omitted, and lists repeat their parameter. */
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  /** The XML of a feed. */
  body: z.string().optional(),
  /** The user of the call, which is counted and logged like any other. */
  username: z.string(),
})
export type TrialCall = z.input<typeof trialCall>

export interface TrialAnswer {
  method: string
  /** The path and query that were sent. */
  target: string
  status: number
  headers: { name: string; value: string }[]
  /** The first 200 000 characters. */
  body: string
  truncated: boolean
  /** Size of the complete body. */
  bytes: number
  milliseconds: number
  /** The same call as a shell command; the password is a placeholder. */
  curl: string
}

export interface LocalApiCertificate {
  /** SHA-256, hexadecimal pairs with colons. */
  fingerprint: string
  /** The certificate without its key, for installation on clients. */
  pem: string
  /** ISO 8601. */
  validFrom: string
  validTo: string
  /** The host names and addresses that it is valid for. */
  names: string[]
  /**
   * How a system or program is made to trust it. `file` is a placeholder for the path of the saved
   * certificate.
   */
  trust: { system: string; steps: string }[]
}

export interface ServiceDocument {
  /** File name. */
  file: string
  title: string
}

/** The file name of the saved certificate, also used in commands. */
export const certificateFile = 'catalog-desk.pem'
