import { expect, test } from 'vitest'
import { createBytePool, releaseBytes } from '../../storage/index.ts'
import { cacheAnswers } from './answer-cache.ts'
import type { ItemQuery } from './item-query.ts'

const query: ItemQuery = { idx: 0, limit: 1, version: 'v2', profile: 'complete', media: 'none' }

function counted(maxBytes?: number) {
  let changeNumber = 1
  const calls: number[] = []
  const { answer, known } = cacheAnswers(
    { changeNumber: () => changeNumber },
    async ({ idx }) => {
      calls.push(idx)
      return { body: new Uint8Array(1000), count: 1, total: 1, gaps: [] }
    },
    maxBytes,
  )
  return {
    calls,
    answer: (idx: number) => answer({ ...query, idx }),
    known,
    commit: () => void changeNumber++,
  }
}

test('computes a response once until a commit', async () => {
  const { calls, answer, commit } = counted()
  await answer(0)
  await answer(0)
  expect(calls).toEqual([0])
  commit()
  await answer(0)
  expect(calls).toEqual([0, 0])
})

test('does not cache a response if there was a commit during its computation', async () => {
  const { calls, answer, commit } = counted()
  const slow = answer(0)
  commit()
  await slow
  await answer(0)
  expect(calls).toEqual([0, 0])
})

test('evicts the least recently used responses', async () => {
  const { calls, answer } = counted(4000)
  for (const idx of [0, 1, 0, 2, 0, 1]) await answer(idx)
  expect(calls).toEqual([0, 1, 2, 1])
})

test('computes concurrent equal queries once, and again after a change', async () => {
  const { calls, answer, commit } = counted()
  const first = Array.from({ length: 100 }, () => answer(0))
  commit()
  await Promise.all([...first, answer(0), answer(0)])
  expect(calls).toEqual([0, 0])
})

test('frees shared bytes after the last holder has released them', async () => {
  const size = 100_000
  const pool = createBytePool(size + 100)
  let changeNumber = 1
  const { answer, known } = cacheAnswers({ changeNumber: () => changeNumber }, async () => ({
    ...{ count: 1, total: 1, gaps: [] },
    body: pool.take(size) ?? new Uint8Array(),
  }))
  const isFree = () => {
    const piece = pool.take(size)
    if (piece) releaseBytes(piece)
    return piece !== undefined
  }
  // Two concurrent callers, a later one, and one that uses `known`.
  const calls = await Promise.all([answer(query), answer(query)])
  const found = [...calls, await answer(query), known(query)()]
  expect(new Set(found).size).toBe(1)
  changeNumber++
  expect(known(query)()).toBeUndefined()
  for (const one of found) {
    expect(isFree()).toBe(false)
    releaseBytes(one?.body ?? new Uint8Array())
  }
  expect(isFree()).toBe(true)
})

test('keeps memory of only a few readers', async () => {
  let pool = createBytePool(1000)
  const { answer, known } = cacheAnswers({ changeNumber: () => 1 }, async () => ({
    ...{ count: 1, total: 1, gaps: [] },
    body: pool.take(100) ?? new Uint8Array(),
  }))
  for (let idx = 0; idx < 6; idx++) {
    await answer({ ...query, idx })
    pool = createBytePool(1000)
  }
  const kept = Array.from({ length: 6 }, (_, idx) => known({ ...query, idx })() !== undefined)
  expect(kept).toEqual([false, false, false, false, true, true])
})
