import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { workspaceClosed } from '../plain-failures.ts'
import { openReaderPool } from './reader-pool.ts'
import type { StorageThread, ThreadCall } from './storage-thread-client.ts'

/** A pool of fake threads; each returns its number after a delay. */
function poolOfTwo(brief: number, idle: number) {
  const ended: number[] = []
  let last = 0
  const start = async (): Promise<StorageThread> => {
    const number = ++last
    let isClosed = false
    return {
      changeNumber: 0,
      load: () => 0,
      async call() {
        if (isClosed) throw workspaceClosed()
        await delay(5)
        return number
      },
      endSnapshot: () => undefined,
      catchUp: () => undefined,
      end: async () => undefined,
      async close() {
        isClosed = true
        ended.push(number)
      },
    }
  }
  const pool = openReaderPool(start, { maxThreads: 2, brief, idle })
  const call: ThreadCall = { store: '', function: '', arguments: [], now: 0 }
  return { pool, call, ended }
}

test('ends one of two idle threads soon and keeps the one of `same` stores', async () => {
  const { pool, call, ended } = poolOfTwo(20, 60_000)
  const usual = await pool.call(call)
  const kept = await pool.call(call, true)
  expect(kept).not.toBe(usual)
  await expect.poll(() => ended).toEqual([usual])
  expect(await pool.call(call)).toBe(kept)
  expect(await pool.call(call, true)).toBe(kept)
  await pool.close()
})

test('keeps a single thread for the full idle time', async () => {
  const { pool, call, ended } = poolOfTwo(20, 200)
  const alone = await pool.call(call)
  await delay(60)
  expect(ended).toEqual([])
  expect(await pool.call(call)).toBe(alone)
  await expect.poll(() => ended).toEqual([alone])
  expect(await pool.call(call)).not.toBe(alone)
  await pool.close()
})

test('loses no call while threads end continually', async () => {
  const { pool, call } = poolOfTwo(1, 2)
  for (let turn = 0; turn < 100; turn++) {
    const answers = await Promise.all([pool.call(call), pool.call(call, true), pool.call(call)])
    expect(answers.every((number) => typeof number === 'number')).toBe(true)
    await delay(turn % 4)
  }
  await pool.close()
})
