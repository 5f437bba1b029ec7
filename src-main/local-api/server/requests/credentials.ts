import { hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import PQueue from 'p-queue'
import { maxHeaderLength } from '../../../../src-shared/api/endpoint.ts'
import { boundedCache } from '../../../platform/memory/bounded-cache.ts'

export interface ApiUser {
  username: string
  /** The password itself, or its hash. */
  password: string | PasswordHash
  /** A second password, for calls that this run of the program makes in the user's name. */
  runPassword?: string
  /** The user's own daily limit of item records; without it, the limit of the service applies. */
  dailyItemLimit?: number | null | undefined
}

/** Returns the users. Called for every request, so that a rotated password takes effect immediately. */
export type ApiUsers = () => readonly ApiUser[]

/**
 * The user whose credentials a request carries (specification, "Authentication"), or the reason why there is
 * none.
 */
type Authenticated =
  | { user: ApiUser }
  /** The user name or the password is missing. */
  | { refused: 'missing' }
  /** No user has that name. */
  | { refused: 'unknown' }
  | { refused: 'wrong'; username: string }
  /** The password was not compared, since too many comparisons are waiting. */
  | { refused: 'busy' }
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Authenticated>

/**
 * How many passwords are hashed at a time, each on its own thread, so that password guessing does not use the
 * whole processor, and how many may wait for each user name. User names take turns: guesses for one name do
 * not delay another.
 */
const guesses = { atOnce: 2, waiting: 60 }
/**
 * Bytes of memory for wrong pairs, so that a program that repeats a wrong pair does not cause another hash.
 */
const wrongPairs = 200_000
/** Compared when the user does not exist, so that a wrong name takes as long as a wrong password. */
const nobodysHash: PasswordHash = { salt: randomBytes(16), hash: randomBytes(32) }

/**
 * Checks credentials in constant time, by comparing digests of equal length. A password that is stored as a
 * hash is hashed once, and recognised by a keyed digest afterwards. Every refusal costs one hash, whichever
 * part was wrong.
 */
export function createAuthenticator(users: ApiUsers): Authenticate {
  // The key prevents others from computing the digests. They never leave this function, so no HMAC is needed.
  const key = randomBytes(32).toString('hex')
  const digest = (username: string, password: string) =>
    hash('sha256', `${key}\n${username}\n${password}`, 'buffer')
  const known = new Map<string, Buffer>()
  /** Returns the digest of a stored pair, from the cache where possible. */
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
  /** The digest of the correct pair, by the stored hash. */
  const recognised = new Map<string, Buffer>()
  const nameOf = ({ hash }: PasswordHash) => Buffer.from(hash).toString('base64')
  const wrong = boundedCache<true>(wrongPairs, () => 0)
  const derive = createQueues(derivePasswordHash)

  const digestsOf = ({ username, password, runPassword }: ApiUser): Buffer[] => {
    const own = typeof password === 'string' ? digestOf(username, password) : recognised.get(nameOf(password))
    const ofRun = runPassword === undefined ? undefined : digestOf(username, runPassword)
    return [own, ofRun].filter((one) => one !== undefined)
  }

  return async (headers) => {
    const username = textOf(headers['username'])
    const password = textOf(headers['password'])
    if (username === '' || password === '') return { refused: 'missing' }
    if (Math.max(username.length, password.length) > maxHeaderLength.credentials)
      return { refused: 'unknown' }
    const given = digest(username, password)
    let found: ApiUser | undefined
    for (const user of users())
      for (const one of digestsOf(user)) if (timingSafeEqual(given, one)) found = user
    if (found) return { user: found }

    const named = users().find((user) => user.username === username)
    const refusal: Authenticated = named ? { refused: 'wrong', username } : { refused: 'unknown' }
    const stored = typeof named?.password === 'object' ? named.password : nobodysHash
    const pair = `${given.toString('base64')} ${nameOf(stored)}`
    if (wrong.get(pair)) return refusal
    const derived = await derive(named ? username : '', password, stored.salt)
    if (!derived) return { refused: 'busy' }
    if (!named || stored === nobodysHash || !timingSafeEqual(derived, stored.hash)) {
      wrong.set(pair, true)
      return refusal
    }
    recognised.set(nameOf(stored), given)
    // Meanwhile the password may have been rotated or the user deleted.
    const still = users().find((user) => user.username === username && user.password === named.password)
    return still ? { user: still } : refusal
  }
}

/** Hashes passwords, one at a time for each user name. Returns undefined when too many wait for that name. */
function createQueues(derive: typeof derivePasswordHash) {
  const all = new PQueue({ concurrency: guesses.atOnce })
  const byName = new Map<string, PQueue>()
  return async (username: string, password: string, salt: Uint8Array): Promise<Uint8Array | undefined> => {
    const own = byName.get(username) ?? new PQueue({ concurrency: 1 })
    if (own.size >= guesses.waiting) return undefined
    byName.set(username, own)
    try {
      return await own.add(() => all.add(() => derive(password, salt)))
    } finally {
      if (own.size === 0 && own.pending === 0) byName.delete(username)
    }
  }
}

// Node decodes header bytes as Latin-1; clients send UTF-8.
const textOf = (header: string | string[] | undefined) =>
  typeof header === 'string' ? Buffer.from(header, 'latin1').toString('utf8') : ''

/** A password in a form from which it cannot be recovered. */
export interface PasswordHash {
  salt: Uint8Array
  hash: Uint8Array
}

/**
 * The cost of scrypt: about 50 ms and 16 MB for each guess. Passwords are generated here, with 144 random
 * bits.
 */
const cost = { N: 16384, r: 8, p: 1 }
const length = 32

const derive = promisify<string, Uint8Array, number, typeof cost, Buffer>(scrypt)

/** Returns the hash, which must be compared in constant time. */
const derivePasswordHash = (password: string, salt: Uint8Array): Promise<Uint8Array> =>
  derive(password, salt, length, cost)

export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16)
  return { salt, hash: await derivePasswordHash(password, salt) }
}

/** A password of 144 random bits, in letters, digits, `-` and `_`. */
export const newPassword = (): string => randomBytes(18).toString('base64url')
