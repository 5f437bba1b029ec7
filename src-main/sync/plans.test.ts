import BetterSqlite3 from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SyncPlan } from '../../src-shared/sync/model.ts'
import { catalogReader, catalogWriter, runRebuild } from '../catalog/index.ts'
import { historyReader } from '../history/history-reader.ts'
import { type FaultyUpstream, startFaultyUpstream } from '../testing/faulty-upstream.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream, type Upstream } from '../upstream/index.ts'
import { createSync, type Sync } from './sync.ts'

const timing = { firstRetry: 5, maxRetry: 20, maxFailures: 4 }
const day = 24 * 60 * 60 * 1000
/** Ten days of thirty items each; brands b1 and b2 alternate, all are of manufacturer m1. */
const items = 300

let sandbox: SandboxService
let service: FaultyUpstream
let workspace: TemporaryWorkspace
let upstream: Upstream
let sync: Sync
beforeAll(async () => {
  sandbox = await startSandboxService()
  for (let from = 0; from < items; from += 30)
    await sandbox.putItems(from, from + 30, { updatedFrom: Date.now() - 60 * day + (from / 30) * day })
  service = await startFaultyUpstream(sandbox.address)
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
})
beforeEach(async () => {
  service.heal()
  service.calls.length = 0
  workspace = await openTemporaryWorkspace()
  upstream = createUpstream({ ...sandbox.credentials, address: service.address })
  sync = createSync({ ...workspace, upstream, timing, pageSize: 20, sliceSize: 50 })
})
afterEach(async () => {
  await sync.close()
  await upstream.close()
  await workspace.close()
})

async function run(plan?: SyncPlan) {
  await sync.start(plan && { plan })
  const state = await sync.finished()
  const [ended] = state.history
  if (!ended) throw new Error('There is no run')
  return { state, run: ended }
}
const full: SyncPlan = { scope: 'full', profile: 'complete' }
const item = (id: string) => workspace.storage.reader(catalogReader).item(id)
const callsTo = (pattern: RegExp) => service.calls.filter(({ path }) => pattern.test(path))
/**
 * Removes items from the service's list without notice, as a service does. @returns a function that restores
 * them
 */
async function unlist(ids: number[]): Promise<() => Promise<void>> {
  const move = async (by: number) => {
    const db = new BetterSqlite3(sandbox.storage.path)
    // Moves the items before every requested window.
    for (const id of ids)
      db.prepare('UPDATE item SET updated_at = updated_at + ? WHERE id = ?').run(by, String(id))
    db.close()
    // Clears the service's cache of its list.
    await sandbox.storage.writer(catalogWriter).setVerified(['5'], false)
  }
  await move(-1e14)
  return () => move(1e14)
}

test('splits a full plan by days until no slice is too large', async () => {
  await sync.setSettings({ ...(await sync.settings()), learnVerified: false })
  const { run: ended } = await run(full)
  expect(ended).toMatchObject({ outcome: 'completed', itemsNew: items, itemsDone: items, itemsTotal: items })
  const deepest = Math.max(...callsTo(/limit=20/).map(({ path }) => Number(/idx=(\d+)/.exec(path)?.[1])))
  expect(deepest).toBeLessThan(50)
  const windows = new Set(callsTo(/limit=20/).map(({ path }) => /since=\d+(&until=\d+)?/.exec(path)?.[0]))
  expect(windows.size).toBeGreaterThanOrEqual(6)
  // Newest first: an item changed during the run moves to a window that was already read, which is checked
  // again at the end.
  const sinces = [...windows].map((window) => window?.slice('since='.length, 'since='.length + 8) ?? '')
  expect(sinces.slice(0, 2).every((since) => since > (sinces.at(-1) ?? ''))).toBe(true)
  // The newest window is open, so that it receives items changed during the run: requested first, and again
  // at the end.
  const open = callsTo(/limit=1$|limit=1&/).filter(
    ({ path }) => !path.includes('until') && !path.includes('19000101'),
  )
  expect(open.length).toBeGreaterThanOrEqual(2)
})

