import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { answers, takeCalls } = await import('./fixtures/electron.ts')
const { isSafeMode, lastingArguments, restartAfterFailure, restarter } = await import('./restart.ts')

const log = { error: vi.fn() }
const startAgain = vi.fn()
let isEnding = false
const { argv } = process
beforeEach(() => {
  vi.clearAllMocks()
  takeCalls()
  isEnding = false
})
afterEach(() => {
  process.argv = argv
  vi.restoreAllMocks()
})

/** Listens for failures in an app started with these arguments. @returns what an uncaught error calls */
function listen(...args: string[]): (error: Error) => void {
  process.argv = ['electron', '.', ...args]
  let heard: ((error: Error) => void) | undefined
  vi.spyOn(process, 'on').mockImplementation((name, listener) => {
    if (name === 'uncaughtException') heard = listener as unknown as typeof heard
    return process
  })
  restartAfterFailure({ log, speak: (sentence) => sentence, hasBegun: () => isEnding, startAgain })
  if (!heard) throw new Error('nothing listens')
  return heard
}

test('starts again by itself after the first failure, once', () => {
  const fail = listen('a.csv')
  fail(new Error('The unexpected'))
  fail(new Error('More of it'))
  expect(startAgain.mock.calls).toEqual([[['--after-failure']]])
  expect(takeCalls()).toEqual([['quit']])
  expect(log.error).toHaveBeenCalledTimes(1)
})

test('stays in safe mode', () => {
  listen('--safe-mode')(new Error('The unexpected'))
  expect(startAgain.mock.calls).toEqual([[['--after-failure', '--safe-mode']]])
})

test.each([
  ['starts again', 0, [[[]]]],
  ['starts in safe mode', 1, [[['--safe-mode']]]],
  ['quits', 2, []],
])('explains the second failure, and %s on request', async (_what, button, starts) => {
  answers.button = button
  listen('--after-failure')(new Error('The unexpected'))
  const calls: unknown[][] = []
  await vi.waitFor(() => {
    calls.push(...takeCalls())
    expect(calls).toMatchObject([
      [
        'ask',
        {
          message: 'Catalog Desk stopped working twice',
          detail: expect.stringMatching(/^Everything that was saved is here\..*\n\nThe unexpected$/),
          buttons: ['Start again', 'Start in safe mode', 'Quit'],
        },
      ],
      ['quit'],
    ])
  })
  expect(startAgain.mock.calls).toEqual(starts)
})

test('a closed terminal and the end of the app are no failures', () => {
  const fail = listen()
  fail(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  isEnding = true
  fail(new Error('The unexpected'))
  expect(startAgain).not.toHaveBeenCalled()
  expect(takeCalls()).toEqual([])
})

test('starts again on request, in safe mode or normally', () => {
  const restart = restarter({ startAgain })
  restart('safe')
  restart('normal')
  expect(startAgain.mock.calls).toEqual([[['--safe-mode']], [[]]])
  expect(takeCalls()).toEqual([['quit'], ['quit']])
})

test('a further start keeps the arguments of this one, but neither safe mode nor the failure', () => {
  process.argv = ['electron', '.', '--safe-mode', '--after-failure', '--no-sandbox']
  expect(isSafeMode()).toBe(true)
  expect(lastingArguments()).toEqual(['.', '--no-sandbox'])
})
