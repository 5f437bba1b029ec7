import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log/log.ts'
import { createPictureTaskRunner, type TaskOutcome } from './task-runner.ts'

test('a task that waits for another ends with its own signal, and leaves the other alone', async () => {
  const runner = createPictureTaskRunner({ clock: systemClock, log: createLog('silent'), tell: () => {} })
  const first = Promise.withResolvers<TaskOutcome>()
  runner.begin('verify', () => first.promise)
  const closing = new AbortController()
  const following = runner.follow('download', closing.signal, async () => ({ ok: true, summary: 'begun' }))
  const reason = new Error('closed')
  closing.abort(reason)
  await expect(following).rejects.toBe(reason)
  expect(runner.running?.work).toBe('verify')
  first.resolve({ ok: true, summary: 'verified' })
  await expect.poll(() => runner.last?.summary).toBe('verified')
})
