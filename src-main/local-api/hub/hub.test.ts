import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '../../app/app.ts'
import { catalogWriter } from '../../catalog/index.ts'
import { openForReading } from '../../storage/index.ts'
import { itemFeed, sampleItem, sampleLookups } from '../../testing/feed-payloads.ts'
import { openServices } from '../../testing/headless-services.ts'
import { type ApiCall, apiCaller } from '../../testing/local-api/api-caller.ts'
import { temporaryDirectory, threadEntry } from '../../testing/temporary-workspace.ts'
import { changeLogReader } from './change-log.ts'
import { type ChangeAnswer, changeAnswer } from './protocol.ts'

const directory = temporaryDirectory()
const replicaPassword = 'the password of replicas'
let services: Services
let address = ''
let call: ReturnType<typeof apiCaller>

const record = (id: string, name = 'Tea') => Buffer.from(`<item id="${id}"><name>${name}</name></item>`)
const put = (...records: Buffer[]) => services.storage.writer(catalogWriter).putItems(records)

beforeAll(async () => {
  services = await openServices(directory, { replicaPassword })
  await services.workspace.startSandbox({ sample: false })
  await services.startBackgroundWork()
  await services.storage.writer(catalogWriter).putLookups('brand', [...sampleLookups.brand])
  await put(record('1'), record('2'))
  ;({ address } = await services.localApi.start())
  call = apiCaller(address, { username: 'replica', password: replicaPassword })
})
afterAll(async () => {
  await services.close()
  rmSync(directory, { recursive: true, force: true })
})

async function changes(query = ''): Promise<ChangeAnswer> {
  const { status, text } = await call({ path: `/desk/v1/changes${query}` })
  expect(status, text).toBe(200)
  return changeAnswer.parse(JSON.parse(text))
}
/** The query that continues after an answer. */
const following = ({ number, log, stateTag }: ChangeAnswer): string =>
  `?after=${number}&log=${log}&state=${stateTag}`
/** All that a replica does not know yet. */
async function latest(): Promise<ChangeAnswer> {
  const answer = await changes()
  return answer.more ? changes(following(answer)) : answer
}

describe('changes', () => {
  test('begin with everything, in the order of the commits', async () => {
    const { changes: all, more, state } = await changes()
    expect(all.slice(-2)).toEqual([
      { kind: 'item', key: '1', body: record('1').toString(), verified: false },
      { kind: 'item', key: '2', body: record('2').toString(), verified: false },
    ])
    expect(all.filter(({ kind }) => kind === 'brand')).toHaveLength(sampleLookups.brand.length)
    expect(more).toBe(false)
    expect(state).toMatchObject({ isSandbox: true, namespaceBase: null, users: [{ username: 'desk' }] })
  })

  test('are told at once after the commit, each entry once with its newest content', async () => {
    const before = await latest()
    const next = changes(following(before))
    await put(record('3'))
    const after = await next
    expect(after).toMatchObject({ log: before.log, changes: [{ key: '3' }] })
    await put(record('3', 'Green tea'))
    await put(record('3', 'Black tea'))
    const { changes: both } = await changes(following(after))
    expect(both).toMatchObject([{ key: '3', body: record('3', 'Black tea').toString() }])
  })

  test('name removed entries', async () => {
    const before = await latest()
    await services.storage.writer(catalogWriter).removeItems(['2'])
    expect((await changes(following(before))).changes).toEqual([
      { kind: 'item', key: '2', body: null, verified: false },
    ])
  })

  test('bring a changed state, and omit a known one', async () => {
    const before = await latest()
    const next = changes(following(before))
    await services.localApi.users.create({ username: 'till', dailyItemLimit: 7 })
    const { state, changes: none, number } = await next
    expect(none).toEqual([])
    expect(number).toBe(before.number)
    expect(state?.users).toMatchObject([{ username: 'desk' }, { username: 'till', dailyItemLimit: 7 }])
    await put(record('4'))
    expect((await changes(following(await latest()).replace(/after=\d+/, `after=${number}`))).state).toBe(
      undefined,
    )
  })

  test('of another log, or after a number that the log does not have, are 410', async () => {
    const { number, log } = await latest()
    for (const query of [`?after=${number}&log=other`, `?after=${number + 1}&log=${log}`])
      expect((await call({ path: `/desk/v1/changes${query}` })).status).toBe(410)
    for (const query of ['?after=1', '?after=x'])
      expect((await call({ path: `/desk/v1/changes${query}` })).status).toBe(400)
  })

  test('are not logged in a copy of the database, which could continue with the same numbers', async () => {
    const path = join(directory, 'copy.db')
    await services.storage.copyTo(path)
    const copy = await openForReading({ path, thread: threadEntry })
    expect(await copy.reader(changeLogReader).page(0)).toMatchObject({ log: undefined, count: 0 })
    await copy.close()
  })
})

