import { expect, test } from 'vitest'
import { openPageMemory } from './page-memory.ts'

test('reuses returned memory that is long enough, and keeps only a limited amount', () => {
  const memory = openPageMemory(2)
  const one = memory.take(3_000_000)
  const other = memory.take(3_000_000)
  expect(one.byteLength).toBe(3_000_000)
  expect(other.buffer).not.toBe(one.buffer)
  memory.give(one)
  const shorter = memory.take(2_900_000)
  expect(shorter.buffer).toBe(one.buffer)
  expect(shorter.byteLength).toBe(2_900_000)
  memory.give(shorter)
  const longer = memory.take(5_000_000)
  expect(longer.buffer).not.toBe(one.buffer)
  memory.give(other)
  memory.give(longer)
  expect(memory.take(4_500_000).buffer).toBe(longer.buffer)
  expect(memory.take(1).buffer).toBe(other.buffer)
  expect([one.buffer, other.buffer, longer.buffer]).not.toContain(memory.take(1).buffer)
})

test('ignores memory from elsewhere', () => {
  const memory = openPageMemory(2)
  const own = new Uint8Array(10)
  memory.give(own)
  expect(memory.take(10).buffer).not.toBe(own.buffer)
})
