import { type ApiUsageRow, type ApiUserRow, defineReader, defineWriter } from '../../storage/index.ts'
import type { PasswordHash } from './requests/credentials.ts'

/** The `ids` of a change with the topic `local-api`. */
export type LocalApiTopicPart = 'users' | 'log' | 'server' | 'conditions'

/** A stored user. The default user's password is not stored here but among the secrets. */
export interface StoredUser {
  username: string
  password?: PasswordHash
  dailyItemLimit: number | null
  /** Milliseconds since the epoch. */
  createdAt: number
}

export const apiUserReader = defineReader('local-api/user', ({ db }) => {
  const all = db.prepare<[], ApiUserRow>('SELECT * FROM api_user ORDER BY hash IS NOT NULL, username')
  return {
    /** The default user first, then the others by name. */
    all: (): StoredUser[] =>
      all.all().map(({ username, salt, hash, daily_item_limit, created_at }) => ({
        username,
        dailyItemLimit: daily_item_limit,
        createdAt: created_at,
        password: salt && hash ? { salt, hash } : undefined,
      })),
  }
})

export const apiUserWriter = defineWriter('local-api/user', ({ db, now, record }) => {
  const insert = db.prepare('INSERT INTO api_user VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const setPassword = db.prepare(
    'UPDATE api_user SET salt = ?, hash = ? WHERE username = ? AND hash IS NOT NULL',
  )
  const setLimit = db.prepare('UPDATE api_user SET daily_item_limit = ? WHERE username = ?')
  const remove = db.prepare('DELETE FROM api_user WHERE username = ? AND hash IS NOT NULL')
  const forget = db.prepare('DELETE FROM api_usage WHERE username = ?')
  const changed = (changes: number): boolean => {
    if (changes > 0) record({ topic: 'local-api', ids: ['users'] })
    return changes > 0
  }
  return {
    /** Returns false if a user with this name exists. */
    create: (username: string, { salt, hash }: PasswordHash, dailyItemLimit: number | null): boolean =>
      changed(insert.run(username, salt, hash, dailyItemLimit, now()).changes),
    setPassword: (username: string, { salt, hash }: PasswordHash): boolean =>
      changed(setPassword.run(salt, hash, username).changes),
    setLimit: (username: string, dailyItemLimit: number | null): boolean =>
      changed(setLimit.run(dailyItemLimit, username).changes),
    /** Removes a user and its usage. Returns false for the default user and for an unknown name. */
    remove(username: string): boolean {
      const { changes } = remove.run(username)
      if (changes > 0) forget.run(username)
      return changed(changes)
    },
    /** Announces a change outside the database: of the request log or of the running server. */
    tell: (what: LocalApiTopicPart): void => record({ topic: 'local-api', ids: [what] }),
  }
})

/** The usage of one user in one UTC day. */
export interface Usage {
  /** Item records in 200 answers. */
  items: number
  requests: number
}

export const usageReader = defineReader('local-api/usage', ({ db }) => {
  const used = db.prepare<[string], Pick<ApiUsageRow, 'username' | 'items' | 'requests'>>(
    'SELECT username, items, requests FROM api_usage WHERE day = ?',
  )
  return {
    /** The usage of each user in a day (`YYYY-MM-DD`, UTC). */
    used: (day: string): Record<string, Usage> =>
      Object.fromEntries(used.all(day).map(({ username, ...usage }) => [username, usage])),
  }
})

export const usageWriter = defineWriter('local-api/usage', ({ db }) => {
  const put = db.prepare(
    `INSERT INTO api_usage (username, day, items, requests) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET
       items = max(items, excluded.items), requests = max(requests, excluded.requests)`,
  )
  return {
    put(day: string, used: Record<string, Usage>): void {
      for (const [username, { items, requests }] of Object.entries(used))
        put.run(username, day, items, requests)
    },
  }
})

/** Reads the latest `lastUpdated` of all records. */
export const newestItemReader = defineReader('local-api/newest-item', ({ db }) => {
  const newest = db.prepare<[], number | null>('SELECT max(updated_at) FROM item').pluck()
  return {
    /** Milliseconds since the epoch; undefined in an empty catalog. */
    updatedAt: (): number | undefined => newest.get() ?? undefined,
  }
})
