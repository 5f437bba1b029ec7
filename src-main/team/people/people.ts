import { createHash, randomBytes } from 'node:crypto'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { MadePassword, PeopleErrorCode, PersonEntry } from '../../../src-shared/team/people-model.ts'
import type { Person, Role } from '../../../src-shared/team/person.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Storage } from '../../storage/index.ts'
import { hashPassword, isPassword, makePassword, type PasswordCost, passwordCost } from './password.ts'
import { personReader, personWriter, type StoredPerson } from './person-store.ts'
import { minBetweenNotes, sessionReader, sessionWriter } from './session-store.ts'
import { createSignInLimits } from './sign-in-limits.ts'

/** The secrets of a signed-in browser. */
export interface SignedIn {
  /** Sent by the browser in a header of every call. */
  session: string
  /** Part of the addresses of pictures; valid for pictures only. */
  pictureKey: string
}

export type People = ReturnType<typeof createPeople>

const secret = (): string => randomBytes(24).toString('base64url')
const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64url')

/** The people of a team and their sessions, which every host of the team shares. */
export function createPeople({
  storage,
  clock = systemClock,
  cost = passwordCost,
}: {
  storage: Storage
  clock?: Clock
  /** Cost of password hashes. */
  cost?: PasswordCost
}) {
  const reader = storage.reader(personReader)
  const writer = storage.writer(personWriter)
  const sessions = storage.reader(sessionReader)
  const sessionsWriter = storage.writer(sessionWriter)
  const limits = createSignInLimits(clock)

  const list = async (): Promise<PersonEntry[]> => (await reader.all()).map(entryOf)
  const setPassword = async (name: string, given: string | undefined): Promise<MadePassword> => {
    const password = given ?? makePassword()
    await writer.setPassword(name, await hashPassword(password, cost))
    return { name, password }
  }

  return {
    list,
    hasAny: (): Promise<boolean> => reader.hasAny(),
    /** Adds a person, with a made password when none is given. @throws PlainError */
    async add({ name, role, password = makePassword() }: NewPerson): Promise<MadePassword> {
      await writer.add({ name, role, password: await hashPassword(password, cost) })
      return { name, password }
    },
    /** @throws PlainError `PERSON_UNKNOWN`, `NO_ADMINISTRATOR` */
    setRole: (name: string, role: Role): Promise<void> => writer.setRole(name, role),
    /** @throws PlainError `PERSON_UNKNOWN`, `NO_ADMINISTRATOR` */
    setDisabled: (name: string, isDisabled: boolean): Promise<void> => writer.setDisabled(name, isDisabled),
    /** Sets a given or a made password. @throws PlainError `PERSON_UNKNOWN` */
    setPassword,
    /** @throws PlainError `PERSON_UNKNOWN`, `NO_ADMINISTRATOR` */
    remove: (name: string): Promise<void> => writer.remove(name),

    /** @throws PlainError `WRONG_SIGN_IN`, `PERSON_DISABLED`, `TOO_MANY_TRIES` */
    async signIn(name: string, password: string): Promise<SignedIn> {
      const succeed = limits.begin(name)
      const person = await reader.find(name)
      const isRight = await isPassword(password, person?.password, cost)
      if (!isRight || !person?.password) throw wrongSignIn()
      succeed()
      if (person.disabled === 1)
        throw new PlainError<PeopleErrorCode>(
          'PERSON_DISABLED',
          say`${person.name} is disabled. Ask an administrator of the team.`,
        )
      const signedIn = { session: secret(), pictureKey: secret() }
      const isStarted = await sessionsWriter.start({
        ...{ hash: hashOf(signedIn.session), pictureHash: hashOf(signedIn.pictureKey) },
        ...{ person: person.name, password: person.password },
      })
      if (!isStarted) throw wrongSignIn()
      return signedIn
    },
    /** Changes the own password; all sessions of the person end. @throws PlainError `WRONG_PASSWORD`, `TOO_MANY_TRIES` */
    async changePassword(name: string, current: string, next: string): Promise<void> {
      const succeed = limits.begin(name)
      const person = await reader.find(name)
      if (!(await isPassword(current, person?.password, cost)) || !person?.password)
        throw new PlainError<PeopleErrorCode>('WRONG_PASSWORD', say`The current password is wrong.`)
      succeed()
      await writer.setPassword(name, await hashPassword(next, cost), person.password)
    },
    /** The person of a session; undefined when the session has ended. */
    async personOf(session: string): Promise<Person | undefined> {
      const hash = hashOf(session)
      const found = await sessions.find(hash, clock.now())
      if (!found) return undefined
      // Without the database of the team this is not noted, and everything can still be read.
      if (clock.now() - found.usedAt >= minBetweenNotes) await sessionsWriter.use(hash).catch(() => undefined)
      return { name: found.name, role: found.role }
    },
    isPictureKey: (key: string): Promise<boolean> => sessions.isPicture(hashOf(key), clock.now()),
    signOut: (session: string): Promise<void> => sessionsWriter.end(hashOf(session)),
  }
}

interface NewPerson {
  name: string
  role: Role
  password?: string | undefined
}

const wrongSignIn = (): PlainError<PeopleErrorCode> =>
  new PlainError('WRONG_SIGN_IN', say`The name or the password is wrong.`)

const entryOf = ({
  name,
  role,
  disabled,
  password,
  made_at: madeAt,
  signed_in_at: signedInAt,
}: StoredPerson): PersonEntry => ({
  ...{ name, role },
  isDisabled: disabled === 1,
  hasPassword: password !== null,
  madeAt: new Date(madeAt).toISOString(),
  signedInAt: signedInAt === null ? null : new Date(signedInAt).toISOString(),
})
