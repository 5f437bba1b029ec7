/** The messages between a hub and its replicas: the calls below `/desk/v1/`. */
import * as z from 'zod'
import { lookupKinds } from '../../../src-shared/catalog/model.ts'
import { localApiConditions } from '../../../src-shared/local-api/conditions.ts'

/** Path prefix of the calls of replicas. */
export const hubPath = '/desk/v1/'
/** The user name of replicas. It is no user of the local API. */
export const replicaUsername = 'replica'

const loggedChange = z.union([
  z.object({
    kind: z.literal('item'),
    key: z.string(),
    /** The stored element; null if the item is removed. */
    body: z.string().nullable(),
    verified: z.boolean(),
  }),
  z.object({ kind: z.enum(lookupKinds), key: z.string(), name: z.string().nullable() }),
  z.object({
    kind: z.literal('picture'),
    /** The address in records, without signature. */
    key: z.string(),
    picture: z
      .object({
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        mimeType: z.string(),
        width: z.int(),
        height: z.int(),
        bytes: z.int(),
      })
      .nullable(),
  }),
])
export type LoggedChange = z.infer<typeof loggedChange>

/** What the answers of a hub depend on, apart from the catalog and its pictures. */
const hubState = z.object({
  /** What entity tags are made from: a name, and the numbers of the last changes of items and lists. */
  tag: z.object({ run: z.string(), items: z.int(), lookups: z.int() }),
  isSandbox: z.boolean(),
  namespaceBase: z.string().nullable(),
  /** When the copy was last known to be complete, in milliseconds since the epoch; null if that is not said. */
  confirmedAt: z.number().nullable(),
  users: z.array(
    z.object({
      username: z.string(),
      /** scrypt of the password, in base64. */
      salt: z.string(),
      hash: z.string(),
      dailyItemLimit: z.int().nullable(),
    }),
  ),
  conditions: localApiConditions.omit({ ingestionRate: true }),
  /** Signs picture addresses; base64. */
  mediaKey: z.string(),
})
export type HubState = z.infer<typeof hubState>

/** The answer to `GET /desk/v1/changes`. */
export const changeAnswer = z.object({
  log: z.string(),
  /** The last number of these changes. */
  number: z.int(),
  /** Whether the log has further changes. */
  more: z.boolean(),
  /** Hash of `state`. */
  stateTag: z.string(),
  /** Absent if the caller has it, by its hash. */
  state: hubState.optional(),
  changes: z.array(loggedChange),
})
export type ChangeAnswer = z.infer<typeof changeAnswer>

/** The time for which a call for changes waits for the next one, in milliseconds. */
export const longPoll = 5000