test('only the password of replicas admits to their calls, and to no others', async () => {
  const { username, password } = await services.localApi.credentials()
  const asUser = apiCaller(address, { username, password })
  const calls: ApiCall[] = [
    { path: '/desk/v1/changes' },
    { path: `/desk/v1/pictures/${'0'.repeat(64)}` },
    { path: '/desk/v1/feeds' },
    { path: '/desk/v1/usage', method: 'POST' },
  ]
  for (const one of calls) {
    expect((await asUser(one)).status).toBe(403)
    expect((await apiCaller(address, { username: 'replica', password })(one)).status).toBe(403)
  }
  expect((await call({ path: '/v2.1/brand' })).status).toBe(403)
  expect((await call({ path: '/desk/v1/other' })).status).toBe(404)
  expect((await call({ path: '/desk/v1/changes', method: 'POST' })).status).toBe(405)
})

test('a program without credentials learns only whether this one is ready', async () => {
  const anybody = apiCaller(address, { username: '', password: '' })
  const { status, text } = await anybody({ path: '/desk/v1/ready' })
  expect({ status, text }).toEqual({ status: 200, text: '{"ready":true}' })
})

test('feeds and limits of a replica count here', async () => {
  const body = itemFeed(sampleItem(1))
  const headers = { 'Content-Type': 'application/xml' }
  const sent = await call({
    ...{ method: 'POST', path: '/desk/v1/feeds?kind=create&username=till', body, headers },
  })
  expect(sent.status, sent.text).toBe(200)
  const { feedId } = JSON.parse(sent.text)
  const report = await call({ path: `/desk/v1/feeds?family=items&username=till&feedId=${feedId}&limit=10` })
  expect(JSON.parse(report.text).report).toMatchObject({ feedId })
  const refused = await call({
    ...{ method: 'POST', path: '/desk/v1/feeds?kind=create&username=till', body: '<nothing/>', headers },
  })
  expect(refused.status).toBe(422)
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'FEED_REFUSED' })

  const take = async (query: string) =>
    JSON.parse((await call({ method: 'POST', path: `/desk/v1/usage?username=till&${query}` })).text).taken
  expect(await take('items=5&limit=7')).toBe(true)
  expect(await take('items=3&limit=7')).toBe(false)
  expect(await take('items=2&requests=3')).toBe(true)
  expect(await services.localApi.users.list()).toMatchObject([
    {},
    { username: 'till', itemsToday: 7, requestsToday: 3 },
  ])
})

test('a desk without the password of replicas has none of their calls', async () => {
  const other = temporaryDirectory()
  const desk = await openServices(other)
  const started = await desk.localApi.start()
  const ask = apiCaller(started.address, { username: 'replica', password: replicaPassword })
  for (const path of ['/desk/v1/changes', '/desk/v1/ready']) expect((await ask({ path })).status).toBe(404)
  await desk.close()
  rmSync(other, { recursive: true, force: true })
})
