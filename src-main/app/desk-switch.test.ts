import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkPayload } from '../../src-shared/feeds/draft/check-payload.ts'
import { catalogContents } from '../testing/catalog-contents.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../testing/faulty-upstream.ts'
import { itemFeed, sampleItem } from '../testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'
import type { Desk } from './desk.ts'
import { createTestDesk } from './fixtures/test-desk.ts'
import { createWorkspaces } from './workspaces.ts'

/** Opens another workspace, or closes the app, while the current workspace is busy. */
const items = 400
let home: string
let sandbox: SandboxService
let service: FaultyUpstream
const desks: Desk[] = []

function openDesk(): Desk {
  const desk = createTestDesk(home)
  desks.push(desk)
  return desk
}
const services = (desk: Desk) => desk.required().services

/** Makes the service return few items per page, slowly. */
const inSmallPages = (proxy: FaultyUpstream) =>
  proxy.fail(
    { kind: 'other-call', path: (path) => path.replace(/limit=\d+/, 'limit=10') },
    { when: ({ path }) => /\/item\?/.test(path), times: Number.POSITIVE_INFINITY },
  )

beforeEach(async () => {
  home = temporaryDirectory()
  sandbox = await startSandboxService()
  await sandbox.putItems(1, items + 1)
  sandbox.conditions.latency = 25
  service = await startFaultyUpstream(sandbox.address)
  inSmallPages(service)
})
afterEach(async () => {
  await Promise.all(desks.splice(0).map((desk) => desk.close()))
  await service.close()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

const outcomes = async (desk: Desk) =>
  (await services(desk).syncState()).history.map(({ outcome, itemsDone }) => ({ outcome, itemsDone }))
const runIsPartDone = (desk: Desk) =>
  expect
    .poll(async () => (await services(desk).syncState()).current?.itemsDone ?? 0, { timeout: 20_000 })
    .toBeGreaterThan(60)
const itemPages = () => service.calls.filter(({ path }) => /\/item\?/.test(path)).length

async function connect(desk: Desk, address = service.address): Promise<void> {
  await services(desk).workspace.connect({ ...sandbox.credentials, address })
}

test('does not wait for an unresponsive service when another workspace is opened or the app is closed', async () => {
  const desk = openDesk()
  const { current: first = '' } = await createWorkspaces(desk).create({ name: 'First' })
  await connect(desk)
  for (const goOn of [() => createWorkspaces(desk).create({ name: 'Second' }), desk.close]) {
    service.heal()
    await desk.open(first)
    service.calls.length = 0
    service.fail({ kind: 'hang' }, { times: Number.POSITIVE_INFINITY })
    const { outbox, sync } = services(desk)
    await sync().start()
    const body = itemFeed(sampleItem(1))
    await outbox().queue({ kind: 'create', name: 'Feed', body, about: checkPayload('create', body) })
    const requestCount = (path: string) => service.calls.filter((call) => call.path.includes(path)).length
    await expect.poll(() => requestCount('/feed/items') && requestCount('/manufacturer')).toBeGreaterThan(0)
    await goOn()
  }
}, 30_000)

describe('during a sync', () => {
  test('opening another workspace stops the run at its checkpoint; it resumes when reopened, and nothing is mixed', async () => {
    const desk = openDesk()
    const workspaces = createWorkspaces(desk)
    const { current: first = '' } = await workspaces.create({ name: 'First' })
    await connect(desk)
    await services(desk).sync().start()
    await runIsPartDone(desk)

    const other = await startSandboxService()
    await other.putItems(9001, 9051)
    const { current: second = '' } = await workspaces.create({ name: 'Second' })
    const before = itemPages()
    await services(desk).workspace.connect({ ...other.credentials, address: other.address })
    await services(desk).sync().start()
    await services(desk).sync().finished()
    expect(await outcomes(desk)).toEqual([{ outcome: 'completed', itemsDone: 50 }])
    // The first workspace sends no requests while it is closed.
    expect(itemPages()).toBe(before)

    await workspaces.open({ directory: first })
    await expect
      .poll(() => outcomes(desk), { timeout: 30_000 })
      .toEqual([{ outcome: 'completed', itemsDone: items }])
    expect(await services(desk).upkeep.check()).toMatchObject({ state: 'completed', findings: [] })
    await desk.close()

    const ids = (path: string) =>
      catalogContents(path)['items']?.map((row) => Number((row as { id: string }).id))
    const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)
    const sorted = (path: string) => ids(join(path, 'catalog.db'))?.toSorted((one, two) => one - two)
    expect(sorted(first)).toEqual(range(1, items))
    expect(sorted(second)).toEqual(range(9001, 50))
    // Nothing is downloaded twice: small pages, plus a few at the start.
    expect(itemPages()).toBeLessThan(items / 10 + 25)
    await other.close()
  }, 90_000)

  test('closing the app lets the next one resume the same run', async () => {
    const desk = openDesk()
    const { current: directory = '' } = await createWorkspaces(desk).create({ name: 'Only' })
    await connect(desk)
    await services(desk).sync().start()
    await runIsPartDone(desk)
    await desk.close()
    const requestCount = itemPages()

    const next = openDesk()
    await next.open(directory)
    await expect
      .poll(() => outcomes(next), { timeout: 30_000 })
      .toEqual([{ outcome: 'completed', itemsDone: items }])
    expect(itemPages() - requestCount).toBeLessThan(items / 10)
  }, 60_000)

  test('a run paused by a person stays paused, also in the next app', async () => {
    const desk = openDesk()
    const { current: directory = '' } = await createWorkspaces(desk).create({ name: 'Only' })
    await connect(desk)
    await services(desk).sync().start()
    await runIsPartDone(desk)
    await services(desk).sync().pause()
    await desk.close()
    const requestCount = itemPages()
    const next = openDesk()
    await next.open(directory)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await services(next).syncState()).current).toMatchObject({
      outcome: 'paused',
      pause: { reason: 'person' },
    })
    expect(itemPages()).toBe(requestCount)
  }, 60_000)
})

