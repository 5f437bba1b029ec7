import { expect, test } from 'vitest'
import { createJobRunner, type JobControl } from './job-runner.ts'

/** Work that reports progress once and ends when `finish` is called or its run is stopped. */
function heldWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = ({ signal, report }: JobControl<number>): Promise<void> => {
    signal.addEventListener('abort', () => reject(signal.reason))
    report(1)
    return promise
  }
  return { work, finish: resolve, fail: reject }
}

test('runs jobs one after the other, each with its own progress', async () => {
  const runner = createJobRunner<number>()
  const [one, other] = [heldWork(), heldWork()]
  const first = runner.start(0, one.work)
  const second = runner.start(0, other.work)
  expect([first.state, second.state]).toEqual(['running', 'waiting'])
  expect([first.progress, second.progress]).toEqual([1, 0])
  expect(runner.current).toBe(first)
  one.finish()
  await first.ended
  expect(first.state).toBe('completed')
  other.fail(new Error('no disk'))
  await second.ended
  expect([second.state, second.error?.message]).toEqual(['failed', 'no disk'])
  expect(runner.current).toBeUndefined()
  // With no earlier run, a run starts at once.
  expect(runner.start(0, heldWork().work).state).toBe('running')
})

test('stops a waiting run without affecting the runs before and after it', async () => {
  const runner = createJobRunner<number>()
  const [one, last] = [heldWork(), heldWork()]
  const first = runner.start(0, one.work)
  const from = new AbortController()
  const waiting = runner.start(0, () => Promise.reject(new Error('began')), from.signal)
  const after = runner.start(0, last.work)
  const reason = new Error('closed')
  from.abort(reason)
  await waiting.ended
  expect([waiting.state, waiting.error]).toEqual(['stopped', reason])
  expect([first.state, after.state]).toEqual(['running', 'waiting'])
  one.finish()
  await expect.poll(() => after.state).toBe('running')
  await after.stop()
  expect([after.state, after.isStopping]).toEqual(['stopped', true])
})

test('stops running, waiting and later runs when closed', async () => {
  const runner = createJobRunner<number>()
  const runs = [runner.start(0, heldWork().work), runner.start(0, heldWork().work)]
  await runner.close()
  const late = runner.start(0, () => Promise.reject(new Error('began')))
  await late.ended
  expect([...runs, late].map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped'])
  expect(late.error?.message).not.toBe('began')
})