test('keeps and marks items that are no longer listed, and unmarks returned ones', async () => {
  await run(full)
  const putBack = await unlist([3, 100, 299])
  const second = await run(full)
  expect(second.run).toMatchObject({ outcome: 'completed', itemsGone: 3, itemsUnchanged: items - 3 })
  expect(second.state).toMatchObject({ items, itemsGone: 3 })
  const gone = await item('100')
  expect(gone?.notSeenSince).toBe(gone?.receivedAt)
  const { rows } = await workspace.storage
    .reader(catalogReader)
    .searchRows({ text: '', brandIds: [], manufacturerIds: [] }, 0, 500)
  expect(rows.filter(({ notSeenSince }) => notSeenSince).map(({ id }) => id)).toEqual(['3', '100', '299'])
  // A rebuild of the projection keeps the marks.
  await runRebuild(workspace.storage.writer(catalogWriter))
  expect((await sync.state()).itemsGone).toBe(3)

  // Only a full run that read everything can find items missing.
  await run({ scope: 'brand', ids: ['b1'], verified: false, profile: 'complete' })
  await run()
  expect((await sync.state()).itemsGone).toBe(3)

  await putBack()
  const third = await run(full)
  expect(third.run).toMatchObject({ itemsGone: 0, itemsReturned: 3 })
  expect((await item('100'))?.notSeenSince).toBeUndefined()
  // Items that a run found gone stay in its list of changes.
  const changes = await workspace.storage
    .reader(historyReader)
    .changes({ kind: 'sync', reference: second.run.id }, { offset: 0, limit: 10 })
  expect(changes).toMatchObject({
    total: 3,
    rows: ['299', '100', '3'].map((itemId) => ({ kind: 'gone', itemId })),
  })
})

test('syncs by manufacturer, brand and GTINs, and notes missing codes', async () => {
  const brand = await run({ scope: 'brand', ids: ['b1'], verified: false, profile: 'complete' })
  expect(brand.run).toMatchObject({ kind: 'brand', outcome: 'completed', itemsNew: items / 2 })
  expect(brand.state.completeUpTo).toBeUndefined()
  const maker = await run({
    scope: 'manufacturer',
    ids: ['m1', 'nobody'],
    verified: false,
    profile: 'complete',
  })
  expect(maker.run).toMatchObject({ outcome: 'completed', itemsNew: items / 2, itemsUnchanged: items / 2 })
  const gtins = ['00000000000007', '00000000000008', '99999999', 'no-code']
  const listed = await run({ scope: 'gtins', gtins, verified: false, profile: 'complete' })
  expect(listed.run).toMatchObject({ outcome: 'completed', itemsDone: 2, itemsUnchanged: 2 })
  expect(listed.run.note).toContain('no item for 2 of the codes: 99999999, no-code')
  // A plain sync still does a full run first.
  const first = await run()
  expect(first.run).toMatchObject({ kind: 'full', itemsUnchanged: items })
})

test('sets and removes verified marks', async () => {
  const catalog = sandbox.storage.writer(catalogWriter)
  await catalog.setVerified(['1', '2', '150'])
  await run(full)
  expect([(await item('1'))?.verified, (await item('3'))?.verified]).toEqual([true, false])
  await catalog.setVerified(['2'], false)
  const again = await run({ scope: 'verified', profile: 'complete' })
  expect(again.run).toMatchObject({ kind: 'verified', itemsDone: 2 })
  expect([(await item('1'))?.verified, (await item('2'))?.verified]).toEqual([true, false])
  await catalog.setVerified(['1', '150'], false)
  await sync.setSettings({ ...(await sync.settings()), learnVerified: false })
  await run(full)
  expect((await item('1'))?.verified).toBe(true)
})

test('never replaces a complete record by a smaller profile, and fetches changed ones in full', async () => {
  await run({ scope: 'brand', ids: ['b1'], verified: false, profile: 'complete' })
  const whole = await item('2')
  await sandbox.putItems(4, 5, { updatedFrom: Date.now() - 50 * day, text: 'changed' })
  const listing = await run({ scope: 'full', profile: 'listing' })
  expect(listing.run).toMatchObject({ outcome: 'completed', itemsNew: items / 2 })
  expect(Buffer.from((await item('2'))?.body ?? []).equals(Buffer.from(whole?.body ?? []))).toBe(true)
  expect(Buffer.from((await item('4'))?.body ?? []).toString()).toContain('changed')
  expect(Buffer.from((await item('1'))?.body ?? []).toString()).not.toContain('<created')
  // A full run in the complete profile fetches all records completely.
  const complete = await run(full)
  expect(complete.run).toMatchObject({ itemsChanged: items / 2 })
  expect(Buffer.from((await item('1'))?.body ?? []).toString()).toContain('<created')
})

test('does not count items that an incremental run repeats from the day before', async () => {
  await run(full)
  const nothing = await run()
  expect(nothing.run).toMatchObject({ kind: 'incremental', itemsDone: 0, itemsUnchanged: 0, itemsTotal: 0 })
  await sandbox.putItems(10, 12, { updatedFrom: Date.now() - day, text: 'once more' })
  const some = await run()
  expect(some.run).toMatchObject({ itemsDone: 2, itemsChanged: 2, itemsUnchanged: 0 })
  // Four calls: the length, a page with the items, the empty page after it, and the verified marks. Nothing
  // is read twice.
  service.calls.length = 0
  await sandbox.putItems(12, 13, { updatedFrom: Date.now() - day, text: 'once more' })
  await run()
  expect(callsTo(/\/item\?/)).toHaveLength(4)
})

