import { expect, test } from 'vitest'
import { acquireProcessLock } from '../storage/index.ts'
import { syncedCopy } from './fixtures/synced-copy.ts'

/** Runs that are cancelled, interrupted or started twice. */
const items = 1030
const pageSize = 100
const copy = syncedCopy({ items, pageSize })

test('continues a cancelled run, and queues a second start after it', async () => {
  copy.service.fail({ kind: 'latency', milliseconds: 20 }, { times: Number.POSITIVE_INFINITY })
  await copy.sync.start()
  await expect.poll(async () => (await copy.sync.state()).current?.itemsDone ?? 0).toBeGreaterThan(200)
  const cancelled = await copy.sync.cancel()
  expect(cancelled.current).toBeUndefined()
  expect(cancelled.history[0]).toMatchObject({ outcome: 'cancelled', endedAt: expect.any(String) })
  const done = cancelled.history[0]?.itemsDone ?? 0
  const seen = copy.pages()
  await copy.sync.start()
  await copy.sync.start()
  const state = await copy.sync.finished()
  expect(state.history.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['incremental', 'completed'],
    ['full', 'completed'],
  ])
  expect(copy.pages() - seen).toBeLessThanOrEqual(Math.ceil((state.items - done) / pageSize) + 2)
  copy.expectSame()
})

test('is interrupted by closing and continued after a restart', async () => {
  copy.service.fail({ kind: 'latency', milliseconds: 20 }, { times: Number.POSITIVE_INFINITY })
  await copy.sync.start()
  await expect.poll(async () => (await copy.sync.state()).current?.itemsDone ?? 0).toBeGreaterThan(200)
  await copy.closeSync()
  await copy.workspace.reopen()
  copy.sync = copy.openSync()
  expect((await copy.sync.state()).history[0]).toMatchObject({ outcome: 'interrupted' })
  const { run } = await copy.syncOnce()
  expect(run).toMatchObject({ outcome: 'completed', kind: 'full', itemsDone: run.itemsTotal })
  copy.expectSame()
})

test('refuses to run in two programs at a time', async () => {
  const lock = acquireProcessLock(copy.workspace.directory, 'sync')
  await expect(copy.sync.start()).rejects.toMatchObject({ code: 'BUSY' })
  lock?.release()
  expect((await copy.syncOnce()).run.outcome).toBe('completed')
})
