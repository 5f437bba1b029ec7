import { expect, test } from 'vitest'
import { sampleLookups } from '../testing/feed-payloads.ts'
import { syncedCopy } from './fixtures/synced-copy.ts'

/** Runs without faults. */
const items = 1030
const pageSize = 100
const copy = syncedCopy({ items, pageSize })

test('syncs everything at first, then only changes', async () => {
  const { state, run } = await copy.syncOnce()
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
  // Includes the empty page behind the end.
  expect(copy.pages()).toBe(Math.ceil(items / pageSize))
  copy.expectSame()

  copy.service.calls.length = 0
  await copy.sandbox.putItems(11, 16, { updatedFrom: Date.now() - 60_000, text: 'changed' })
  await copy.sandbox.putItems(5000, 5003, { updatedFrom: Date.now() - 5000_000 - 60_000 })
  const second = await copy.syncOnce()
  expect(second.run).toMatchObject({
    outcome: 'completed',
    kind: 'incremental',
    itemsNew: 3,
    itemsChanged: 5,
  })
  // A small page with the changes, and at most one more to confirm that nothing is before it.
  expect(second.run.itemsDone).toBeLessThanOrEqual(50 + 100)
  copy.expectSame()

  const third = await copy.syncOnce()
  expect(third.run).toMatchObject({ kind: 'incremental', itemsNew: 0, itemsChanged: 0 })
  expect(third.state.history).toHaveLength(3)

  const full = await copy.syncOnce({ full: true })
  expect(full.run).toMatchObject({ kind: 'full', itemsNew: 0, itemsChanged: 0, itemsUnchanged: items + 3 })
})

test('adapts to a service that returns fewer items than requested', async () => {
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
  copy.service.fail(small, { when: ({ path }) => path.includes('/item?'), times: Number.POSITIVE_INFINITY })
  const { run, state } = await copy.syncOnce()
  expect(run).toMatchObject({ outcome: 'completed', itemsTotal: state.items, itemsDone: state.items })
  copy.expectSame()
})

test('loses no item when items change during the reading', async () => {
  let changed = 0
  const changeItems = async () => {
    for (let number = 1; number < items; number += 97) {
      await copy.sandbox.putItems(number, number + 1, {
        updatedFrom: Date.now() - number * 1000,
        text: `moved ${changed++}`,
      })
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  copy.service.fail({ kind: 'latency', milliseconds: 10 }, { times: Number.POSITIVE_INFINITY })
  await Promise.all([copy.syncOnce(), changeItems()])
  await copy.syncOnce()
  copy.expectSame()
  expect(changed).toBeGreaterThan(5)
})

test('downloads pictures last, and completes the catalog if they fail', async () => {
  await copy.closeSync()
  const seen: string[] = []
  copy.sync = copy.openSync({
    async download({ onProgress }) {
      seen.push((await copy.sync.state()).current?.phase ?? '')
      onProgress({ done: 3, total: 7, bytes: 1000 })
      throw new Error('the media host is away')
    },
  })
  const { run } = await copy.syncOnce()
  expect(seen).toEqual(['pictures'])
  expect(run).toMatchObject({ outcome: 'completed', phase: 'pictures', picturesDone: 3, picturesTotal: 7 })
  expect(run.note).toContain('the media host is away')
})