const brokenItem = (body: Buffer) =>
  body.toString().replace('<name>Oat flakes 77</name>', '<name>Oat flakes 77')

test('puts a single unreadable item in quarantine, where it can be shown and retried', async () => {
  service.fail({ kind: 'rewrite', rewrite: brokenItem }, { times: Number.POSITIVE_INFINITY })
  const { run: ended, state } = await run(full)
  expect(ended).toMatchObject({ outcome: 'completed', itemsNew: items - 1, setAside: 1, itemsGone: 0 })
  expect(ended.note).toContain('quarantine')
  expect(state.quarantined).toBe(1)
  const [page] = await sync.quarantine()
  expect(page).toMatchObject({ itemIds: ['77'], query: { limit: '1' }, bytes: expect.any(Number) })
  expect((await sync.quarantinedAnswer({ id: page?.id ?? 0 })).text).toContain('Oat flakes 77')
  expect(await sync.retryQuarantined({})).toMatchObject({ kept: 0, remaining: 1 })
  service.heal()
  expect(await sync.retryQuarantined({ id: page?.id })).toMatchObject({ kept: 1, remaining: 0 })
  expect((await item('77'))?.name).toBe('Oat flakes 77')
  await expect(sync.retryQuarantined({ id: page?.id })).rejects.toMatchObject({ code: 'PAGE_NOT_FOUND' })
})

test('aborts a quarantine retry on close and keeps the page', async () => {
  service.fail({ kind: 'rewrite', rewrite: brokenItem }, { times: Number.POSITIVE_INFINITY })
  await run(full)
  service.heal()
  service.calls.length = 0
  service.fail({ kind: 'hang' })
  const answer = sync.retryQuarantined({}).catch((error) => error)
  await expect.poll(() => service.calls.length).toBe(1)
  await sync.close()
  expect(await answer).toMatchObject({ code: 'CLOSED' })
  expect(await sync.quarantine()).toMatchObject([{ itemIds: ['77'], triedAt: undefined }])
})

test('fails instead of putting everything in quarantine when all responses are broken', async () => {
  service.fail(
    { kind: 'rewrite', rewrite: (body) => body.toString().replaceAll('</name>', '') },
    { when: ({ path }) => path.includes('/item?'), times: Number.POSITIVE_INFINITY },
  )
  const { run: ended } = await run(full)
  expect(ended).toMatchObject({ outcome: 'failed', failure: 'answer', itemsDone: 0 })
})

test('pauses and resumes for a person, and cancels a paused run', async () => {
  service.fail({ kind: 'latency', milliseconds: 20 }, { times: Number.POSITIVE_INFINITY })
  await sync.start({ plan: full })
  await expect.poll(async () => (await sync.state()).current?.itemsDone ?? 0).toBeGreaterThan(20)
  const paused = await sync.pause()
  expect(paused.current).toMatchObject({ outcome: 'paused', pause: { reason: 'person' } })
  const done = paused.current?.itemsDone ?? 0
  const seen = callsTo(/limit=20/).length
  await sync.resume()
  const { history } = await sync.finished()
  expect(history).toHaveLength(1)
  expect(history[0]).toMatchObject({ outcome: 'completed', itemsDone: items })
  expect(callsTo(/limit=20/).length - seen).toBeLessThanOrEqual((items - done) / 10 + 4)
  await expect(sync.resume()).rejects.toMatchObject({ code: 'NOT_PAUSED' })

  await sync.start({ plan: full })
  await sync.pause()
  expect((await sync.cancel()).history[0]).toMatchObject({ outcome: 'cancelled' })
})

test('makes no more concurrent calls than configured', async () => {
  let maxActive = 0
  let now = 0
  const counting: Upstream = {
    ...upstream,
    async itemPage(...call) {
      maxActive = Math.max(maxActive, ++now)
      try {
        return await upstream.itemPage(...call)
      } finally {
        now--
      }
    },
  }
  service.fail({ kind: 'latency', milliseconds: 10 }, { times: Number.POSITIVE_INFINITY })
  const counted = createSync({ ...workspace, upstream: counting, timing, pageSize: 20, sliceSize: 50 })
  for (const concurrency of [1, 3]) {
    maxActive = 0
    await counted.setSettings({ ...(await counted.settings()), concurrency })
    await counted.start({ plan: full })
    expect((await counted.finished()).history[0]?.outcome).toBe('completed')
    expect(maxActive).toBe(concurrency)
  }
  await counted.close()
})
