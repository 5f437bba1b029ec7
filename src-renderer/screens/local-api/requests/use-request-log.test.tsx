import { expect, test } from 'vitest'
import type { LoggedRequest } from '../../../../src-shared/local-api/model.ts'
import { mergeLogs, mostShown } from './use-request-log.ts'

const entry = (id: number): LoggedRequest => ({
  id,
  at: '2026-10-01T00:00:00Z',
  method: 'GET',
  target: `/v2.1/item/${id}`,
  status: 200,
  milliseconds: 1,
  bytes: 1,
})
const log = (firstId: number, ids: number[], lastId = ids.at(-1) ?? firstId - 1) => ({
  firstId,
  lastId,
  entries: ids.map(entry),
})
const idsOf = ({ entries }: { entries: LoggedRequest[] }) => entries.map(({ id }) => id)

test('new entries come behind the known ones', () => {
  expect(idsOf(mergeLogs(log(1, [1, 2]), log(1, [3, 4])))).toEqual([1, 2, 3, 4])
})

test('what the program no longer keeps is dropped', () => {
  expect(idsOf(mergeLogs(log(1, [1, 2, 3]), log(3, [4])))).toEqual([3, 4])
  expect(idsOf(mergeLogs(log(1, [1, 2, 3]), log(4, [])))).toEqual([])
})

test('the screen keeps a bounded number, the newest', () => {
  const before = log(
    1,
    Array.from({ length: mostShown }, (_, index) => index + 1),
  )
  const ids = idsOf(mergeLogs(before, log(1, [mostShown + 1])))
  expect(ids).toHaveLength(mostShown)
  expect([ids[0], ids.at(-1)]).toEqual([2, mostShown + 1])
})
