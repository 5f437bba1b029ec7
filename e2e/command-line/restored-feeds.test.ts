import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFeed } from '../support/feeds.ts'
import { desk, type RunningDesk, startDesk } from '../support/programs/desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-restored-'))
const pathOf = (name: string) => join(folder, name)
let service: RunningDesk

const startService = (port = '0') =>
  startDesk('--sandbox', '--sample', '--data', pathOf('sandbox'), '--api-port', port)
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
/** The number of items with this name in the service. */
const itemsNamed = async (name: string): Promise<number> => {
  const { username, password } = service
  const answer = await fetch(`${service.api}/v2.1/item?q=${name}`, { headers: { username, password } })
  return Number(/total="(\d+)"/.exec(await answer.text())?.[1])
}

beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a feed that was queued in a backup or an archive is sent by the original only, and restore lists it', async () => {
  await connect(pathOf('copy'))
  // A sync of any brand also loads the lists that feeds are checked with.
  await desk('sync', '--brand', 'b2001', '--data', pathOf('copy'))
  writeFileSync(pathOf('feed.xml'), createFeed({ gtin: '9520000000011', title: 'Quince spread' }))
  const port = new URL(service.api).port
  await service.stop()
  await desk('submit', pathOf('feed.xml'), '--as', 'create', '--data', pathOf('copy'))
  const made = JSON.parse(await desk('backup', '--to', pathOf('backups'), '--json', '--data', pathOf('copy')))
  const archive = pathOf('copy.catalogdesk')
  await desk('backup', '--archive', archive, '--data', pathOf('copy'))

  service = await startService(port)
  const [feed] = JSON.parse(await desk('status', '--json', '--data', pathOf('copy'))).feeds
  const sending = await startDesk('--data', pathOf('copy'))
  const stateOf = async (workspace: string) =>
    JSON.parse(await desk('status', feed.id, '--json', '--data', workspace))
  await expect.poll(async () => (await stateOf(pathOf('copy'))).state, { timeout: 60_000 }).toBe('done')
  await sending.stop()
  expect(await itemsNamed('quince')).toBe(1)

  for (const [from, place] of [
    [made.directory, 'restored'],
    [archive, 'opened'],
  ] as const) {
    const preview = await desk('restore', from, '--preview')
    expect(preview).toContain('Waiting to be sent when it was made: “feed.xml”')
    const restoring = await desk('restore', from, '--data', pathOf(place))
    expect(restoring).toContain('does not send them by itself')
    await connect(pathOf(place))
    const restored = await startDesk('--data', pathOf(place))
    await expect
      .poll(async () => (await stateOf(pathOf(place))).state, { timeout: 60_000 })
      .not.toBe('queued')
    await restored.stop()
    const held = await stateOf(pathOf(place))
    expect(held).toMatchObject({ attempts: 0 })
    expect(held.events).toContainEqual(expect.objectContaining({ event: 'doubt' }))
    expect(await itemsNamed('quince')).toBe(1)
  }
})
