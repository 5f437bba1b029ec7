import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import { apiVersions } from '../api/endpoint.ts'
import { type EndpointName, endpointNames } from '../api/endpoints.ts'
import {
  type LocalApiConditionName,
  type LocalApiConditions,
  localApiConditions,
} from './local-api-conditions.ts'
import type { WorkspaceRole } from './workspace-contract.ts'

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

const logFilter = z.object({
  method: z.string().optional(),
  /** A status, a hundred of them, or connections cut in place of an answer. */
  status: z.union([z.int(), z.enum(['2xx', '3xx', '4xx', '5xx', 'cut'])]).optional(),
  username: z.string().optional(),
  /** Part of path and query, whatever the case. */
  path: z.string().optional(),
})
export type RequestLogFilter = z.infer<typeof logFilter>

const trial = z.object({
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
export type TrialCall = z.input<typeof trial>

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

const byUser = z.object({ username: z.string() })
const newUsername = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'Use 1 to 64 letters, digits, dots, hyphens and underscores')

export const localApiContract = {
  state: oc.output(type<LocalApiState>()),
  /** Starts, stops or moves it; what is left out stays. Refused (`PORT_TAKEN`, `PORT_FORBIDDEN`) when it cannot listen. */
  set: oc
    .input(
      z.object({
        running: z.boolean().optional(),
        port: z.int().min(0).max(65535).optional(),
        scheme: z.enum(localApiSchemes).optional(),
      }),
    )
    .output(type<LocalApiState>()),

  users: oc.output(type<LocalApiUser[]>()),
  /** Refused (`USER_EXISTS`) when there is one of that name. */
  createUser: oc
    .input(z.object({ username: newUsername, dailyItemLimit: z.int().min(0).nullable().default(null) }))
    .output(type<NewPassword>()),
  /** The old password stops working at once. */
  rotatePassword: oc.input(byUser).output(type<NewPassword>()),
  /** Refused (`USER_IS_DEFAULT`) for the user the workspace was made with. */
  deleteUser: oc.input(byUser).output(type<LocalApiUser[]>()),
  setUserLimit: oc
    .input(byUser.extend({ dailyItemLimit: z.int().min(0).nullable() }))
    .output(type<LocalApiUser[]>()),

  conditions: oc.output(type<LocalApiConditionState>()),
  /** Changes those that are given; they are kept. */
  setConditions: oc.input(localApiConditions.partial()).output(type<LocalApiConditionState>()),

  /** The newest entries that fit, or those after `after`. */
  log: oc
    .input(
      logFilter.extend({
        after: z.int().min(0).default(0),
        limit: z.int().min(1).max(2000).default(500),
      }),
    )
    .output(type<RequestLog>()),
  clearLog: oc.output(type<RequestLog>()),
  /** A logged request as a command for a terminal; the password is a placeholder. Refused (`NOT_LOGGED`) when it is gone. */
  curl: oc.input(z.object({ id: z.int() })).output(type<{ text: string }>()),

  /** Makes a call to the running server. Refused (`NOT_RUNNING`) when it is stopped. */
  tryCall: oc.input(trial).output(type<TrialAnswer>()),

  /** Made at first need. */
  certificate: oc.output(type<LocalApiCertificate>()),
  /** A new key and certificate: every client must trust it anew. */
  renewCertificate: oc.output(type<LocalApiCertificate>()),

  /** The schemas (XSD) of the service. */
  schemas: oc.output(type<ServiceDocument[]>()),
  schema: oc.input(z.object({ file: z.string() })).output(type<{ file: string; text: string }>()),
  /** Pages of the reference, in Markdown; links between them are file names. */
  referencePages: oc.output(type<ServiceDocument[]>()),
  referencePage: oc.input(z.object({ file: z.string() })).output(type<{ file: string; text: string }>()),
}
