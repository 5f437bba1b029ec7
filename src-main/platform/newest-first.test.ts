import { expect, test } from 'vitest'
import { newestFirst } from './newest-first.ts'

test('runs pending calls newest first and drops aborted ones', async () => {
  const run = newestFirst()
  const ran: string[] = []
  let release: () => void = () => undefined
  const first = run(() => new Promise<void>((resolve) => (release = resolve)))
  const abort = new AbortController()
  const enqueue = (name: string, signal?: AbortSignal) => run(async () => void ran.push(name), signal)
  const older = enqueue('older')
  const dropped = enqueue('dropped', abort.signal)
  const newer = enqueue('newer')
  abort.abort(new Error('gone'))
  release()
  await expect(dropped).rejects.toThrow('gone')
  await Promise.all([first, older, newer])
  expect(ran).toEqual(['newer', 'older'])
})

test('continues after a failed call', async () => {
  const run = newestFirst()
  const failing = run(() => Promise.reject(new Error('no')))
  const next = run(async () => 'answered')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('answered')
})
