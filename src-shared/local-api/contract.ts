import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import { localApiConditions } from './conditions.ts'
import {
  type LocalApiCertificate,
  type LocalApiConditionState,
  type LocalApiState,
  type LocalApiUser,
  localApiSchemes,
  type NewPassword,
  type RequestLog,
  requestLogFilter,
  type ServiceDocument,
  type TrialAnswer,
  trialCall,
} from './model.ts'

const byUser = z.object({ username: z.string() })

const newUsername = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'Use 1 to 64 letters, digits, dots, hyphens and underscores')

export const localApiContract = {
  state: query('local-api', 'workspace').output(type<LocalApiState>()),
  /**
   * Starts, stops or moves the service; absent members are unchanged. Refused (`PORT_TAKEN`,
   * `PORT_FORBIDDEN`) when it cannot listen.
   */
  set: call
    .input(
      z.object({
        running: z.boolean().optional(),
        port: z.int().min(0).max(65535).optional(),
        scheme: z.enum(localApiSchemes).optional(),
      }),
    )
    .output(type<LocalApiState>()),

  users: query('local-api').output(type<LocalApiUser[]>()),
  /** Refused (`USER_EXISTS`) when the name is taken. */
  createUser: call
    .input(z.object({ username: newUsername, dailyItemLimit: z.int().min(0).nullable().default(null) }))
    .output(type<NewPassword>()),
  /** The old password is invalid immediately. */
  rotatePassword: call.input(byUser).output(type<NewPassword>()),
  /** Refused (`USER_IS_DEFAULT`) for the user created with the workspace. */
  deleteUser: call.input(byUser).output(type<LocalApiUser[]>()),
  setUserLimit: call
    .input(byUser.extend({ dailyItemLimit: z.int().min(0).nullable() }))
    .output(type<LocalApiUser[]>()),

  conditions: query('local-api').output(type<LocalApiConditionState>()),
  /** Changes the given conditions and stores them. */
  setConditions: call.input(localApiConditions.partial()).output(type<LocalApiConditionState>()),

  /** The latest entries that match the filter, or the entries after `after`. */
  log: query('local-api')
    .input(
      requestLogFilter.extend({
        after: z.int().min(0).default(0),
        limit: z.int().min(1).max(2000).default(500),
      }),
    )
    .output(type<RequestLog>()),
  clearLog: call.output(type<RequestLog>()),
  /**
   * A logged request as a shell command, with a placeholder for the password. Refused (`NOT_LOGGED`) when
   * it is no longer in the log.
   */
  curl: call.input(z.object({ id: z.int() })).output(type<{ text: string }>()),

  /** Sends a call to the running service. Refused (`NOT_RUNNING`) while it is stopped. */
  tryCall: call.input(trialCall).output(type<TrialAnswer>()),

  /** The certificate; the first call generates it. */
  certificate: query('local-api').output(type<LocalApiCertificate>()),
  /** Generates a new key and certificate; all clients must trust it again. */
  renewCertificate: call.output(type<LocalApiCertificate>()),

  /** The schemas (XSD) of the service. */
  schemas: call.output(type<ServiceDocument[]>()),
  schema: call.input(z.object({ file: z.string() })).output(type<{ file: string; text: string }>()),
  /** Pages of the reference, in Markdown; links between them are file names. */
}
