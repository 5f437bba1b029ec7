import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface ApiUser {
  username: string
  password: string
  /** This user's own daily limit of item records; the service's when undefined. */
  dailyItemLimit?: number | undefined
}

/** Who may call, asked anew for every request, so that a rotated password holds at once. */
export type ApiUsers = () => readonly ApiUser[]

/**
 * The user whose name and password a request carries (specification, "Authentication"). The time it takes depends
 * neither on which part is wrong nor on where: digests of equal length are compared, and all users are.
 */
export function authenticate(users: ApiUsers, headers: IncomingHttpHeaders): ApiUser | undefined {
  const username = digest(headers['username'])
  const password = digest(headers['password'])
  let found: ApiUser | undefined
  for (const user of users()) {
    const sameName = timingSafeEqual(username, digestOf(user.username))
    const samePassword = timingSafeEqual(password, digestOf(user.password))
    if (Number(sameName) & Number(samePassword)) found = user
  }
  return found
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

// Node hands header bytes over as Latin-1; clients send UTF-8.
const digest = (header: string | string[] | undefined) =>
  typeof header === 'string' && header !== '' ? sha256(Buffer.from(header, 'latin1')) : Buffer.alloc(32)

const digestOf = (secret: string) => sha256(Buffer.from(secret, 'utf8'))
