import type { LocalApiErrorCode, LocalApiUser, NewPassword } from '../../../src-shared/local-api/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Storage } from '../../storage/index.ts'
import { apiUserReader, apiUserWriter, type StoredUser } from '../server/api-store.ts'
import { type ApiUsers, hashPassword, newPassword } from '../server/requests/credentials.ts'
import type { UsageMeter } from '../server/usage-meter.ts'

/** The users of the local API: the default user, and users that a person has added. */
export interface LocalApiUsers {
  /** For the server, which asks anew for every request. */
  all: ApiUsers
  list(): Promise<LocalApiUser[]>
  /** @throws PlainError `USER_EXISTS` */
  create(user: { username: string; dailyItemLimit: number | null }): Promise<NewPassword>
  /** @throws PlainError `USER_UNKNOWN` */
  rotate(username: string): Promise<NewPassword>
  /** @throws PlainError `USER_UNKNOWN`, `USER_IS_DEFAULT` */
  remove(username: string): Promise<void>
  /** @throws PlainError `USER_UNKNOWN` */
  setLimit(username: string, dailyItemLimit: number | null): Promise<void>
  /** The credentials of the default user, whose password can be read again. */
  credentials(): LocalApiCredentials
  /** A password for calls that the program itself makes in a user's name. @throws PlainError `USER_UNKNOWN` */
  runPassword(username: string): string
  close(): void
}

export async function createLocalApiUsers({
  storage,
  secrets,
  usage,
}: {
  storage: Storage
  secrets: Secrets
  usage: UsageMeter
}): Promise<LocalApiUsers> {
  const reader = storage.reader(apiUserReader)
  const writer = storage.writer(apiUserWriter)
  const keeper = localApiCredentials(secrets)
  let credentials = await keeper.read()
  let stored: StoredUser[] = await reader.all()
  const runPasswords = new Map<string, string>()

  const reload = async (): Promise<void> => {
    stored = await reader.all()
  }
  // Another process may change the users of this workspace; its notices name the topic only.
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
  const runPassword = (username: string): string => {
    const password = runPasswords.get(username) ?? newPassword()
    runPasswords.set(username, password)
    return password
  }

  return {
    all: () =>
      stored.map(({ username, password, dailyItemLimit }) => {
        return {
          username,
          password: password ?? credentials.password,
          dailyItemLimit,
          runPassword: runPasswords.get(username),
        }
      }),
    list: () =>
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
      ),
    async create({ username, dailyItemLimit }) {
      const password = newPassword()
      if (!(await writer.create(username, await hashPassword(password), dailyItemLimit)))
        throw new PlainError<LocalApiErrorCode>(
          'USER_EXISTS',
          say`There is a user ${username} already. Choose another name.`,
        )
      await reload()
      return { username, password }
    },
    async rotate(username) {
      if (isDefault(known(username))) {
        credentials = await keeper.rotate()
        return credentials
      }
      const password = newPassword()
      await writer.setPassword(username, await hashPassword(password))
      await reload()
      return { username, password }
    },
    async remove(username) {
      if (isDefault(known(username)))
        throw new PlainError<LocalApiErrorCode>(
          'USER_IS_DEFAULT',
          say`The user ${username} came with the workspace and cannot be deleted. Give it a new password to lock it out.`,
        )
      await usage.forget(username)
      await writer.remove(username)
      runPasswords.delete(username)
      await reload()
    },
    async setLimit(username, dailyItemLimit) {
      known(username)
      await writer.setLimit(username, dailyItemLimit)
      await reload()
    },
    credentials: () => credentials,
    runPassword(username) {
      known(username)
      return runPassword(username)
    },
    close: unsubscribe,
  }
}

/** What a program sends in the headers `username` and `password`. */
export interface LocalApiCredentials {
  username: string
  password: string
}

/** The secret with the password of the default user, and that user's name. */
const passwordSecret = 'local-api-password'
export const localApiUsername = 'desk'

/** The credentials of the default user: made at first need, and kept until they are rotated. */
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
