import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import PQueue from 'p-queue'
import { derivePasswordHash, type PasswordHash } from './password-hash.ts'

export interface ApiUser {
  username: string
  /** As it is, or as a hash. */
  password: string | PasswordHash
  /** A second password that ends with this run of the program: for calls it makes itself in the user's name. */
  runPassword?: string
  /** This user's own daily limit of item records; the service's when absent. */
  dailyItemLimit?: number | null | undefined
}

/** Who may call, asked anew for every request, so that a rotated password holds at once. */
export type ApiUsers = () => readonly ApiUser[]

/** The user whose name and password a request carries; undefined when there is none (specification, "Authentication"). */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<ApiUser | undefined>

/** Slow comparisons at a time, so that someone who guesses does not take the whole computer. */
const guessesAtOnce = 2
/** Stands for the hash of a user who has none: a wrong name takes as long as a wrong password. */
const decoy: PasswordHash = { salt: randomBytes(16), hash: randomBytes(32) }

/**
 * Compares in constant time, by digests of equal length. A password stored as a hash is derived once and recognised by
 * a keyed digest from then on. Every refusal costs one derivation, whichever part was wrong.
 */
export function createAuthenticator(users: ApiUsers): Authenticate {
  // Digests never leave this closure: a key in front keeps them from being worked out elsewhere, at a third of an HMAC's cost.
  const key = randomBytes(32).toString('hex')
  const digest = (username: string, password: string) =>
    hash('sha256', `${key}\n${username}\n${password}`, 'buffer')
  const known = new Map<string, Buffer>()
  /** Digest of a pair we know, made once. */
  const digestOf = (username: string, password: string): Buffer => {
    const pair = `${username}\n${password}`
    let found = known.get(pair)
    if (!found) {
      if (known.size > 1000) known.clear()
      found = digest(username, password)
      known.set(pair, found)
    }
    return found
  }
  /** By hash, the digest of the pair that was found to fit it. */
  const recognised = new Map<string, Buffer>()
  const nameOf = ({ hash }: PasswordHash) => Buffer.from(hash).toString('base64')
  const guesses = new PQueue({ concurrency: guessesAtOnce })

  const digestsOf = ({ username, password, runPassword }: ApiUser): Buffer[] => {
    const fixed =
      typeof password === 'string' ? digestOf(username, password) : recognised.get(nameOf(password))
    const passing = runPassword === undefined ? undefined : digestOf(username, runPassword)
    return [fixed, passing].filter((one) => one !== undefined)
  }

  return async (headers) => {
    const username = textOf(headers['username'])
    const password = textOf(headers['password'])
    if (username === '' || password === '') return undefined
    const given = digest(username, password)
    let found: ApiUser | undefined
    for (const user of users())
      for (const one of digestsOf(user)) if (timingSafeEqual(given, one)) found = user
    if (found) return found

    const named = users().find((user) => user.username === username)
    const stored = typeof named?.password === 'object' ? named.password : decoy
    const derived = await guesses.add(() => derivePasswordHash(password, stored.salt))
    if (!named || stored === decoy || !timingSafeEqual(derived, stored.hash)) return undefined
    recognised.set(nameOf(stored), given)
    // It may have been rotated or deleted meanwhile.
    return users().find((user) => user.username === username && user.password === named.password)
  }
}

// Node hands header bytes over as Latin-1; clients send UTF-8.
const textOf = (header: string | string[] | undefined) =>
  typeof header === 'string' ? Buffer.from(header, 'latin1').toString('utf8') : ''
