import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../testing/temporary-workspace.ts'
import { createPeople, type People } from './people.ts'
import { maxSessionsOfPerson } from './session-store.ts'

const day = 24 * 60 * 60_000
const password = 'correct horse battery'

let workspace: TemporaryWorkspace
let people: People
let now: number
const clock = { now: () => now, sleep: async () => undefined }
const open = (): People => createPeople({ storage: workspace.storage, clock, cost: { ln: 10, r: 8, p: 1 } })

beforeEach(async () => {
  now = Date.UTC(2026, 0, 1)
  workspace = await openTemporaryWorkspace({ clock })
  people = open()
  await people.add({ name: 'Ana', role: 'administrator', password })
})
afterEach(() => workspace.close())

const sessionOf = async (name = 'Ana', typed = password): Promise<string> =>
  (await people.signIn(name, typed)).session

describe('people', () => {
  test('a person signs in by a name in any case, and is listed without the password', async () => {
    const { session, pictureKey } = await people.signIn('ANA ', password)
    expect(await people.personOf(session)).toEqual({ name: 'Ana', role: 'administrator' })
    expect(await people.isPictureKey(pictureKey)).toBe(true)
    expect(await people.isPictureKey(session)).toBe(false)
    expect(await people.personOf(pictureKey)).toBeUndefined()
    const at = new Date(now).toISOString()
    expect(await people.list()).toEqual([
      {
        ...{ name: 'Ana', role: 'administrator', isDisabled: false, hasPassword: true },
        ...{ madeAt: at, signedInAt: at },
      },
    ])
  })

  test('a made password signs in', async () => {
    const made = await people.add({ name: 'Ben', role: 'author' })
    expect(made.password).toMatch(/^[\w-]{20}$/)
    expect(await people.personOf(await sessionOf('Ben', made.password))).toEqual({
      ...{ name: 'Ben', role: 'author' },
    })
  })

  test('refuses a second person of the same name, and a first one who is no administrator', async () => {
    await expect(people.add({ name: 'ANA', role: 'author' })).rejects.toMatchObject({ code: 'PERSON_EXISTS' })
    await using empty = await openTemporaryWorkspace()
    await expect(
      createPeople({ storage: empty.storage, cost: { ln: 10, r: 8, p: 1 } }).add({
        ...{ name: 'Ben', role: 'sender' },
      }),
    ).rejects.toMatchObject({ code: 'NO_ADMINISTRATOR' })
  })

  test('one administrator who can sign in always remains', async () => {
    const refused = { code: 'NO_ADMINISTRATOR' }
    await expect(people.setRole('Ana', 'sender')).rejects.toMatchObject(refused)
    await expect(people.setDisabled('Ana', true)).rejects.toMatchObject(refused)
    await expect(people.remove('Ana')).rejects.toMatchObject(refused)
    await people.add({ name: 'Ben', role: 'administrator' })
    await people.setDisabled('Ben', true)
    await expect(people.remove('Ana')).rejects.toMatchObject(refused)
    await people.setDisabled('Ben', false)
    await people.remove('Ana')
    expect((await people.list()).map(({ name }) => name)).toEqual(['Ben'])
    await expect(people.setRole('Ana', 'author')).rejects.toMatchObject({ code: 'PERSON_UNKNOWN' })
  })

  test('a changed role applies to an open session', async () => {
    await people.add({ name: 'Ben', role: 'author', password })
    const session = await sessionOf('Ben')
    await people.setRole('Ben', 'sender')
    expect(await people.personOf(session)).toEqual({ name: 'Ben', role: 'sender' })
  })

  test('changing the own password needs the current one', async () => {
    await expect(people.changePassword('Ana', 'wrong', 'another long one')).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
    })
    await people.changePassword('Ana', password, 'another long one')
    await expect(people.signIn('Ana', password)).rejects.toMatchObject({ code: 'WRONG_SIGN_IN' })
    expect(await sessionOf('Ana', 'another long one')).toBeTruthy()
  })
})

describe('signing in', () => {
  test('an unknown name and a wrong password get the same answer', async () => {
    const wrong = await people.signIn('Ana', 'wrong').catch((error: Error) => error)
    const unknown = await people.signIn('Nobody', 'wrong').catch((error: Error) => error)
    expect(unknown).toEqual(wrong)
    expect(wrong).toMatchObject({ code: 'WRONG_SIGN_IN', message: 'The name or the password is wrong.' })
  })

  test('a disabled person is told so only with the right password', async () => {
    await people.add({ name: 'Ben', role: 'author', password })
    await people.setDisabled('Ben', true)
    await expect(people.signIn('Ben', 'wrong')).rejects.toMatchObject({ code: 'WRONG_SIGN_IN' })
    await expect(people.signIn('Ben', password)).rejects.toMatchObject({ code: 'PERSON_DISABLED' })
  })

  test('after ten failed tries a name is refused for a while, also with the right password', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => people.signIn('Ana', 'wrong')))
    const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
    expect(codes.filter((code) => code === 'WRONG_SIGN_IN')).toHaveLength(10)
    await expect(people.signIn('ana', password)).rejects.toMatchObject({
      code: 'TOO_MANY_TRIES',
      message: 'Too many failed tries to sign in. Wait, then try again. Minutes to wait: 15.',
    })
    await people.add({ name: 'Ben', role: 'author', password })
    expect(await sessionOf('Ben')).toBeTruthy()
    now += 15 * 60_000
    expect(await sessionOf('Ana')).toBeTruthy()
  })

  test('a success forgets the failed tries of the name', async () => {
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 9; tries++) await people.signIn('Ana', 'wrong').catch(() => {})
      expect(await sessionOf()).toBeTruthy()
    }
  })

  test('many names together reach the limit for all', async () => {
    for (let tries = 0; tries < 200; tries++) await people.signIn(`Name ${tries}`, 'wrong').catch(() => {})
    await expect(people.signIn('Ana', password)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  })
})

describe('sessions', () => {
  test('survive a restart, and are known to another host of the database', async () => {
    const { session, pictureKey } = await people.signIn('Ana', password)
    expect(await open().personOf(session)).toBeDefined()
    await workspace.reopen()
    people = open()
    expect(await people.personOf(session)).toBeDefined()
    expect(await people.isPictureKey(pictureKey)).toBe(true)
  })

  test('of one person are limited; the one that is idle for longest ends', async () => {
    const first = await sessionOf()
    now += 2 * 60 * 60_000
    const second = await sessionOf()
    now += 2 * 60 * 60_000
    expect(await people.personOf(first)).toBeDefined()
    for (let more = 0; more < maxSessionsOfPerson - 1; more++) await sessionOf()
    expect(await people.personOf(first)).toBeDefined()
    expect(await people.personOf(second)).toBeUndefined()
  })

  test('end after 30 days without use', async () => {
    const session = await sessionOf()
    now += 29 * day
    expect(await people.personOf(session)).toBeDefined()
    now += 29 * day
    expect(await people.personOf(session)).toBeDefined()
    now += 30 * day
    expect(await people.personOf(session)).toBeUndefined()
  })
})
