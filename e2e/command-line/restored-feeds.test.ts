import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFeed } from '../support/feeds.ts'
import { desk, type RunningDesk, startDesk } from '../support/programs/desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-restored-'))
const at = (name: string) => join(folder, name)
let service: RunningDesk

const startService = (port = '0') =>
  startDesk('--sandbox', '--sample', '--data', at('sandbox'), '--api-port', port)
const connect = (workspace: string) =>
  desk(
    'connect',
    service.api,
    '--username',
    service.username,
    '--password',
    service.password,
    '--data',
    workspace,
  )
/** How many items of that name the service has. */
const itemsNamed = async (name: string): Promise<number> => {
  const { username, password } = service
  const answer = await fetch(`${service.api}/v2.1/item?q=${name}`, { headers: { username, password } })
  return Number(/total="(\d+)"/.exec(await answer.text())?.[1])
}

beforeAll(async () => {
  service = await startService()
}, 120_000)
afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a feed that waited when the backup was made is sent by the original alone; restoring names it', async () => {
  await connect(at('copy'))
  // The lists that a feed is checked with come with the items of any brand.
  await desk('sync', '--brand', 'b2001', '--data', at('copy'))
  writeFileSync(at('feed.xml'), createFeed({ gtin: '9520000000011', title: 'Quince spread' }))
  const port = new URL(service.api).port
  await service.stop()
  await desk('submit', at('feed.xml'), '--as', 'create', '--data', at('copy'))
  const made = JSON.parse(await desk('backup', '--to', at('backups'), '--json', '--data', at('copy')))

  service = await startService(port)
  const [feed] = JSON.parse(await desk('status', '--json', '--data', at('copy'))).feeds
  const sending = await startDesk('--data', at('copy'))
  const stateOf = async (workspace: string) =>
    JSON.parse(await desk('status', feed.id, '--json', '--data', workspace))
  await expect.poll(async () => (await stateOf(at('copy'))).state, { timeout: 60_000 }).toBe('done')
  await sending.stop()
  expect(await itemsNamed('quince')).toBe(1)

  const preview = await desk('restore', made.directory, '--preview')
  expect(preview).toContain('Waiting to be sent when it was made: “feed.xml”')
  const restoring = await desk('restore', made.directory, '--data', at('restored'))
  expect(restoring).toContain('does not send them by itself')
  await connect(at('restored'))
  const restored = await startDesk('--data', at('restored'))
  await expect.poll(async () => (await stateOf(at('restored'))).state, { timeout: 60_000 }).not.toBe('queued')
  await restored.stop()
  const held = await stateOf(at('restored'))
  expect(held).toMatchObject({ attempts: 0 })
  expect(held.events).toContainEqual(expect.objectContaining({ event: 'doubt' }))
  expect(await itemsNamed('quince')).toBe(1)
}, 240_000)
