import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { answers, BrowserWindow, dialog, takeCalls } = await import('./fixtures/electron.ts')
const { recoverPage } = await import('./recovery.ts')

const log = { error: vi.fn(), warn: vi.fn() }
const quit = vi.fn()
const startSafely = vi.fn()
let time = 0
let window: InstanceType<typeof BrowserWindow>

beforeEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
  BrowserWindow.all = []
  window = new BrowserWindow({})
  recoverPage(window as never, { log, speak: (sentence) => sentence, quit, startSafely, now: () => time })
  takeCalls()
})

/** Expects these calls to the system, in order, soon. */
async function expectCalls(expected: unknown[][]): Promise<void> {
  const calls: unknown[][] = []
  await vi.waitFor(() => {
    calls.push(...takeCalls())
    expect(calls).toMatchObject(expected)
  })
}

const crash = (reason = 'crashed') =>
  window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 })

test('a page that stops three times in a minute is loaded again only on request', async () => {
  crash()
  crash('oom')
  expect(takeCalls()).toEqual([['reload'], ['reload']])
  answers.button = 0
  crash()
  const question = {
    message: 'The window stopped working several times',
    buttons: ['Load again', 'Quit', 'Start in safe mode'],
  }
  await expectCalls([['ask', question], ['reload']])
  expect(quit).not.toHaveBeenCalled()
  answers.button = 1
  crash()
  await vi.waitFor(() => expect(quit).toHaveBeenCalledTimes(1))
  answers.button = 2
  crash()
  await vi.waitFor(() => expect(startSafely).toHaveBeenCalledTimes(1))
  expect(quit).toHaveBeenCalledTimes(1)
  expect(log.error).toHaveBeenCalledTimes(5)
})

test('crashes far apart are counted separately; a page that was closed is none', () => {
  for (let count = 0; count < 5; count++) {
    crash()
    time += 61_000
  }
  expect(takeCalls()).toEqual(Array.from({ length: 5 }, () => ['reload']))
  crash('clean-exit')
  expect(takeCalls()).toEqual([])
})

test('a page that hangs is ended on request', async () => {
  answers.button = 1
  window.emit('unresponsive')
  await expectCalls([['ask', { buttons: ['Wait', 'Load again'] }], ['crash']])
})

test('asks once while the page hangs, and closes the question when the page responds', async () => {
  const signals: AbortSignal[] = []
  const { promise } = Promise.withResolvers<{ response: number }>()
  vi.spyOn(dialog, 'showMessageBox').mockImplementation((...given) => {
    signals.push((given.at(-1) as { signal: AbortSignal }).signal)
    return promise
  })
  window.emit('unresponsive')
  window.emit('unresponsive')
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  window.emit('responsive')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  window.emit('unresponsive')
  expect(signals).toHaveLength(2)
})
