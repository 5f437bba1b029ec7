import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { databaseFile, openStorage, type Storage } from '../../storage/index.ts'
import { itemFeed, sampleItem } from '../../testing/feed-payloads.ts'
import { temporaryDirectory, threadEntry } from '../../testing/temporary-workspace.ts'
import { createDrafts } from '../drafts/index.ts'
import { catalogService } from '../targets/index.ts'
import { isSending, newNumber, OutboxTrial, timing } from './fixtures/outbox-trial.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { openSendingRecord } from './send/sending-record.ts'

const trial = new OutboxTrial()
const opened: { storage: Storage; outbox: Outbox }[] = []

/** Opens an outbox that may send in a workspace folder; `home` stands for another computer. */
async function openAt(directory: string, home = trial.home): Promise<Outbox> {
  const storage = await openStorage({ directory, thread: threadEntry, readers: 1 })
  const outbox = createOutbox({
    storage,
    directory,
    drafts: createDrafts({ storage }),
    target: catalogService(trial.upstream),
    sendingRecord: openSendingRecord(home, directory),
    timing,
  })
  opened.push({ storage, outbox })
  return outbox
}

async function closeAll(): Promise<void> {
  for (const { storage, outbox } of opened.splice(0)) {
    await outbox.close()
    await storage.close()
  }
}
afterEach(closeAll)

/** A copy of the workspace folder on disk, with a queued feed. */
async function copyWithQueuedFeed(): Promise<{ copy: string; id: string; sha256: string }> {
  await trial.outbox.setPaused({ paused: true })
  const { id } = await trial.queue()
  const { sha256 } = await trial.outbox.feed({ id })
  return { copy: await copyWorkspace(), id, sha256 }
}

/** A copy of the workspace folder on disk. */
async function copyWorkspace(): Promise<string> {
  const copy = join(temporaryDirectory(), 'workspace')
  await trial.close()
  await trial.workspace.storage.close()
  cpSync(trial.workspace.directory, copy, { recursive: true })
  await trial.workspace.reopen()
  trial.open()
  return copy
}

async function sendFromOriginal(id: string): Promise<void> {
  await trial.outbox.setPaused({ paused: false })
  expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
}

async function expectHeld(outbox: Outbox, id: string): Promise<void> {
  await outbox.setPaused({ paused: false })
  await outbox.sendNow()
  await expect.poll(async () => (await outbox.feed({ id })).state).not.toBe('queued')
  const feed = await outbox.feed({ id })
  expect(feed.attempts).toBe(0)
  expect(feed.events).toContainEqual(
    expect.objectContaining({
      event: 'doubt',
      message: expect.stringContaining('restored, copied or set back'),
    }),
  )
}

