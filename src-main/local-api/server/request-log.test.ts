import { expect, test } from 'vitest'
import type { AnsweredRequest } from './answered-request.ts'
import { createRequestLog } from './request-log.ts'

const request = (target: string, more: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  at: 0,
  method: 'GET',
  target,
  status: 200,
  milliseconds: 1,
  bytes: 10,
  ...more,
})

test('keeps the newest requests, at least 5,000 of ordinary length', () => {
  const log = createRequestLog()
  for (let number = 1; number <= 20_000; number++) log.add(request(`/v2/item?q=${number}`))
  const { entries, firstId, lastId } = log.read({ after: 0, limit: 100_000 })
  expect(lastId).toBe(20_000)
  expect(entries.at(-1)?.target).toBe('/v2/item?q=20000')
  expect(entries[0]?.id).toBe(firstId)
  expect(entries.length).toBeGreaterThanOrEqual(5000)
  expect(entries.length).toBeLessThanOrEqual(6000)
})

test('keeps fewer of them when they are long, and only the beginning of each', () => {
  const log = createRequestLog(100_000)
  const long = 'x'.repeat(15_000)
  for (let number = 1; number <= 500; number++)
    log.add(request(`/${number}?q=${long}`, { client: long, detail: long }))
  const { entries } = log.read({ after: 0, limit: 1000 })
  expect(entries.at(-1)?.id).toBe(500)
  expect(entries.length).toBeGreaterThan(5)
  expect(entries.length).toBeLessThan(15)
  for (const { target, client, detail } of entries)
    expect([target.length, client?.length, detail?.length]).toEqual([2000, 200, 2000])
})

test('escapes characters that control a terminal, within the same length limits', () => {
  const log = createRequestLog(200_000)
  const hostile = '\u001b[2J\u0007\u009b1m\u202e\r\nX'
  log.add(request(`/${hostile}`, { method: hostile, client: hostile, detail: hostile }))
  const [line] = log.read({ after: 0, limit: 1 }).entries
  expect(line?.client).toBe('\\u{001b}[2J\\u{0007}\\u{009b}1m\\u{202e}\\u{000d}\\u{000a}X')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not occur
  expect(JSON.stringify(line)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)

  const before = process.memoryUsage().heapUsed
  const long = '\u009b'.repeat(15_000)
  for (let number = 0; number < 2000; number++)
    log.add(request(`/${long}`, { client: long, detail: long, method: long, username: long }))
  const { entries } = log.read({ after: 0, limit: 1000 })
  expect(entries.at(-1)?.target).toHaveLength(2000)
  expect(JSON.stringify(entries).length).toBeLessThan(250_000)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000)
})
