import { expect, test } from 'vitest'
import { cacheAnswers } from './answer-cache.ts'
import type { ItemQuery } from './item-answers.ts'

const query: ItemQuery = { idx: 0, limit: 1, version: 'v2', profile: 'complete', media: 'none' }

function counted(mostBytes?: number) {
  let changeNumber = 1
  const asked: number[] = []
  const { answer, known } = cacheAnswers(
    { changeNumber: () => changeNumber },
    async ({ idx }) => {
      asked.push(idx)
      return { body: new Uint8Array(1000), count: 1, total: 1, gaps: [] }
    },
    mostBytes,
  )
  return {
    asked,
    answer: (idx: number) => answer({ ...query, idx }),
    known,
    commit: () => void changeNumber++,
  }
}

test('an answer is worked out once, until something is committed', async () => {
  const { asked, answer, commit } = counted()
  await answer(0)
  await answer(0)
  expect(asked).toEqual([0])
  commit()
  await answer(0)
  expect(asked).toEqual([0, 0])
})

test('what is committed while an answer is worked out keeps it from being kept', async () => {
  const { asked, answer, commit } = counted()
  const slow = answer(0)
  commit()
  await slow
  await answer(0)
  expect(asked).toEqual([0, 0])
})

test('the answers used longest ago make room', async () => {
  const { asked, answer } = counted(4000)
  for (const idx of [0, 1, 0, 2, 0, 1]) await answer(idx)
  expect(asked).toEqual([0, 1, 2, 1])
})

test('a question asked many times at once is worked out once, and anew after a change', async () => {
  const { asked, answer, commit } = counted()
  const first = Array.from({ length: 100 }, () => answer(0))
  commit()
  await Promise.all([...first, answer(0), answer(0)])
  expect(asked).toEqual([0, 0])
})
