import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openMemoryRest } from './memory-rest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A thread whose memory in use and load a test sets. */
function thread() {
  const state = { used: 50_000_000, load: 0, collected: 0 }
  const rest = openMemoryRest({
    after: 100,
    used: () => state.used,
    collect: () => {
      state.collected++
      state.used = 20_000_000
    },
    load: () => () => state.load,
  })
  return { state, rest }
}

test('garbage is collected after a pause, once for what was done', () => {
  const { state, rest } = thread()
  rest.worked()
  vi.advanceTimersByTime(99)
  expect(state.collected).toBe(0)
  vi.advanceTimersByTime(1)
  expect(state.collected).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(state.collected).toBe(1)
})

test('a thread that works is left alone until it rests', () => {
  const { state, rest } = thread()
  state.load = 0.5
  rest.worked()
  vi.advanceTimersByTime(1000)
  expect(state.collected).toBe(0)
  state.load = 0.01
  vi.advanceTimersByTime(100)
  expect(state.collected).toBe(1)
})

test('a little work after a collection brings no other', () => {
  const { state, rest } = thread()
  rest.worked()
  vi.advanceTimersByTime(100)
  state.used += 1_000_000
  rest.worked()
  vi.advanceTimersByTime(1000)
  expect(state.collected).toBe(1)
  state.used += 10_000_000
  rest.worked()
  vi.advanceTimersByTime(100)
  expect(state.collected).toBe(2)
})

test('nothing is collected after the end', () => {
  const { state, rest } = thread()
  rest.worked()
  rest.stop()
  rest.worked()
  vi.advanceTimersByTime(1000)
  expect(state.collected).toBe(0)
})

test('a process of the desk frees what is garbage', () => {
  const program = `
    import { openMemoryRest } from ${JSON.stringify(new URL('memory-rest.ts', import.meta.url).href)}
    const garbage = new WeakRef(Array.from({ length: 500_000 }, (_, index) => ({ index })))
    openMemoryRest({ after: 10, load: () => () => 0 }).worked()
    setTimeout(() => process.stdout.write(String(garbage.deref() === undefined)), 500)`
  const options = ['--expose-gc', '--input-type=module', '-e', program]
  expect(execFileSync(process.execPath, options, { encoding: 'utf8' })).toBe('true')
})
