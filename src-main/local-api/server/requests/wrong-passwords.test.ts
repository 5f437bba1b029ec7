import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import { createAuthenticator, hashPassword, type PasswordHash } from './credentials.ts'
import { createWrongPasswordCounter, type WrongPasswordBook } from './wrong-passwords.ts'

describe('refusals', () => {
  let now = Date.UTC(2026, 0, 1)
  const clock: Clock = { ...systemClock, now: () => now }
  let book: WrongPasswordBook
  afterEach(() => book?.close())
  const wrong = { username: 'desk', address: '127.0.0.1', client: 'curl/8' }

  test('take longer with each wrong password of a user, up to 5 s; forgotten after 10 minutes', () => {
    book = createWrongPasswordCounter(clock)
    const delays = Array.from({ length: 15 }, () => book.count(wrong))
    expect(delays).toEqual([0, 0, 0, 0, 0, 50, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000])
    expect(book.count({ ...wrong, username: 'till' })).toBe(0)
    now += 9 * 60_000
    expect(book.count(wrong)).toBe(5000)
    now += 11 * 60_000
    expect(book.report()).toEqual([])
    expect(book.count(wrong)).toBe(0)
  })

  test('take longer from an address that tries many names', () => {
    book = createWrongPasswordCounter(clock)
    const delays = Array.from({ length: 25 }, (_, number) =>
      book.count({ address: '127.0.0.1', username: `user${number}` }),
    )
    expect(delays.slice(19)).toEqual([0, 50, 100, 200, 400, 800])
  })

  test('are reported by user, unknown names together, the newest first', () => {
    book = createWrongPasswordCounter(clock)
    book.count(wrong)
    book.count({ address: '127.0.0.1' })
    book.count({ address: '127.0.0.1' })
    book.count({ ...wrong, client: 'python' })
    const lastAt = new Date(now).toISOString()
    expect(book.report()).toEqual([
      { username: 'desk', count: 2, lastAt, lastFrom: 'python' },
      { username: null, count: 2, lastAt, lastFrom: '127.0.0.1' },
    ])
  })

  test('are delayed, at most 128 at a time, and released when the server closes', async () => {
    book = createWrongPasswordCounter(clock)
    const begin = performance.now()
    expect(await book.hold(100)).toBe(true)
    expect(performance.now() - begin).toBeGreaterThan(90)
    const held = Array.from({ length: 128 }, () => book.hold(60_000))
    expect(await book.hold(60_000)).toBe(false)
    book.close()
    expect(await Promise.all(held)).toHaveLength(128)
    expect(await book.hold(1)).toBe(true)
  })

  test('of thousands of different addresses use little memory', () => {
    book = createWrongPasswordCounter(clock)
    const before = process.memoryUsage().heapUsed
    for (let number = 0; number < 100_000; number++) book.count({ address: `127.0.${number}` })
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000)
  })
})

describe('guesses', () => {
  let password: PasswordHash
  beforeAll(async () => {
    password = await hashPassword('right')
  })
  const users = () => [
    { username: 'till', password },
    { username: 'desk', password: 'plain' },
  ]
  const as = (username: string, secret: string) => ({ username, password: secret })

  test('say which part was wrong', async () => {
    const authenticate = createAuthenticator(users)
    expect(await authenticate({})).toEqual({ refused: 'missing' })
    expect(await authenticate(as('nobody', 'right'))).toEqual({ refused: 'unknown' })
    expect(await authenticate(as('till', 'x'))).toEqual({ refused: 'wrong', username: 'till' })
    expect(await authenticate(as('till', 'right'))).toMatchObject({ user: { username: 'till' } })
    expect(await authenticate(as('till', `right${'x'.repeat(300)}`))).toEqual({ refused: 'unknown' })
  })

  test('by the hundred hardly delay known passwords, or the right password of another user', async () => {
    const authenticate = createAuthenticator(users)
    const guessing = Array.from({ length: 300 }, (_, number) => authenticate(as('desk', `guess ${number}`)))
    const begin = performance.now()
    expect(await authenticate(as('desk', 'plain'))).toMatchObject({ user: { username: 'desk' } })
    const known = performance.now() - begin
    expect(await authenticate(as('till', 'right'))).toMatchObject({ user: { username: 'till' } })
    const first = performance.now() - begin
    const all = await Promise.all(guessing)
    const last = performance.now() - begin
    expect(known).toBeLessThan(last / 4)
    expect(first).toBeLessThan(last / 2)
    // Passwords that were not compared are not reported as wrong.
    const busy = all.filter((one) => 'refused' in one && one.refused === 'busy').length
    expect(busy).toBeGreaterThan(200)
    expect(all.length - busy).toBeGreaterThan(50)
  })

  test('that are repeated are compared once, without blocking the main thread', async () => {
    const authenticate = createAuthenticator(users)
    await authenticate(as('till', 'old'))
    const begin = performance.now()
    for (let number = 0; number < 500; number++)
      expect(await authenticate(as('till', 'old'))).toEqual({ refused: 'wrong', username: 'till' })
    expect(performance.now() - begin).toBeLessThan(5000)
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    await Promise.all(Array.from({ length: 10 }, (_, number) => authenticate(as('till', `${number}`))))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
  })
})
