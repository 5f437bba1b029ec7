import BetterSqlite3 from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeProcessLock } from '../storage/process-lock.ts'
import {
  type Fault,
  type FaultyUpstream,
  type SeenCall,
  startFaultyUpstream,
} from '../testing/faulty-upstream.ts'
import { sampleLookups } from '../testing/feed-payloads.ts'
import { type SandboxService, startSandboxService } from '../testing/sandbox-service.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../testing/temporary-workspace.ts'
import { createUpstream } from '../upstream/create-upstream.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createSync } from './create-sync.ts'
import type { PictureDownload, Sync } from './sync.ts'

const timing = { firstRetry: 10, longestRetry: 40, mostFailures: 4 }
const items = 1030
const pageSize = 100

let sandbox: SandboxService
let service: FaultyUpstream
beforeAll(async () => {
  sandbox = await startSandboxService()
  await sandbox.putItems(1, items + 1)
  service = await startFaultyUpstream(sandbox.address)
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
})

let workspace: TemporaryWorkspace
let upstream: Upstream
let sync: Sync

function openSync(media?: PictureDownload, password = sandbox.credentials.password): Sync {
  upstream = createUpstream({
    address: service.address,
    username: sandbox.credentials.username,
    password,
    limits: { connect: 500, answer: 600, silence: 600 },
  })
  return createSync({ ...workspace, upstream, timing, pageSize, ...(media && { media }) })
}
async function closeSync(): Promise<void> {
  await sync.close()
  await upstream.close()
}
beforeEach(async () => {
  service.heal()
  service.calls.length = 0
  Object.assign(sandbox.conditions, { maintenance: false, dailyItemLimit: undefined, latency: 0 })
  workspace = await openTemporaryWorkspace()
  sync = openSync()
})
afterEach(async () => {
  await closeSync()
  await workspace.close()
})

async function syncOnce(options: { full?: boolean } = {}) {
  await sync.start(options)
  const state = await sync.finished()
  const [run] = state.history
  if (!run) throw new Error('There is no run')
  return { state, run }
}
const isPage = ({ path }: SeenCall) => /\/item\?.*idx=[1-9]/.test(path)
const pages = () => service.calls.filter(isPage).length

/** Every item of a database: its identifier and its bytes. */
function contents(path: string): string[] {
  const db = new BetterSqlite3(path, { readonly: true })
  try {
    return db
      .prepare<[], string>(
        'SELECT id || cast(body AS TEXT) FROM item JOIN item_document USING (seq) ORDER BY id',
      )
      .pluck()
      .all()
  } finally {
    db.close()
  }
}
/** The copy is the original: compared by what the service answers, item by item. */
function expectSame(): void {
  const strip = (rows: string[]) => rows.map((row) => row.replace(/\s*<media>.*?<\/media>|\s*<media\/>/s, ''))
  expect(strip(contents(workspace.storage.path))).toEqual(strip(contents(sandbox.storage.path)))
}

