import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openIdleCollector } from './idle-collector.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A thread with memory use and load set by the test. */
function thread() {
  const state = { used: 50_000_000, load: 0, collected: 0 }
  const rest = openIdleCollector({
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

test('collects garbage once after a pause in work', () => {
  const { state, rest } = thread()
  rest.worked()
  vi.advanceTimersByTime(99)
  expect(state.collected).toBe(0)
  vi.advanceTimersByTime(1)
  expect(state.collected).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(state.collected).toBe(1)
})

test('waits until a busy thread is idle', () => {
  const { state, rest } = thread()
  state.load = 0.5
  rest.worked()
  vi.advanceTimersByTime(1000)
  expect(state.collected).toBe(0)
  state.load = 0.01
  vi.advanceTimersByTime(100)
  expect(state.collected).toBe(1)
})

test('does not collect again after little work', () => {
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

test('collects without growth if garbage is sure', () => {
  const { state, rest } = thread()
  rest.worked()
  vi.advanceTimersByTime(100)
  state.used -= 10_000_000
  rest.worked(true)
  vi.advanceTimersByTime(100)
  expect(state.collected).toBe(2)
  rest.worked()
  vi.advanceTimersByTime(100)
  expect(state.collected).toBe(2)
})

test('collects nothing after stop', () => {
  const { state, rest } = thread()
  rest.worked()
  rest.stop()
  rest.worked()
  vi.advanceTimersByTime(1000)
  expect(state.collected).toBe(0)
})

test('frees garbage in a real process', () => {
  const program = `
    import { openIdleCollector } from ${JSON.stringify(new URL('idle-collector.ts', import.meta.url).href)}
    const garbage = new WeakRef(Array.from({ length: 500_000 }, (_, index) => ({ index })))
    openIdleCollector({ after: 10, load: () => () => 0 }).worked()
    setTimeout(() => process.stdout.write(String(garbage.deref() === undefined)), 500)`
  const options = ['--expose-gc', '--input-type=module', '-e', program]
  expect(execFileSync(process.execPath, options, { encoding: 'utf8' })).toBe('true')
})
