import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogWriter } from '../../catalog/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log/log.ts'
import { endpointCases, sentContent, sentItems } from '../../testing/contract-cases/endpoint-cases.ts'
import { itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { type ApiAnswer, apiCaller } from '../../testing/local-api/api-caller.ts'
import { callOf, post } from '../../testing/local-api/contract-answers.ts'
import { contractRecords } from '../../testing/local-api/contract-catalog.ts'
import {
  type ContractService,
  contractMediaKey,
  contractRoles,
  contractUsers,
  openContractService,
} from '../../testing/local-api/contract-service.ts'
import { threadEntry } from '../../testing/temporary-workspace.ts'
import type { ApiUser } from '../server/requests/credentials.ts'
import type { WrongAttempt } from '../server/requests/wrong-passwords.ts'
import { noConditions } from '../server/service-conditions.ts'
import { createUsageMeter } from '../server/usage-meter.ts'
import type { WorkerReport } from './protocol.ts'
import { createWorkerGroup } from './worker-group.ts'

const open: { close(): Promise<void> }[] = []
afterAll(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** A group of two workers for the workspace of a contract service. */
function groupFor(service: ContractService) {
  const { storage, feedIntake, media } = service
  const usage = createUsageMeter(storage, systemClock.now)
  const users: ApiUser[] = [...contractUsers]
  const conditions = noConditions()
  const reports: WorkerReport[] = []
  const wrong: WrongAttempt[] = []
  const group = createWorkerGroup({
    ...{ count: 2, path: storage.path, way: storage.way, thread: threadEntry.href },
    ...{ mediaKey: contractMediaKey, tls: undefined, run: 'run' },
    state: () => ({ users, conditions, namespaceBase: undefined }),
    program: {
      submit: feedIntake.submit,
      status: feedIntake.status,
      pictureEntries: media.entries,
      picturesNamed: media.named,
      openPicture: media.open,
      used: usage.used,
      takeItems: usage.takeItems,
      report: (report) => void reports.push(report),
      noteWrongPassword: (attempt) => void wrong.push(attempt),
    },
    log: createLog('silent'),
  })
  open.push(group)
  return { group, users, conditions, reports, wrong }
}

/** Two workers beside the server of a contract service, on the same workspace. */
async function serveByWorkers(service: ContractService) {
  const served = groupFor(service)
  const { address, port } = await served.group.listen({ port: 0 })
  const [user] = contractUsers
  const call = apiCaller(address, {
    username: user?.username ?? '',
    password: Buffer.from(user?.password ?? '').toString('latin1'),
  })
  return { ...served, port, call }
}

const services = new Map<string, { service: ContractService } & Awaited<ReturnType<typeof serveByWorkers>>>()
beforeAll(async () => {
  for (const role of contractRoles) {
    const service = await openContractService(role)
    open.push(service)
    services.set(role, { service, ...(await serveByWorkers(service)) })
  }
})
const servedIn = (role: (typeof contractRoles)[number]) => {
  const served = services.get(role)
  if (!served) throw new Error(`No ${role} workspace is open.`)
  return served
}

/** The parts of an answer that do not depend on the time or on the server's own address. */
const comparable = ({ status, headers, text }: ApiAnswer, port: number) => ({
  status,
  type: headers['content-type'],
  allow: headers.allow,
  age: headers.age !== undefined,
  lastModified: headers['last-modified'],
  text: text.replaceAll(`:${port}/`, ':PORT/').replace(/\b(signature|expires)=[^"&<]*/g, '$1='),
})

describe.each(contractRoles)('workers of a %s workspace', (role) => {
  test('answer every call with the same bytes as a single process', async () => {
    const { service, call, port } = servedIn(role)
    const cases = endpointCases.filter(
      ({ method, path, conditions, what }) =>
        // Each refusal of a wrong password takes longer than the one before.
        what !== 'a wrong password' &&
        (method === 'GET' || method === 'HEAD') &&
        !path.includes(sentItems) &&
        !path.includes(sentContent) &&
        conditions === undefined,
    )
    expect(cases.length).toBeGreaterThan(60)
    for (const { method, version, path, headers } of cases) {
      const wanted = callOf(`${method} /${version}${path}`, headers)
      const [one, other] = [await service.call(wanted), await call(wanted)]
      expect(comparable(other, port), `${method} ${path}`).toEqual(comparable(one, service.port))
    }
  })
})

test('workers take feeds, report their status and serve pictures', async () => {
  const { service, call } = servedIn('sandbox')
  const sent = await call(post('/v2.1/feed/items', itemFeed(sampleItem(1))))
  expect(sent.status).toBe(200)
  const [, feedId] = /<feedId>(.+)<\/feedId>/.exec(sent.text) ?? []
  await service.settle()
  expect((await call(callOf(`GET /v2.1/feed/items/${feedId}`))).text).toContain('<itemsSucceeded>1<')
  const [, picture = ''] = /<url>([^<]+)/.exec((await call(callOf('GET /v2.1/item?q=tea&pi=o'))).text) ?? []
  const { pathname, search } = new URL(picture.replaceAll('&amp;', '&'))
  expect((await call(callOf(`GET ${pathname}${search}`))).headers['content-type']).toMatch(/^image\//)
  const refused = await call(post('/v2.1/feed/items', Buffer.from('<nothing/>')))
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('nothing was stored')
})

test('a committed change is in the next answer, and so is a changed user', async () => {
  const { service, call, group, users } = servedIn('sandbox')
  const writer = service.storage.writer(catalogWriter)
  const [record = ''] = contractRecords
  for (let round = 0; round < 20; round++) {
    const name = `Changed ${round}`
    await writer.putItems([Buffer.from(record.replace(/<name>[^<]*/, `<name>${name}`))])
    const [, id] = /<item id="(\d+)"/.exec(record) ?? []
    expect((await call(callOf(`GET /v2.1/item/${id}`))).text).toContain(name)
  }
  const [removed] = users.splice(0, 1)
  await group.update()
  for (let round = 0; round < 10; round++) expect((await call(callOf('GET /v2.1/brand'))).status).toBe(403)
  users.unshift(removed as ApiUser)
  await group.update()
  expect((await call(callOf('GET /v2.1/brand'))).status).toBe(200)
})

test('a daily limit holds for all workers together, and all count their requests', async () => {
  const { call, group, users, reports } = servedIn('sandbox')
  const third = users.findIndex(({ username }) => username === 'third')
  users[third] = { username: 'third', password: 'secret too', dailyItemLimit: 5 }
  await group.update()
  const asThird = { username: 'third', password: 'secret too' }
  const [, id] = /<item id="(\d+)"/.exec(contractRecords[0] ?? '') ?? []
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(callOf(`GET /v2.1/item/${id}`, asThird))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 406)).toHaveLength(15)
  const counted = () => reports.reduce((sum, { used }) => sum + (used['third']?.requests ?? 0), 0)
  await expect.poll(counted).toBe(20)
  const logged = reports.flatMap(({ newest }) => newest).filter(({ username }) => username === 'third')
  expect(logged).toHaveLength(20)
})

test('wrong passwords are counted by all workers together', async () => {
  const { call, wrong } = servedIn('sandbox')
  const started = performance.now()
  for (let guess = 0; guess < 9; guess++)
    await call(callOf('GET /v2.1/brand', { username: 'desk', password: 'guess' }))
  expect(wrong.filter(({ username }) => username === 'desk')).toHaveLength(9)
  // Five refusals are immediate; the others take 50, 100, 200 and 400 ms. Four or five for each worker would not.
  expect(performance.now() - started).toBeGreaterThan(740)
})

test('a killed worker is replaced on the same port, also when all were killed', async () => {
  const { call, group } = servedIn('sandbox')
  for (const killed of [1, 2]) {
    const before = group.processes()
    for (const pid of before.slice(0, killed)) process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => group.processes().filter((pid) => !before.slice(0, killed).includes(pid)))
      .toHaveLength(2)
    await expect
      .poll(() =>
        call(callOf('GET /v2.1/brand')).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  }
})

test('a taken port is reported, and closing ends the processes', async () => {
  const { service, group } = servedIn('sandbox')
  const pids = group.processes()
  expect(pids).toHaveLength(2)
  await group.close()
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow()
  const { group: other } = groupFor(service)
  await expect(other.listen({ port: service.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
