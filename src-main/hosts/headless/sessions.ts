import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { createGrants, type FaceSession } from '../../platform/face-session.ts'

const minute = 60_000
/** At a time. Of more links the oldest holds no longer; of more sessions, the one that was idle longest. */
const mostLinks = 16
const mostSessions = 64
/** A session that nobody used for so long is over. */
const idleTime = 30 * 24 * 60 * minute
/** How long the address of an export can be fetched from. */
const addressTime = 60 * minute

/** What a browser that was let in holds. */
export interface Pass {
  /** Sent as a header with every call. */
  session: string
  /** In the addresses of pictures, which cannot send one; good for nothing else. */
  pictureKey: string
}

interface Kept extends FaceSession {
  hash: Buffer
  pictureKeyHash: Buffer
  usedAt: number
}

export interface Sessions {
  /** A token that lets one browser in, once. @param lasts in milliseconds; without it, until it is used */
  link(lasts?: number): string
  /** Undefined when the token was used, has expired, or never was one. */
  enter(token: string): Pass | undefined
  find(session: string): FaceSession | undefined
  isPictureKey(key: string): boolean
  /** Whether an address with its query was given out, and holds still. */
  isGivenOut(address: URL): boolean
}

const secret = (): string => randomBytes(24).toString('base64url')
const hashOf = (value: string): Buffer => createHash('sha256').update(value).digest()

export function createSessions(clock: Clock = systemClock): Sessions {
  const addressSecret = randomBytes(32)
  let links: { hash: Buffer; until: number }[] = []
  let sessions: Kept[] = []

  /** Looks at every one: how long it takes tells nothing of any. */
  const matching = <T>(all: readonly T[], hash: (one: T) => Buffer, value: string): T | undefined => {
    const wanted = hashOf(value)
    return all.filter((one) => timingSafeEqual(hash(one), wanted))[0]
  }
  const current = (): Kept[] => {
    sessions = sessions.filter(({ usedAt }) => clock.now() - usedAt < idleTime)
    return sessions
  }
  const proofOf = (path: string, until: string): string =>
    createHmac('sha256', addressSecret).update(`${until} ${path}`).digest('base64url')

  return {
    link(lasts = Number.POSITIVE_INFINITY) {
      const token = secret()
      links = [...links, { hash: hashOf(token), until: clock.now() + lasts }].slice(-mostLinks)
      return token
    },
    enter(token) {
      links = links.filter(({ until }) => clock.now() < until)
      const link = matching(links, ({ hash }) => hash, token)
      if (!link) return undefined
      links = links.filter((one) => one !== link)
      const pass = { session: secret(), pictureKey: secret() }
      const kept: Kept = {
        hash: hashOf(pass.session),
        pictureKeyHash: hashOf(pass.pictureKey),
        usedAt: clock.now(),
        grants: createGrants(),
        addressOf(path) {
          const until = String(clock.now() + addressTime)
          return `${path}?${new URLSearchParams({ until, proof: proofOf(path, until) })}`
        },
      }
      sessions = [...current().toSorted((one, other) => one.usedAt - other.usedAt), kept].slice(-mostSessions)
      return pass
    },
    find(session) {
      const found = matching(current(), ({ hash }) => hash, session)
      if (found) found.usedAt = clock.now()
      return found
    },
    isPictureKey: (key) => matching(current(), ({ pictureKeyHash }) => pictureKeyHash, key) !== undefined,
    isGivenOut({ pathname, searchParams }) {
      const until = searchParams.get('until') ?? ''
      const proof = hashOf(searchParams.get('proof') ?? '')
      return timingSafeEqual(hashOf(proofOf(pathname, until)), proof) && clock.now() < Number(until)
    },
  }
}
