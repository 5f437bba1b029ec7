import { expect, test } from 'vitest'
import type { Fault } from '../testing/faulty-upstream.ts'
import { isPage, syncedCopy } from './fixtures/synced-copy.ts'

/** With a faulty connection or service, the copy is the same in the end. */
const items = 1030
const pageSize = 100
const copy = syncedCopy({ items, pageSize })

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
    copy.service.fail(fault, { when: isPage, times: 2 })
    copy.service.fail(fault, { when: ({ path }) => path.includes('/brand'), times: 1 })
    const { run } = await copy.syncOnce()
    expect(run).toMatchObject({ outcome: 'completed' })
    copy.expectSame()
  },
)

test('stops at a wrong password with advice, and the next run continues', async () => {
  copy.service.fail({ kind: 'status', status: 403 }, { when: (call) => isPage(call) && copy.pages() > 3 })
  const { run } = await copy.syncOnce()
  expect(run).toMatchObject({ outcome: 'failed', note: expect.stringMatching(/password.*settings/i) })
  expect(run.itemsDone).toBeGreaterThan(0)
  const next = await copy.syncOnce()
  expect(next.run).toMatchObject({ id: run.id, outcome: 'completed' })
  copy.expectSame()
})

test('waits for the daily limit to end and notes it', async () => {
  copy.service.fail({ kind: 'status', status: 406 }, { when: isPage })
  await copy.sync.start()
  await expect
    .poll(async () => (await copy.sync.state()).current?.note)
    .toMatch(/daily limit.*T00:00:00.000Z/)
  const { history } = await copy.sync.cancel()
  expect(history[0]).toMatchObject({ outcome: 'cancelled' })
})

test('gives up on an unreachable service and continues when it is back', async () => {
  copy.service.fail(
    { kind: 'reset-before' },
    { when: (call) => isPage(call) && copy.pages() > 4, times: Number.POSITIVE_INFINITY },
  )
  const { run } = await copy.syncOnce()
  expect(run).toMatchObject({ outcome: 'failed', note: expect.stringContaining('continues from there') })
  copy.service.heal()
  const before = copy.pages()
  const next = await copy.syncOnce()
  expect(next.run).toMatchObject({ id: run.id, outcome: 'completed' })
  expect(copy.pages() - before).toBeLessThan(Math.ceil(items / pageSize) - 3)
  copy.expectSame()
})

test('loses nothing of an unordered list', async () => {
  const shuffled = {
    kind: 'rewrite',
    rewrite: (body: Buffer) => {
      const all = String(body).match(/<item [\s\S]*?<\/item>/g) ?? []
      return String(body).replace(/<item [\s\S]*<\/item>/, all.toReversed().join(''))
    },
  } as const
  copy.service.fail(shuffled, {
    when: ({ path }) => path.includes('/item?'),
    times: Number.POSITIVE_INFINITY,
  })
  expect((await copy.syncOnce()).run.outcome).toBe('completed')
  const second = await copy.syncOnce()
  expect(second.run.outcome).toBe('completed')
  copy.expectSame()
})