describe('a queued feed in a copied workspace', () => {
  test('is sent only from the original', async () => {
    const { copy, id, sha256 } = await copyWithQueuedFeed()
    await sendFromOriginal(id)
    await expectHeld(await openAt(copy), id)
    expect(trial.arrivals(sha256)).toBe(1)
  })

  test('is not sent from another computer without knowledge of the original', async () => {
    const { copy, id, sha256 } = await copyWithQueuedFeed()
    const outbox = await openAt(copy, temporaryDirectory())
    await expectHeld(outbox, id)
    expect(trial.arrivals(sha256)).toBe(0)
    // The person has checked that it has not arrived.
    await outbox.resolve({ id, arrived: false })
    // The catalog was not looked up before a sending, so the retry requires a confirmation.
    await expect(outbox.retry({ id })).rejects.toMatchObject({
      code: 'LOOK_FIRST',
      message: expect.stringMatching(/catalog has no item/),
    })
    await outbox.retry({ id, anyway: true })
    expect(await outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 1 })
    expect(trial.arrivals(sha256)).toBe(1)
  })

  test('is not sent again by a workspace restored to an earlier state', async () => {
    const { copy, id, sha256 } = await copyWithQueuedFeed()
    await sendFromOriginal(id)
    await trial.close()
    await trial.workspace.storage.close()
    for (const name of [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`])
      rmSync(join(trial.workspace.directory, name), { force: true })
    cpSync(join(copy, databaseFile), join(trial.workspace.directory, databaseFile))
    await trial.workspace.reopen()
    trial.open()
    await expectHeld(trial.outbox, id)
    expect(trial.arrivals(sha256)).toBe(1)
  })

  test('is not sent from an archive unpacked in place of the original', async () => {
    const { copy, id, sha256 } = await copyWithQueuedFeed()
    await trial.close()
    await trial.workspace.storage.close()
    renameSync(trial.workspace.directory, `${trial.workspace.directory}-aside`)
    cpSync(copy, trial.workspace.directory, { recursive: true })
    await trial.workspace.reopen()
    trial.open()
    await expectHeld(trial.outbox, id)
    expect(trial.arrivals(sha256)).toBe(0)
    rmSync(`${trial.workspace.directory}-aside`, { recursive: true })
  })
})

test('a feed waiting for another one is not sent from a copied workspace', async () => {
  const item = sampleItem(newNumber())
  trial.service.fail(
    { kind: 'status', status: 404 },
    {
      times: Number.POSITIVE_INFINITY,
      when: ({ method, path }) => method === 'GET' && /feed\/items\/\w/.test(path),
    },
  )
  const first = await trial.queue('create', [item])
  await trial.until(first.id, 'acknowledged')
  const { id } = await trial.queue('refresh', [item])
  const copy = await copyWorkspace()
  const outbox = await openAt(copy)
  await expect.poll(async () => (await outbox.feed({ id })).state).toBe('uncertain')
})

test('a feed being looked for in a copied workspace is sent again only from the original', async () => {
  trial.service.fail(
    { kind: 'status', status: 503, headers: { 'retry-after': '60' } },
    { when: ({ method }) => method !== 'GET' },
  )
  const { id } = await trial.queue()
  const { sha256 } = await trial.until(id, 'looked-for')
  const copy = await copyWorkspace()
  await trial.outbox.sendNow()
  expect(await trial.outbox.whenSettled(id)).toMatchObject({ state: 'done', attempts: 2 })

  const outbox = await openAt(copy)
  await outbox.sendNow()
  await expect
    .poll(async () => (await outbox.feed({ id })).events.map(({ event }) => event))
    .toContain('lose')
  expect(await outbox.whenSettled(id)).toMatchObject({ attempts: 1 })
  expect(trial.arrivals(sha256)).toBe(1)
})

describe('a failed feed in a copied workspace', () => {
  const actions: [string, (outbox: Outbox, feed: { id: string; batch: string }) => Promise<unknown>][] = [
    ['sent once more', (outbox, { id }) => outbox.retry({ id })],
    ['sent once more with its batch', (outbox, { batch }) => outbox.toBatch({ id: batch, action: 'retry' })],
    ['split', (outbox, { id }) => outbox.split({ id })],
  ]
  test.each(actions)(
    'is %s from the copy when the person insists, while the original keeps sending',
    async (_, action) => {
      trial.service.fail({ kind: 'status', status: 413 }, { times: 3, when: isSending })
      const four = Array.from({ length: 4 }, () => sampleItem(newNumber()))
      const whole = await trial.queue('create', four)
      await trial.until(whole.id, 'failed')
      const batch = await trial.outbox.split({ id: whole.id })
      await expect.poll(async () => (await trial.outbox.batch({ id: batch.id })).counts.failed).toBe(2)
      const [half] = (await trial.outbox.list({ batch: batch.id, group: 'needs-you', offset: 0, limit: 9 }))
        .feeds
      const feed = { id: half?.id ?? '', batch: batch.id }

      const outbox = await openAt(await copyWorkspace())
      await outbox.setPaused({ paused: true })
      await expect(action(outbox, feed)).rejects.toMatchObject({
        code: 'NOT_POSSIBLE',
        message: expect.stringMatching(/restored, copied or set back/),
      })
      expect(await outbox.feed({ id: feed.id })).toMatchObject({ state: 'failed' })
      await action(outbox, feed)

      // The original is still recognized as the original.
      await trial.outbox.setPaused({ paused: true })
      const waiting = await trial.queue()
      expect(await trial.outbox.retry({ id: feed.id })).toMatchObject({ state: 'queued' })
      await trial.close()
      await trial.workspace.reopen()
      trial.open()
      await sendFromOriginal(waiting.id)
    },
  )
})

test('a moved workspace keeps sending, and a copy sends feeds that were queued in the copy', async () => {
  const { copy, id } = await copyWithQueuedFeed()
  const outbox = await openAt(copy)
  const { id: own } = await trial.queueBytes(
    { kind: 'create', name: 'Own', body: itemFeed(sampleItem(newNumber())) },
    outbox,
  )
  await outbox.setPaused({ paused: false })
  expect(await outbox.whenSettled(own)).toMatchObject({ state: 'done', attempts: 1 })
  expect(await outbox.feed({ id })).toMatchObject({ attempts: 0 })

  await outbox.setPaused({ paused: true })
  const { id: later } = await trial.queueBytes(
    { kind: 'create', name: 'Later', body: itemFeed(sampleItem(newNumber())) },
    outbox,
  )
  await closeAll()
  const elsewhere = join(temporaryDirectory(), 'moved')
  renameSync(copy, elsewhere)
  const moved = await openAt(elsewhere)
  await moved.setPaused({ paused: false })
  expect(await moved.whenSettled(later)).toMatchObject({ state: 'done', attempts: 1 })
})
