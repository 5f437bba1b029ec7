import type { LocalApiErrorCode, LocalApiUser, NewPassword } from '../../../src-shared/local-api/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../storage/index.ts'
import { apiUserReader, apiUserWriter, type StoredUser } from '../server/api-store.ts'
import { type ApiUsers, hashPassword, newPassword } from '../server/requests/credentials.ts'
import type { UsageMeter } from '../server/usage-meter.ts'

/** The users of the local API: the default user, and users added by a person. */
export async function createLocalApiUsers({
  storage,
  secrets,
  usage,
  onChange,
}: {
  storage: Storage
  secrets: Secrets
  usage: UsageMeter
  /** Called after a change of the users; a change is complete when it resolves. */
  onChange(): Promise<void>
}) {
  const reader = storage.reader(apiUserReader)
  const writer = storage.writer(apiUserWriter)
  const keeper = localApiCredentials(secrets)
  let credentials = await keeper.read()
  let stored: StoredUser[] = await reader.all()
  const runPasswords = new Map<string, string>()

  const reload = async (): Promise<void> => {
    stored = await reader.all()
    await onChange()
  }
  // Another process may change the users of this workspace; its notices only name the topic.
  const unsubscribe = storage.changes.subscribe(({ changes }) => {
    if (changes.some(({ topic, ids }) => topic === 'local-api' && (!ids || ids.includes('users'))))
      void reload().catch(() => {})
  })
  const isDefault = ({ password }: StoredUser): boolean => password === undefined
  const known = (username: string): StoredUser => {
    const found = stored.find((user) => user.username === username)
    if (!found) throw new PlainError<LocalApiErrorCode>('USER_UNKNOWN', say`There is no user ${username}.`)
    return found
  }
  const runPassword = async (username: string): Promise<string> => {
    const kept = runPasswords.get(username)
    if (kept !== undefined) return kept
    const password = newPassword()
    runPasswords.set(username, password)
    await onChange()
    return password
  }

  const all: ApiUsers = () =>
    stored.map(({ username, password, dailyItemLimit }) => ({
      username,
      password: password ?? credentials.password,
      dailyItemLimit,
      runPassword: runPasswords.get(username),
    }))
  const list = (): Promise<LocalApiUser[]> =>
    Promise.all(
      stored.map(async (user) => {
        const { items, requests } = await usage.used(user.username)
        return {
          username: user.username,
          isDefault: isDefault(user),
          dailyItemLimit: user.dailyItemLimit,
          requestsToday: requests,
          itemsToday: items,
          createdAt: new Date(user.createdAt).toISOString(),
        }
      }),
    )

  return {
    /** Called by the server for every request. */
    all,
    list,
    /** @throws PlainError `USER_EXISTS` */
    async create({ username, dailyItemLimit }: NewUser): Promise<NewPassword> {
      const password = newPassword()
      if (!(await writer.create(username, await hashPassword(password), dailyItemLimit)))
        throw new PlainError<LocalApiErrorCode>(
          'USER_EXISTS',
          say`The user name ${username} is already taken. Choose another name.`,
        )
      await reload()
      return { username, password }
    },
    /** @throws PlainError `USER_UNKNOWN` */
    async rotate({ username }: NamedUser): Promise<NewPassword> {
      if (isDefault(known(username))) {
        credentials = await keeper.rotate()
        await onChange()
        await writer.tell('users')
        return credentials
      }
      const password = newPassword()
      await writer.setPassword(username, await hashPassword(password))
      await reload()
      return { username, password }
    },
    /** @throws PlainError `USER_UNKNOWN`, `USER_IS_DEFAULT` @returns the remaining users */
    async remove({ username }: NamedUser): Promise<LocalApiUser[]> {
      if (isDefault(known(username)))
        throw new PlainError<LocalApiErrorCode>(
          'USER_IS_DEFAULT',
          say`The user ${username} was created with the workspace and cannot be deleted. Give it a new password to block its access.`,
        )
      await usage.forget(username)
      await writer.remove(username)
      runPasswords.delete(username)
      await reload()
      return list()
    },
    /** @throws PlainError `USER_UNKNOWN` */
    async setLimit({ username, dailyItemLimit }: NewUser): Promise<LocalApiUser[]> {
      known(username)
      await writer.setLimit(username, dailyItemLimit)
      await reload()
      return list()
    },
    /** The credentials of the default user; only this user's password can be read again. */
    credentials: (): LocalApiCredentials => credentials,
    /** A password for calls that the program itself makes as a user. @throws PlainError `USER_UNKNOWN` */
    async runPassword(username: string): Promise<string> {
      known(username)
      return runPassword(username)
    },
    close: unsubscribe,
  }
}

interface NamedUser {
  username: string
}
interface NewUser extends NamedUser {
  dailyItemLimit: number | null
}

/** The values of the headers `username` and `password`. */
interface LocalApiCredentials {
  username: string
  password: string
}

/** The name of the secret with the default user's password, and the name of that user. */
const passwordSecret = 'local-api-password'
export const localApiUsername = 'desk'

/** The credentials of the default user: created when first needed, and kept until they are rotated. */
function localApiCredentials(secrets: Secrets): {
  read(): Promise<LocalApiCredentials>
  /** The old password stops working at once. */
  rotate(): Promise<LocalApiCredentials>
} {
  const rotate = async (): Promise<LocalApiCredentials> => {
    const password = newPassword()
    await secrets.set(passwordSecret, password)
    return { username: localApiUsername, password }
  }
  return {
    rotate,
    async read() {
      const password = await secrets.get(passwordSecret)
      return password === undefined ? rotate() : { username: localApiUsername, password }
    },
  }
}
