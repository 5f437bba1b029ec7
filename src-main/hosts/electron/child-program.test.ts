import type { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { takeCalls, utilityProcess } = await import('./fixtures/electron.ts')
const { startUtilityProgram } = await import('./child-program.ts')

test('starts a utility process with a limited heap, and passes messages and its end', () => {
  const fork = vi.spyOn(utilityProcess, 'fork')
  const program = startUtilityProgram(new URL('file:///app/out/main/thread.js'), ['picture-reader'], {
    megabytes: 256,
  })
  const [, path, words, options] = takeCalls()[0] ?? []
  expect([path, words]).toEqual(['/app/out/main/thread.js', ['picture-reader']])
  expect(options).toMatchObject({ execArgv: ['--max-old-space-size=256'] })
  const child = fork.mock.results[0]?.value as EventEmitter
  const heard: unknown[] = []
  program.onMessage((message) => heard.push(message))
  program.onEnd((code) => heard.push(code))
  child.emit('message', { kind: 'ready' })
  child.emit('exit', 77)
  expect(heard).toEqual([{ kind: 'ready' }, 77])
  program.send({ path: 'x' })
  program.kill()
  expect(takeCalls()).toEqual([['post', { path: 'x' }], ['kill']])
})
