import { type } from '@orpc/contract'
import * as z from 'zod'
import { call, query } from '../rpc/procedure.ts'
import {
  chosenPassword,
  type MadePassword,
  type Me,
  type PersonEntry,
  personName,
  role,
} from './people-model.ts'

const byName = z.object({ name: personName })

export const peopleContract = {
  /** The signed-in person. */
  me: query('people').output(type<Me>()),
  /** Changes the own password. All sessions of the person end, also this one. */
  changePassword: call
    .input(z.object({ current: z.string().max(1000), next: chosenPassword }))
    .output(type<void>()),
  /** Ends this session. */
  signOut: call.output(type<void>()),
  /** All people, by name. */
  list: query('people').output(type<PersonEntry[]>()),
  /**
   * Adds a person. Without a password, one is made and returned. The first person must be an administrator.
   * Refused (`PERSON_EXISTS`) when the name is taken.
   */
  add: call
    .input(byName.extend({ role, password: chosenPassword.optional() }))
    .output(type<MadePassword | null>()),
  /** Refused (`NO_ADMINISTRATOR`) for the last administrator who can sign in. */
  setRole: call.input(byName.extend({ role })).output(type<PersonEntry[]>()),
  /** A disabled person cannot sign in, and the sessions end. Refused like `setRole`. */
  setDisabled: call.input(byName.extend({ isDisabled: z.boolean() })).output(type<PersonEntry[]>()),
  /** Makes a new password; the sessions of the person end. */
  newPassword: call.input(byName).output(type<MadePassword>()),
  /** Refused like `setRole`. What the person wrote stays, with the name. */
  remove: call.input(byName).output(type<PersonEntry[]>()),
}
