import * as z from 'zod'
import { apiVersions } from '../api/endpoint.ts'
import { type EndpointName, endpointNames } from '../api/endpoints.ts'
import type { WorkspaceRole } from '../workspace/model.ts'
import type { LocalApiConditionName, LocalApiConditions } from './conditions.ts'

/** The codes of a PlainError of the local API. */
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
  /** Base address without a version; present while it runs. */
  address?: string
  /** The present protocol, or that of the next start. */
  scheme: LocalApiScheme
  port: number
  /** Why the service does not run although it is switched on, in words. */
  reason?: string
  /** `sandbox`: feeds are ingested here; `connected`: answers come from the copy, feeds go to the outbox. */
  role: WorkspaceRole
  /** The conditions that are on. */
  activeConditions: LocalApiConditionName[]
  /** Wrong passwords of the last ten minutes, the newest first. */
  wrongPasswords: WrongPasswords[]
}

/** The number of wrong passwords for one user name in the last ten minutes. */
export interface WrongPasswords {
  /** Null: all unknown user names together. */
  username: string | null
  count: number
  /** ISO 8601. */
  lastAt: string
  /** The User-Agent of the last client, else its address. */
  lastFrom: string
}

export interface LocalApiConditionState {
  conditions: LocalApiConditions
  active: LocalApiConditionName[]
  /** The conditions set on the command line, which last until the program ends. */
  thisRunOnly: LocalApiConditionName[]
}

export interface LocalApiUser {
  username: string
  /** Whether this is the user made with the workspace: its password can be read again, and it cannot be deleted. */
  isDefault: boolean
  /** The user's own daily limit of item records; null: the limit of the service. */
  dailyItemLimit: number | null
  /** In this UTC day. */
  requestsToday: number
  itemsToday: number
  /** ISO 8601. */
  createdAt: string
}

/** A new password. Only its hash is stored, so it can be shown only once. */
export interface NewPassword {
  username: string
  password: string
}

/** The User-Agent of this app in calls to its own local API. */
export const thisApp = 'Catalog Desk (this app)'

/** The most requests in the log. The log is in memory, because a durable write costs more than an answer. */
export const requestsKept = 5000

/** A request that was answered. About the newest `requestsKept` are kept until the program ends. */
export interface LoggedRequest {
  /** Ascending. */
  id: number
  /** ISO 8601. */
  at: string
  method: string
  /** Path and query, as asked; signatures of picture addresses are left out. */
  target: string
  /** 0 when the connection was cut without an answer. */
  status: number
  milliseconds: number
  /** Of the answer's body. */
  bytes: number
  /** Absent when no user was recognised, and for pictures. */
  username?: string
  /** The client's own name (User-Agent), shortened. */
  client?: string
  /** The message of a refusal. */
  detail?: string
}

export interface RequestLog {
  /** Ascending by id. */
  entries: LoggedRequest[]
  /** Entries with a smaller id are no longer kept. */
  firstId: number
  /** The `after` of the next call. */
  lastId: number
}

export const requestLogFilter = z.object({
  method: z.string().optional(),
  /** A status, a class of statuses, or connections cut without an answer. */
  status: z.union([z.int(), z.enum(['2xx', '3xx', '4xx', '5xx', 'cut'])]).optional(),
  username: z.string().optional(),
  /** Part of path and query, in upper or lower case. */
  path: z.string().optional(),
})
export type RequestLogFilter = z.infer<typeof requestLogFilter>

export const trialCall = z.object({
  endpoint: z.enum(endpointNames as [EndpointName, ...EndpointName[]]),
  version: z.enum(apiVersions).default('v2.1'),
  /** The path's variable. */
  identifier: z.string().optional(),
  /** Parameters as typed; empty ones are left out, lists repeat their parameter. */
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  /** The XML of a feed. */
  body: z.string().optional(),
  /** The user of the call; the call is counted and logged like any other. */
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
  /** Of the whole body. */
  bytes: number
  milliseconds: number
  /** The same call for a terminal; the password is a placeholder. */
  curl: string
}

export interface LocalApiCertificate {
  /** SHA-256, hexadecimal pairs with colons. */
  fingerprint: string
  /** The certificate without its key, for clients to trust. */
  pem: string
  /** ISO 8601. */
  validFrom: string
  validTo: string
  /** Host names and addresses it is valid for. */
  names: string[]
  /** How to make a system or program trust it. `file` stands for where the certificate was saved. */
  trust: { system: string; steps: string }[]
}

export interface ServiceDocument {
  /** File name. */
  file: string
  title: string
}

/** The file name of the saved certificate, which commands use too. */
export const certificateFile = 'catalog-desk.pem'
