import { request } from 'node:http'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { contract } from '../../../../src-shared/rpc/contract.ts'
import { type ServedDesk, serveDesk } from '../fixtures/served-desk.ts'

const password = 'correct horse battery'
const publicAddress = 'https://catalog.example'
const day = 24 * 60 * 60_000

let now = Date.UTC(2026, 0, 1)
let served: ServedDesk
beforeAll(async () => {
  served = await serveDesk({}, { publicAddress, clock: { now: () => now, sleep: async () => undefined } })
})
afterAll(() => served.close())

const signIn = (name: string, typed = password, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${served.origin}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name, password: typed }),
  })
const callsOf = async (answer: Response) => {
  const { session } = (await answer.json()) as { session: string }
  const headers = { authorization: `Bearer ${session}` }
  const calls: ContractRouterClient<typeof contract> = createORPCClient(
    new RPCLink({ url: `${served.origin}/rpc`, headers }),
  )
  return calls
}
const people = () => {
  const services = served.desk.current()?.services
  if (!services) throw new Error('No workspace is open')
  return services.people
}

describe('the page of a team', () => {
  test('without people, a link opens it as administrator, until the first person is added', async () => {
    const link = await served.server.link()
    const unused = await served.server.link()
    const first = await callsOf(await served.exchange(link))
    expect(await first.people.me()).toEqual({
      ...{ person: { name: 'account', role: 'administrator' }, isEmpty: true },
    })
    await expect(first.people.add({ name: 'Ana', role: 'author', password })).rejects.toMatchObject({
      code: 'NO_ADMINISTRATOR',
    })
    await first.people.add({ name: 'Ana', role: 'administrator', password })
    await expect(first.people.me()).rejects.toMatchObject({ status: 401 })
    expect((await served.exchange(unused)).status).toBe(403)
    expect(await served.server.link()).toBe(`${publicAddress}/`)
  })

  test('a person signs in, does what the role allows, and signs out', async () => {
    const ana = await callsOf(await signIn('ana'))
    expect(await ana.people.me()).toEqual({
      ...{ person: { name: 'Ana', role: 'administrator' }, isEmpty: false },
    })
    const made = await ana.people.add({ name: 'Ben', role: 'author' })
    const ben = await callsOf(await signIn('Ben', made?.password))
    await expect(ben.people.list()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only administrators of the team can do this.',
    })
    await expect(ben.outbox.setPaused({ paused: true })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await ben.workspace.state()).role).toBe('new')
    await ben.people.signOut()
    await expect(ben.people.me()).rejects.toMatchObject({ status: 401 })
    expect((await ana.people.list()).map(({ name }) => name)).toEqual(['Ana', 'Ben'])
  })

  test('the own password is changed with the current one, and sessions end', async () => {
    await people().add({ name: 'Cleo', role: 'author', password })
    const cleo = await callsOf(await signIn('Cleo'))
    await expect(
      cleo.people.changePassword({ current: 'wrong', next: 'another long one' }),
    ).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    await expect(cleo.people.changePassword({ current: password, next: 'short' })).rejects.toThrow()
    await cleo.people.changePassword({ current: password, next: 'another long one' })
    await expect(cleo.people.me()).rejects.toMatchObject({ status: 401 })
    expect((await signIn('Cleo')).status).toBe(403)
    expect((await signIn('Cleo', 'another long one')).status).toBe(200)
  })

  test('a wrong password and an unknown name are refused alike, and a disabled person with the reason', async () => {
    await people().add({ name: 'Dan', role: 'author', password })
    const dan = await callsOf(await signIn('Dan'))
    const wrong = await (await signIn('Dan', 'wrong')).json()
    expect(wrong).toEqual({ code: 'WRONG_SIGN_IN', message: 'The name or the password is wrong.' })
    expect(await (await signIn('Nobody', 'wrong')).json()).toEqual(wrong)
    await people().setDisabled('Dan', true)
    await expect(dan.people.me()).rejects.toMatchObject({ status: 401 })
    expect(await (await signIn('Dan')).json()).toEqual({
      code: 'PERSON_DISABLED',
      message: 'Dan is disabled. Ask an administrator of the team.',
    })
  })

  test('after too many tries the name is refused for a while', async () => {
    await people().add({ name: 'Eve', role: 'author', password })
    for (let tries = 0; tries < 10; tries++) expect((await signIn('Eve', 'wrong')).status).toBe(403)
    expect(await (await signIn('Eve')).json()).toMatchObject({ code: 'TOO_MANY_TRIES' })
    now += 15 * 60_000
    expect((await signIn('Eve')).status).toBe(200)
  })

  test('a session expires after 30 days without use', async () => {
    const ana = await callsOf(await signIn('Ana'))
    now += 29 * day
    await ana.people.me()
    now += 30 * day
    await expect(ana.people.me()).rejects.toMatchObject({ status: 401 })
  })

  test('a page of another origin cannot sign in', async () => {
    expect((await signIn('Ana', password, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await signIn('Ana', password, { origin: 'http://catalog.example' })).status).toBe(403)
    expect((await signIn('Ana', password, { origin: served.origin })).status).toBe(200)
  })

  test('answers at its public address and on loopback, and under no other name', async () => {
    /** The status of a request that a proxy passes on. */
    const by = (host: string, origin: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = request(
          `${served.origin}/session`,
          { method: 'POST', headers: { host, origin } },
          (answer) => {
            answer.resume()
            resolve(answer.statusCode ?? 0)
          },
        )
        sent.on('error', reject)
        sent.end(JSON.stringify({ name: 'Ana', password }))
      })
    expect(await by('catalog.example', publicAddress)).toBe(200)
    expect(await by('catalog.example', 'https://catalog.example:8443')).toBe(403)
    expect(await by('catalog.example:80', publicAddress)).toBe(403)
    expect(await by('other.example', 'https://other.example')).toBe(403)
  })
})
