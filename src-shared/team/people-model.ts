import * as z from 'zod'
import { say } from '../texts/say.ts'
import { type Role, roles } from './person.ts'

/** Minimum and maximum length of a password, in characters. */
export const minPassword = 12
const maxPassword = 200
/** Maximum length of a name, in characters. */
const maxName = 64
/** Maximum number of people in a team. */
export const maxPeople = 1000

/** A password that is chosen by a person. */
export const chosenPassword = z
  .string()
  .min(minPassword, say`A password has at least 12 characters.`)
  .max(maxPassword, say`A password has at most 200 characters.`)

/** A name to sign in with: one line without leading or trailing spaces. */
export const personName = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1, say`Enter a name.`)
  .max(maxName, say`A name has at most 64 characters.`)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, say`A name is one line of visible characters.`)

export const role = z.enum(roles)

/** A person of the team as shown to administrators. */
export interface PersonEntry {
  name: string
  role: Role
  isDisabled: boolean
  /** Whether the person can sign in with a password. */
  hasPassword: boolean
  /** ISO 8601. */
  madeAt: string
  /** Last sign-in, ISO 8601; null before the first one. */
  signedInAt: string | null
}

/** A password made by the program. It is shown once. */
export interface MadePassword {
  name: string
  password: string
}

/** The signed-in person, for the page. */
export interface Me {
  /** Null without a team. */
  person: { name: string; role: Role } | null
  /** Whether the team has no people yet, so that the first administrator must be added. */
  isEmpty: boolean
}

/** Reasons for refused calls about people. */
export type PeopleErrorCode =
  | 'PERSON_EXISTS'
  | 'PERSON_UNKNOWN'
  | 'TOO_MANY_PEOPLE'
  | 'NO_ADMINISTRATOR'
  | 'NOT_SIGNED_IN'
  | 'WRONG_PASSWORD'
  | 'WRONG_SIGN_IN'
  | 'PERSON_DISABLED'
  | 'TOO_MANY_TRIES'

/** Key for comparing names: names that differ only in case or Unicode form are the same. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
