import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import { mediaHostOf, noMediaHost } from '../media-hosts.ts'
import type { LocalApiConditionName } from './local-api-conditions.ts'

/** `new`: nothing chosen yet; `connected`: a copy of a service's catalog; `sandbox`: this catalog is the service. */
export type WorkspaceRole = 'new' | 'connected' | 'sandbox'

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
const mediaHosts = z
  .array(
    z.string().transform((typed, context) => {
      const host = mediaHostOf(typed)
      if (host !== undefined) return host
      context.addIssue({ code: 'custom', message: noMediaHost(typed) })
      return z.NEVER
    }),
  )
  .max(100)
  .transform((hosts) => [...new Set(hosts)])

const connection = z.object({
  address: z.url({ protocol: /^https?$/ }),
  username: z.string().min(1, 'Enter the user name'),
  password: z.string().min(1, 'Enter the password'),
  namespaceBase: z.string().optional(),
  /** Absent: those of the present connection, when the address stays. */
  mediaHosts: mediaHosts.optional(),
  /** The person agrees that password and catalog can be read on their way (isReadableOnTheWay). */
  allowPlainHttp: z.boolean().optional(),
})
export type ConnectionInput = z.input<typeof connection>
export const connectionInput = connection
export const mediaHostsInput = z.object({ hosts: mediaHosts })

export const workspaceContract = {
  state: oc.output(type<WorkspaceState>()),
  /** Asks the service with these credentials and keeps them when they are accepted. */
  connect: oc.input(connection).output(type<WorkspaceState>()),
  /** Agrees that the present connection is plain http over a network; it is used from then on. */
  allowPlainHttp: oc.output(type<WorkspaceState>()),
  /** The hosts that pictures may be fetched from, beside the service: all there are to be. What is missing is fetched. */
  setMediaHosts: oc.input(mediaHostsInput).output(type<WorkspaceState>()),
  /** Makes the sample catalog's sandbox beside this workspace, connects to it and starts the first sync. */
  startSample: oc.output(type<WorkspaceState>()),
  /** Makes this workspace itself a sandbox, empty or with the sample. */
  startSandbox: oc.input(z.object({ sample: z.boolean() })).output(type<WorkspaceState>()),
  /** Starts or stops the built-in sample service: the way to see what being offline is like. */
  setSampleService: oc.input(z.object({ running: z.boolean() })).output(type<WorkspaceState>()),
  setLocalApi: oc
    .input(z.object({ running: z.boolean(), port: z.int().min(0).max(65535).optional() }))
    .output(type<WorkspaceState>()),
  localApiCredentials: oc.output(type<{ username: string; password: string }>()),
  rotateLocalApiCredentials: oc.output(type<{ username: string; password: string }>()),
}
