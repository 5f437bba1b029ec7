/** Sessions of the page: browsers signed in by a link. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import { createGrants, type PageSession } from '../../../platform/page-session.ts'
import type { SignedIn as Pass } from '../../../team/index.ts'
import { createSignedAddresses } from './signed-addresses.ts'

const minute = 60_000
/**
 * Maximum number of links and sessions; a further one removes the oldest link, or the session idle for
 * longest.
 */
const maxLinks = 16
const maxSessions = 64
/** Milliseconds after which an unused session expires. */
const idleTime = 30 * 24 * 60 * minute

interface StoredSession extends PageSession {
  hash: Buffer
  pictureKeyHash: Buffer
  usedAt: number
}

/** Who may use the page: admits browsers, and finds their sessions. */
export interface Admission {
  /** A token that signs in one browser, once; undefined when there are no links. */
  link(lasts?: number): Promise<string | undefined>
  /** @returns undefined when the token is used, expired or unknown */
  enter(token: string): Promise<Pass | undefined>
  /** Signs in a person; absent where people need no name. @throws PlainError */
  signIn?(name: string, password: string): Promise<Pass>
  find(session: string): Promise<PageSession | undefined>
  isPictureKey(key: string): Promise<boolean>
  /** Whether `addressOf` of a session created this address, including its query, and it is still valid. */
  isGivenOut(address: URL): boolean
}

/** Admits everybody who has a link: the person who started the host. */
export const admitByLink = (sessions: Sessions = createSessions()): Admission => ({
  link: async (lasts) => sessions.link(lasts),
  enter: async (token) => sessions.enter(token),
  find: async (session) => sessions.find(session),
  isPictureKey: async (key) => sessions.isPictureKey(key),
  isGivenOut: sessions.isGivenOut,
})

const secret = (): string => randomBytes(24).toString('base64url')
const hashOf = (value: string): Buffer => createHash('sha256').update(value).digest()

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(clock: Clock = systemClock) {
  const addresses = createSignedAddresses(clock)
  let links: { hash: Buffer; until: number }[] = []
  let sessions: StoredSession[] = []

  /** Compares with every entry in constant time, so that the duration reveals nothing about any of them. */
  const matching = <T>(all: readonly T[], hash: (one: T) => Buffer, value: string): T | undefined => {
    const wanted = hashOf(value)
    return all.filter((one) => timingSafeEqual(hash(one), wanted))[0]
  }
  const current = (): StoredSession[] => {
    sessions = sessions.filter(({ usedAt }) => clock.now() - usedAt < idleTime)
    return sessions
  }
  return {
    /** Creates a token that signs in one browser, once. @param lasts in milliseconds; unlimited if omitted */
    link(lasts: number = Number.POSITIVE_INFINITY): string {
      const token = secret()
      links = [...links, { hash: hashOf(token), until: clock.now() + lasts }].slice(-maxLinks)
      return token
    },
    /** Exchanges a token for a pass; undefined when the token is used, expired or unknown. */
    enter(token: string): Pass | undefined {
      links = links.filter(({ until }) => clock.now() < until)
      const link = matching(links, ({ hash }) => hash, token)
      if (!link) return undefined
      links = links.filter((one) => one !== link)
      const pass = { session: secret(), pictureKey: secret() }
      const stored: StoredSession = {
        hash: hashOf(pass.session),
        pictureKeyHash: hashOf(pass.pictureKey),
        usedAt: clock.now(),
        grants: createGrants(),
        addressOf: addresses.addressOf,
      }
      sessions = [...current().toSorted((one, other) => one.usedAt - other.usedAt), stored].slice(
        -maxSessions,
      )
      return pass
    },
    find(session: string): PageSession | undefined {
      const found = matching(current(), ({ hash }) => hash, session)
      if (found) found.usedAt = clock.now()
      return found
    },
    isPictureKey: (key: string): boolean =>
      matching(current(), ({ pictureKeyHash }) => pictureKeyHash, key) !== undefined,
    isGivenOut: addresses.isGivenOut,
  }
}
