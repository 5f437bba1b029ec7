import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { noteThread } from '../fixtures/note-entry.ts'
import { noteApart, noteReader, noteWriter } from '../fixtures/note-store.ts'
import { openStorage } from '../storage.ts'
import { openApart } from './endable-thread.ts'

const budget = { milliseconds: 400, megabytes: 64 }
const open = (limits = budget) => {
  const opened = openApart(noteThread, noteApart, { clock: systemClock, budget: limits })
  return { ...opened, [Symbol.asyncDispose]: opened.close }
}

describe('an endable thread', () => {
  test('runs calls one after the other', async () => {
    await using apart = open()
    expect(await Promise.all([apart.call('add', [1, 2]), apart.call('add', [3, 4])])).toEqual([3, 7])
  })

  test('stops a call that takes too long and continues with the next', async () => {
    await using apart = open()
    await apart.call('add', [0, 0])
    const started = performance.now()
    const long = apart.call('wait', [60_000])
    const waiting = apart.call('add', [1, 1])
    await expect(long).rejects.toMatchObject({
      code: 'too-long',
      message: 'Reading it took longer than 0.4 s and was stopped.',
      problems: [{ code: 'too-long' }],
    })
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(await waiting).toBe(2)
  })

  test('does not count the waiting time of a call', async () => {
    await using apart = open()
    await apart.call('add', [0, 0])
    expect(await Promise.all([1, 2, 3, 4].map(() => apart.call('wait', [150])))).toEqual([150, 150, 150, 150])
  })

  test('stops a call that takes too much memory and continues', async () => {
    await using apart = open({ ...budget, milliseconds: 60_000 })
    const large = apart.call('fill', [2000])
    const waiting = apart.call('add', [1, 1])
    await expect(large).rejects.toMatchObject({ code: 'too-much-memory' })
    expect(await waiting).toBe(2)
  })

  test('stops aborted calls immediately and completes the others', async () => {
    await using apart = open()
    const abort = new AbortController()
    const reason = new Error('enough')
    const running = apart.call('wait', [60_000], { signal: abort.signal })
    const waiting = apart.call('wait', [60_000], { signal: abort.signal })
    const other = apart.call('add', [1, 1])
    // Attached before the abort: the rejection of each call must have a handler.
    const refused = Promise.all([running, waiting].map((call) => expect(call).rejects.toBe(reason)))
    await delay(50)
    abort.abort(reason)
    await refused
    expect(await other).toBe(2)
    await expect(apart.call('add', [1, 1], { signal: abort.signal })).rejects.toBe(reason)
  })

  test('continues after a crash', async () => {
    await using apart = open()
    await expect(apart.call('crash', [])).rejects.toMatchObject({ code: 'closed' })
    expect(await apart.call('add', [2, 2])).toBe(4)
  })

  test('closes during a call', async () => {
    const apart = open()
    const running = apart.call('wait', [60_000])
    const refused = expect(running).rejects.toMatchObject({ code: 'closed' })
    await delay(300)
    const started = performance.now()
    await apart.close()
    expect(performance.now() - started).toBeLessThan(1000)
    await refused
    await expect(apart.call('add', [1, 1])).rejects.toMatchObject({ code: 'closed' })
  })

  test('reads the database without blocking the readers', async () => {
    const storage = await openStorage({
      directory: temporaryDirectory(),
      thread: noteThread,
      readers: 1,
      budget,
    })
    try {
      await storage.writer(noteWriter).add('a')
      const apart = storage.reader(noteReader, { apart: true })
      expect(await apart.count()).toBe(1)
      const long = apart.wait(60_000)
      const refused = expect(long).rejects.toMatchObject({ code: 'too-long' })
      const started = performance.now()
      expect(await storage.reader(noteReader).count()).toBe(1)
      expect(performance.now() - started).toBeLessThan(300)
      await refused
      expect(await apart.count()).toBe(1)
      await expect(apart.write()).rejects.toMatchObject({ code: 'read-only' })
    } finally {
      await storage.close()
    }
  })
})