describe('in fair weather', () => {
  test('everything the first time, then only what changed', async () => {
    const { state, run } = await syncOnce()
    expect(run).toMatchObject({
      outcome: 'completed',
      kind: 'full',
      itemsTotal: items,
      itemsDone: items,
      itemsNew: items,
      itemsChanged: 0,
      itemsUnchanged: 0,
    })
    expect(state).toMatchObject({ items, completeUpTo: run.startedAt })
    for (const [kind, entries] of Object.entries(sampleLookups))
      expect(state.lookups).toMatchObject({ [kind]: entries.length })
    expect(pages()).toBe(Math.ceil(items / pageSize) - 1)
    expectSame()

    service.calls.length = 0
    await sandbox.putItems(11, 16, { updatedFrom: Date.now() - 60_000, text: 'changed' })
    await sandbox.putItems(5000, 5003, { updatedFrom: Date.now() - 5000_000 - 60_000 })
    const second = await syncOnce()
    expect(second.run).toMatchObject({
      outcome: 'completed',
      kind: 'incremental',
      itemsNew: 3,
      itemsChanged: 5,
    })
    // A small page with the changes, and at most one more that proves that there is nothing before.
    expect(second.run.itemsDone).toBeLessThanOrEqual(50 + 100)
    expectSame()

    const third = await syncOnce()
    expect(third.run).toMatchObject({ kind: 'incremental', itemsNew: 0, itemsChanged: 0 })
    expect(third.state.history).toHaveLength(3)

    const full = await syncOnce({ full: true })
    expect(full.run).toMatchObject({ kind: 'full', itemsNew: 0, itemsChanged: 0, itemsUnchanged: items + 3 })
  })

  test('a service that gives fewer at a time than asked for is followed', async () => {
    const small = {
      kind: 'rewrite',
      rewrite: (body: Buffer) => {
        const all = String(body).match(/<item [\s\S]*?<\/item>/g) ?? []
        const kept = all.slice(0, 30)
        return String(body)
          .replace(/count="\d+"/, `count="${kept.length}"`)
          .replace(/<item [\s\S]*<\/item>/, kept.join(''))
      },
    } as const
    service.fail(small, { when: ({ path }) => path.includes('/item?'), times: Number.POSITIVE_INFINITY })
    const { run, state } = await syncOnce()
    expect(run).toMatchObject({ outcome: 'completed', itemsTotal: state.items, itemsDone: state.items })
    expectSame()
  })

  test('an item changed while the list is read is not lost, nor is any other', async () => {
    let changed = 0
    const meddle = async () => {
      for (let number = 1; number < items; number += 97) {
        await sandbox.putItems(number, number + 1, {
          updatedFrom: Date.now() - number * 1000,
          text: `moved ${changed++}`,
        })
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    service.fail({ kind: 'latency', milliseconds: 10 }, { times: Number.POSITIVE_INFINITY })
    await Promise.all([syncOnce(), meddle()])
    await syncOnce()
    expectSame()
    expect(changed).toBeGreaterThan(5)
  })

  test('a start while it runs is followed by another run; cancelled, it is continued where it was', async () => {
    service.fail({ kind: 'latency', milliseconds: 20 }, { times: Number.POSITIVE_INFINITY })
    await sync.start()
    await expect.poll(async () => (await sync.state()).current?.itemsDone ?? 0).toBeGreaterThan(200)
    const cancelled = await sync.cancel()
    expect(cancelled.current).toBeUndefined()
    expect(cancelled.history[0]).toMatchObject({ outcome: 'cancelled', endedAt: expect.any(String) })
    const done = cancelled.history[0]?.itemsDone ?? 0
    const seen = pages()
    await sync.start()
    await sync.start()
    const state = await sync.finished()
    expect(state.history.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['incremental', 'completed'],
      ['full', 'completed'],
    ])
    expect(pages() - seen).toBeLessThanOrEqual(Math.ceil((state.items - done) / pageSize) + 2)
    expectSame()
  })

  test('closing interrupts it; the next program continues it', async () => {
    service.fail({ kind: 'latency', milliseconds: 20 }, { times: Number.POSITIVE_INFINITY })
    await sync.start()
    await expect.poll(async () => (await sync.state()).current?.itemsDone ?? 0).toBeGreaterThan(200)
    await closeSync()
    await workspace.reopen()
    sync = openSync()
    expect((await sync.state()).history[0]).toMatchObject({ outcome: 'interrupted' })
    const { run } = await syncOnce()
    expect(run).toMatchObject({ outcome: 'completed', kind: 'full', itemsDone: run.itemsTotal })
    expectSame()
  })

  test('one program at a time', async () => {
    const lock = takeProcessLock(workspace.directory, 'sync')
    await expect(sync.start()).rejects.toMatchObject({ code: 'BUSY' })
    lock?.release()
    expect((await syncOnce()).run.outcome).toBe('completed')
  })

  test('pictures come last, and their failure leaves the catalog complete', async () => {
    await closeSync()
    const seen: string[] = []
    sync = openSync({
      async download({ onProgress }) {
        seen.push((await sync.state()).current?.phase ?? '')
        onProgress({ done: 3, total: 7, bytes: 1000 })
        throw new Error('the media host is away')
      },
    })
    const { run } = await syncOnce()
    expect(seen).toEqual(['pictures'])
    expect(run).toMatchObject({ outcome: 'completed', phase: 'pictures', picturesDone: 3, picturesTotal: 7 })
    expect(run.note).toContain('the media host is away')
  })
})

describe('in foul weather the copy is the same in the end', () => {
  const faults: Fault[] = [
    { kind: 'latency', milliseconds: 100 },
    { kind: 'reset-before' },
    { kind: 'reset-after' },
    { kind: 'hang' },
    { kind: 'cut-body', part: 0.5 },
    { kind: 'truncate', part: 0.5 },
    { kind: 'html' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503, headers: { 'retry-after': '0' } },
    { kind: 'status', status: 406, headers: { 'retry-after': '1' } },
    { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
    { kind: 'rewrite', rewrite: (body) => String(body).replace('</name>', '</nome>') },
    {
      kind: 'rewrite',
      rewrite: (body) =>
        String(body)
          .replace(/<item [\s\S]*<\/item>/, '')
          .replace(/count="\d+"/, 'count="0"'),
    },
    { kind: 'slow', bytesPerSecond: 300_000 },
  ]
  test.each(faults.map((fault, number) => ({ number, fault, what: { status: '', ...fault } })))(
    '$number: $what.kind $what.status',
    async ({ fault }) => {
      service.fail(fault, { when: isPage, times: 2 })
      service.fail(fault, { when: ({ path }) => path.includes('/brand'), times: 1 })
      const { run } = await syncOnce()
      expect(run).toMatchObject({ outcome: 'completed' })
      expectSame()
    },
  )

  test('a wrong password stops it and asks for another; the next run goes on', async () => {
    service.fail({ kind: 'status', status: 403 }, { when: (call) => isPage(call) && pages() > 3 })
    const { run } = await syncOnce()
    expect(run).toMatchObject({ outcome: 'failed', note: expect.stringMatching(/password.*settings/i) })
    expect(run.itemsDone).toBeGreaterThan(0)
    const next = await syncOnce()
    expect(next.run).toMatchObject({ id: run.id, outcome: 'completed' })
    expectSame()
  })

  test('the daily limit is waited for, and said so', async () => {
    service.fail({ kind: 'status', status: 406 }, { when: isPage })
    await sync.start()
    await expect.poll(async () => (await sync.state()).current?.note).toMatch(/daily limit.*T00:00:00.000Z/)
    const { history } = await sync.cancel()
    expect(history[0]).toMatchObject({ outcome: 'cancelled' })
  })

  test('a service that is gone: it gives up after some tries, and goes on when it is back', async () => {
    service.fail(
      { kind: 'reset-before' },
      { when: (call) => isPage(call) && pages() > 4, times: Number.POSITIVE_INFINITY },
    )
    const { run } = await syncOnce()
    expect(run).toMatchObject({ outcome: 'failed', note: expect.stringContaining('continues from there') })
    service.heal()
    const before = pages()
    const next = await syncOnce()
    expect(next.run).toMatchObject({ id: run.id, outcome: 'completed' })
    expect(pages() - before).toBeLessThan(Math.ceil(items / pageSize) - 3)
    expectSame()
  })

  test('a list in no order loses nothing', async () => {
    const shuffled = {
      kind: 'rewrite',
      rewrite: (body: Buffer) => {
        const all = String(body).match(/<item [\s\S]*?<\/item>/g) ?? []
        return String(body).replace(/<item [\s\S]*<\/item>/, all.toReversed().join(''))
      },
    } as const
    service.fail(shuffled, { when: ({ path }) => path.includes('/item?'), times: Number.POSITIVE_INFINITY })
    expect((await syncOnce()).run.outcome).toBe('completed')
    const second = await syncOnce()
    expect(second.run.outcome).toBe('completed')
    expectSame()
  })
})
