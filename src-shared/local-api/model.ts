import * as z from 'zod'
import { apiVersions, largestItemPage } from '../api/endpoint.ts'
import { type EndpointName, endpointNames } from '../api/endpoints.ts'
import type { WorkspaceRole } from '../workspace/model.ts'

/** Why something that was asked of the local API cannot be done: the code of a PlainError. */
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
  /** As it runs, or as it will the next time. */
  scheme: LocalApiScheme
  port: number
  /** Why it does not run although it should, in words. */
  reason?: string
  /** `sandbox`: feeds are ingested here; `connected`: answers come from the copy, feeds go to the outbox. */
  role: WorkspaceRole
  /** Empty in ordinary times. */
  activeConditions: LocalApiConditionName[]
  /** Of the last ten minutes, the newest first; empty in ordinary times. */
  wrongPasswords: WrongPasswords[]
}

/** How often somebody gave a wrong password in the last ten minutes. */
export interface WrongPasswords {
  /** Null: names that are no user's, all together. */
  username: string | null
  count: number
  /** ISO 8601. */
  lastAt: string
  /** As the last client called itself (User-Agent), else its address. */
  lastFrom: string
}

export interface LocalApiConditionState {
  conditions: LocalApiConditions
  active: LocalApiConditionName[]
  /** Set on the command line: they end with this run of the program. */
  thisRunOnly: LocalApiConditionName[]
}

export interface LocalApiUser {
  username: string
  /** The one made with the workspace: its password can be read again, and it cannot be deleted. */
  isDefault: boolean
  /** This user's own daily limit of item records; null: the service's. */
  dailyItemLimit: number | null
  /** In this UTC day. */
  requestsToday: number
  itemsToday: number
  /** ISO 8601. */
  createdAt: string
}

/** A password just made. It is not kept in a form that could be shown again. */
export interface NewPassword {
  username: string
  password: string
}

/** As this app calls itself (User-Agent) in the calls it makes to its own local API. */
export const thisApp = 'Catalog Desk (this app)'

/** Requests kept in the log, fewer where they are long. In memory: a durable write for each would cost more than its answer. */
export const requestsKept = 5000

/** A request that was answered. About the newest `requestsKept` are there, until the program ends. */
export interface LoggedRequest {
  /** Ascending. */
  id: number
  /** ISO 8601. */
  at: string
  method: string
  /** Path and query, as asked; signatures of picture addresses are left out. */
  target: string
  /** 0 when the connection was cut instead of answered. */
  status: number
  milliseconds: number
  /** Of the answer's body. */
  bytes: number
  /** Absent before a user was recognised, and for pictures. */
  username?: string
  /** The client's own name (User-Agent), shortened. */
  client?: string
  /** What was answered when it was refused, in words. */
  detail?: string
}

export interface RequestLog {
  /** Ascending by id. */
  entries: LoggedRequest[]
  /** Whatever has a smaller id is no longer kept, or was cleared: drop it. */
  firstId: number
  /** Ask for what comes after this next time. */
  lastId: number
}

export const requestLogFilter = z.object({
  method: z.string().optional(),
  /** A status, a hundred of them, or connections cut in place of an answer. */
  status: z.union([z.int(), z.enum(['2xx', '3xx', '4xx', '5xx', 'cut'])]).optional(),
  username: z.string().optional(),
  /** Part of path and query, whatever the case. */
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
  /** Whose name it is made in; it counts for that user and is logged like any other. */
  username: z.string(),
})
export type TrialCall = z.input<typeof trialCall>

export interface TrialAnswer {
  method: string
  /** Path and query, as sent. */
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

/** Limits and faults an integrator can switch on, to see how a client bears them. Off unless set. */
export const localApiConditions = z.object({
  /** Item records a user without a limit of its own may download in a UTC day; null: no limit. Beyond it 406. */
  dailyItemLimit: z.int().min(0).nullable(),
  /** Item records in one answer; a larger `limit` is lowered to it. */
  mostItems: z.int().min(1).max(1_000_000),
  /** Every call is answered 503 with `Retry-After: 120`. */
  maintenance: z.boolean(),
  /** Milliseconds every answer is held back. */
  latency: z.int().min(0).max(60_000),
  /** Share of calls answered 500. */
  errorRate: z.number().min(0).max(1),
  /** Share of feeds that are kept but whose acknowledgement is lost: the connection is cut. */
  lostAcknowledgementRate: z.number().min(0).max(1),
  /** Items of feeds processed in a second (sandbox); null: as fast as it goes; 0: not at all. */
  ingestionRate: z.number().min(0).nullable(),
  /** An item search that selects nothing is answered with all items in place of 400. */
  searchWithoutSelector: z.boolean(),
})
export type LocalApiConditions = z.infer<typeof localApiConditions>

export type LocalApiConditionName = keyof LocalApiConditions

/** Nothing switched on. */
export const noConditions: LocalApiConditions = {
  dailyItemLimit: null,
  mostItems: largestItemPage,
  maintenance: false,
  latency: 0,
  errorRate: 0,
  lostAcknowledgementRate: 0,
  ingestionRate: null,
  searchWithoutSelector: false,
}

/** Those that make the service other than it is by itself. */
export const activeConditions = (values: LocalApiConditions): LocalApiConditionName[] =>
  (Object.keys(noConditions) as LocalApiConditionName[]).filter((name) => values[name] !== noConditions[name])

/** What the certificate is saved as, and therefore called in commands. */
export const certificateFile = 'catalog-desk.pem'
