import { expect, test } from 'vitest'
import { newestFirst } from './newest-first.ts'

test('of what waits the newest runs first, and what nobody awaits any more never runs', async () => {
  const run = newestFirst()
  const ran: string[] = []
  let release: () => void = () => undefined
  const first = run(() => new Promise<void>((resolve) => (release = resolve)))
  const abort = new AbortController()
  const ask = (name: string, signal?: AbortSignal) => run(async () => void ran.push(name), signal)
  const older = ask('older')
  const dropped = ask('dropped', abort.signal)
  const newer = ask('newer')
  abort.abort(new Error('gone'))
  release()
  await expect(dropped).rejects.toThrow('gone')
  await Promise.all([first, older, newer])
  expect(ran).toEqual(['newer', 'older'])
})

test('a question that fails holds up no other', async () => {
  const run = newestFirst()
  const failing = run(() => Promise.reject(new Error('no')))
  const next = run(async () => 'answered')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('answered')
})
