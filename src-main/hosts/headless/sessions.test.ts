import { beforeEach, expect, test } from 'vitest'
import { createSessions, type Sessions } from './sessions.ts'

const day = 24 * 60 * 60_000
let now: number
let sessions: Sessions
beforeEach(() => {
  now = Date.UTC(2026, 0, 1)
  sessions = createSessions({ now: () => now, sleep: async () => undefined })
})
const enter = () => {
  const pass = sessions.enter(sessions.link())
  if (!pass) throw new Error('Not let in')
  return pass
}

test('a link holds once, and not longer than it was said to', () => {
  const link = sessions.link(1000)
  const early = sessions.link(1000)
  expect(sessions.enter(early)).toBeDefined()
  expect(sessions.enter(early)).toBeUndefined()
  now += 1000
  expect(sessions.enter(link)).toBeUndefined()
  const lasting = sessions.link()
  now += 400 * day
  expect(sessions.enter(lasting)).toBeDefined()
})

test('no token is like another, and none is short', () => {
  const tokens = [...Array(100)].map(() => sessions.link())
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/)
})

test('a session that nobody used for 30 days is over, with its pictures', () => {
  const { session, pictureKey } = enter()
  now += 29 * day
  expect(sessions.find(session)).toBeDefined()
  now += 29 * day
  expect(sessions.find(session)).toBeDefined()
  expect(sessions.isPictureKey(pictureKey)).toBe(true)
  now += 30 * day
  expect(sessions.isPictureKey(pictureKey)).toBe(false)
  expect(sessions.find(session)).toBeUndefined()
})

test('so many links and sessions are kept; what was idle longest goes first', () => {
  const first = enter()
  now++
  const second = enter()
  for (let more = 0; more < 62; more++) {
    now++
    enter()
  }
  now++
  expect(sessions.find(first.session)).toBeDefined()
  enter()
  expect(sessions.find(first.session)).toBeDefined()
  expect(sessions.find(second.session)).toBeUndefined()

  const oldest = sessions.link()
  for (let more = 0; more < 16; more++) sessions.link()
  expect(sessions.enter(oldest)).toBeUndefined()
})

test('an address is given out for itself and an hour', () => {
  const { session } = enter()
  const address = new URL(
    sessions.find(session)?.addressOf('/exports/e1/items.csv') ?? '',
    'http://127.0.0.1',
  )
  expect(address.href).not.toContain(session)
  expect(sessions.isGivenOut(address)).toBe(true)
  const other = new URL(address)
  other.pathname = '/exports/e2/items.csv'
  expect(sessions.isGivenOut(other)).toBe(false)
  const longer = new URL(address)
  longer.searchParams.set('until', String(now + day))
  expect(sessions.isGivenOut(longer)).toBe(false)
  expect(createSessions().isGivenOut(address)).toBe(false)
  now += 60 * 60_000
  expect(sessions.isGivenOut(address)).toBe(false)
})

test('what is chosen in one session is chosen in no other', () => {
  const one = sessions.find(enter().session)
  const other = sessions.find(enter().session)
  one?.grants.grant('/tmp', 'workspace')
  expect(one?.grants.isGranted('/tmp', 'workspace')).toBe(true)
  expect(other?.grants.isGranted('/tmp', 'workspace')).toBe(false)
})
