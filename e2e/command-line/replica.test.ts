import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../src-main/platform/free-port.ts'
import { createFeed } from '../support/feeds.ts'
import { deskFails, type RunningDesk, startDesk } from '../support/programs/desk.ts'

/** A hub, its replica and a replica of that, each a process of its own; killed and started again. */
const folder = mkdtempSync(join(tmpdir(), 'desk-replica-'))
const file = join(folder, 'password')
const running = new Set<RunningDesk>()
const started = async (starting: Promise<RunningDesk>): Promise<RunningDesk> => {
  const desk = await starting
  running.add(desk)
  return desk
}
let hub: RunningDesk
let hubPort: string
const startHub = () =>
  started(
    startDesk(
      ...['--sandbox', '--sample', '--api-port', hubPort],
      ...['--replica-password-file', file, '--data', join(folder, 'hub')],
    ),
  )
const startReplica = (name: string, address: string) =>
  started(
    startDesk(
      ...['--replica-of', address, '--username', 'replica', '--password-file', file, '--max-lag', '20'],
      ...['--public-address', 'https://catalog.example'],
      ...['--replica-password-file', file, '--data', join(folder, name)],
    ),
  )

beforeAll(async () => {
  writeFileSync(file, 'a password for replicas only\n', { mode: 0o600 })
  hubPort = String(await freePort())
  hub = await startHub()
}, 180_000)
afterAll(async () => {
  for (const desk of running) await desk.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (api: string, path: string, init: RequestInit = {}) => {
  const { username, password } = hub
  return fetch(`${api}${path}`, { ...init, headers: { username, password, ...init.headers } })
}
const becomesReady = ({ api }: RunningDesk) =>
  expect.poll(async () => (await ask(api, '/desk/v1/ready')).status, { timeout: 30_000 }).toBe(200)
let sent = 0
/** Posts a feed of one new item, whose name contains its number. */
async function post(api: string): Promise<number> {
  const number = ++sent
  const gtin = gtinOf(number)
  const body = createFeed({ gtin, title: `Quince ${number}` })
  const headers = { 'content-type': 'application/xml' }
  expect((await ask(api, '/v2.1/feed/items', { method: 'POST', headers, body })).status).toBe(200)
  return number
}
function gtinOf(number: number): string {
  const digits = `952${String(number).padStart(9, '0')}`
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}
/** Status, entity tag and text of an answer, without the server's own address. */
async function answerOf(api: string, path: string) {
  const response = await ask(api, path)
  const text = (await response.text()).replaceAll(new URL(api).host, 'HOST')
  return { status: response.status, tag: response.headers.get('etag'), text }
}
const paths = [
  '/v2.1/item?q=quince',
  '/v2.1/item?since=20000101',
  '/v2.1/brand',
  '/v2/item?q=oat&pi=b&epf=600',
]
async function becomesEqual(replica: RunningDesk): Promise<void> {
  for (const path of paths)
    await expect
      .poll(() => answerOf(replica.api, path), { timeout: 30_000 })
      .toEqual(await answerOf(hub.api, path))
}

test('a replica follows its hub, another one follows it, and both take feeds for the hub', async () => {
  const replica = await startReplica('replica', hub.api)
  const second = await startReplica('second', replica.api)
  await becomesReady(second)
  await post(second.api)
  await expect
    .poll(async () => (await answerOf(second.api, '/v2.1/item?q=quince')).text, { timeout: 20_000 })
    .toContain('total="1"')
  await becomesEqual(replica)
  await becomesEqual(second)
  for (const desk of [second, replica]) expect(await desk.stop()).toBe(0)
}, 120_000)

test('a replica killed at any moment has a whole catalog, and is equal to its hub again', async () => {
  for (let round = 0; round < 8; round++) {
    const replica = await startReplica('killed', hub.api)
    const posting = Array.from({ length: 5 }, () => post(hub.api))
    // Spread over the copy and the changes after it.
    await delay(((round * 0.618) % 1) * 1200)
    await replica.stop('SIGKILL')
    await Promise.all(posting)
  }
  const replica = await startReplica('killed', hub.api)
  await becomesReady(replica)
  await becomesEqual(replica)
  expect((await answerOf(replica.api, '/v2.1/item?q=quince')).text).toContain(`total="${sent}"`)
  await replica.stop()
}, 180_000)

test('reads at a replica go on while the hub is killed and started again, and the replica catches up', async () => {
  const replica = await startReplica('steady', hub.api)
  await becomesReady(replica)
  let [reads, failed, isOver] = [0, 0, false]
  const reading = (async () => {
    while (!isOver) {
      reads++
      const { ok } = await ask(replica.api, '/v2.1/item?q=quince').catch(() => ({ ok: false }))
      if (!ok) failed++
    }
  })()
  for (let round = 0; round < 3; round++) {
    await post(hub.api)
    await hub.stop('SIGKILL')
    await delay(500)
    hub = await startHub()
    await post(hub.api)
  }
  await expect
    .poll(async () => (await answerOf(replica.api, '/v2.1/item?q=quince&limit=1')).text, { timeout: 30_000 })
    .toContain(`total="${sent}"`)
  isOver = true
  await reading
  expect({ failed, many: reads > 100 }).toEqual({ failed: 0, many: true })
  await becomesEqual(replica)
  await replica.stop()
}, 180_000)

test.each([
  ['an address of another computer over http', ['--replica-of', 'http://hub.example'], 'https'],
  ['no address', ['--replica-of', 'hub'], 'not the address of a hub'],
  ['a password in the address', ['--replica-of', 'https://a:b@hub.example'], '--password-file'],
  ['no password', ['--replica-of', 'https://hub.example'], '--password-file'],
  ['a sandbox', ['--replica-of', 'https://hub.example', '--sandbox'], '--sandbox'],
  ['a lag of nothing', ['--replica-of', 'https://hub.example', '--max-lag', '0'], '1 to 604800'],
])('refuses %s', async (_what, args, reason) => {
  const { stderr } = await deskFails('serve', ...args, '--data', join(folder, 'refused'))
  expect(stderr).toContain(reason)
})

test('refuses a short password of replicas, and replicas of several processes', async () => {
  const short = join(folder, 'short')
  writeFileSync(short, 'short', { mode: 0o600 })
  const data = ['--data', join(folder, 'refused')]
  expect((await deskFails('serve', '--replica-password-file', short, ...data)).stderr).toContain(
    'fewer than 20',
  )
  const both = await deskFails('serve', '--replica-password-file', file, '--workers', '2', ...data)
  expect(both.stderr).toContain('exclude one another')
})