describe('during a backup', () => {
  test('closing the workspace leaves no partial backup, reports the cause, and the next backup is complete', async () => {
    const desk = openDesk()
    const { current: directory = '' } = await createWorkspaces(desk).create({ name: 'First' })
    await connect(desk, sandbox.address)
    sandbox.conditions.latency = 0
    await services(desk).sync().start()
    await services(desk).sync().finished()
    const { folder } = await desk.required().backups.state()
    const ended = expect(desk.required().backups.make()).rejects.toMatchObject({
      code: 'CLOSED',
      message: expect.stringMatching(/workspace was closed.*make it again/),
    })
    await desk.close()
    await ended
    expect(existsSync(folder) ? readdirSync(folder) : []).not.toContainEqual(
      expect.stringMatching(/unfinished/),
    )

    const next = openDesk()
    await next.open(directory)
    expect(await next.required().backups.make()).toMatchObject({ items })
  }, 60_000)

  test('opening another workspace keeps each backup with its own workspace', async () => {
    const desk = openDesk()
    const workspaces = createWorkspaces(desk)
    const { current: first = '' } = await workspaces.create({ name: 'First' })
    await services(desk).workspace.startSandbox({ sample: false })
    await services(desk).drafts.createDraft({ kind: 'create', name: 'Of the first' })
    // Started before the switch: either complete or absent, and of the first workspace.
    const making = desk
      .required()
      .backups.make()
      .catch(({ code }: { code: string }) => code)
    const { current: second = '' } = await workspaces.create({ name: 'Second' })
    const made = await making
    if (typeof made === 'string') expect(made).toBe('CLOSED')
    else expect(made).toMatchObject({ drafts: 1, name: 'First' })
    expect(await desk.required().backups.make()).toMatchObject({ drafts: 0 })
    expect((await desk.required().backups.state()).backups).toHaveLength(1)
    await workspaces.open({ directory: first })
    expect((await desk.required().backups.state()).backups).toHaveLength(typeof made === 'string' ? 0 : 1)
    expect(first).not.toBe(second)
  }, 60_000)
})
