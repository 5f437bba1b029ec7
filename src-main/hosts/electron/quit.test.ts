import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { app, BrowserWindow, powerMonitor, takeCalls } = await import('./fixtures/electron.ts')
const { closeBeforeQuitting, endLimits } = await import('./quit.ts')

beforeEach(() => {
  for (const emitter of [app, powerMonitor]) emitter.removeAllListeners()
  takeCalls()
})
afterEach(() => void vi.unstubAllEnvs())

const limits = { close: 20, session: 20, quit: 60_000 }
const never = () => new Promise<void>(() => {})

/** Asks the app to quit. @returns whether that was held back */
function quit(): boolean {
  let isHeldBack = false
  app.emit('before-quit', {
    preventDefault: () => {
      isHeldBack = true
    },
  })
  return isHeldBack
}

test('quits although closing does not end', async () => {
  closeBeforeQuitting({ close: never }, limits)
  expect(quit()).toBe(true)
  await vi.waitFor(() => expect(takeCalls()).toEqual([['quit']]))
  expect(quit()).toBe(false)
})

test('quits although closing fails', async () => {
  closeBeforeQuitting({ close: () => Promise.reject(new Error('The disk is full')) })
  expect(quit()).toBe(true)
  await vi.waitFor(() => expect(takeCalls()).toEqual([['quit']]))
})

test('exits although a window does not close', async () => {
  const ending = closeBeforeQuitting({ close: async () => {} }, { ...limits, quit: 20 })
  ending.startAgain()
  expect(quit()).toBe(true)
  const calls: unknown[][] = []
  await vi.waitFor(() => {
    calls.push(...takeCalls())
    expect(calls.map(([name]) => name)).toEqual(['quit', 'relaunch', 'exit'])
  })
})

/** The ways in which systems announce the end of a session. */
const sessionEnds: [string, (preventDefault: () => void) => unknown, boolean][] = [
  ['log-out on macOS and Linux', (preventDefault) => powerMonitor.emit('shutdown', { preventDefault }), true],
  [
    'question of Windows',
    (preventDefault) => new BrowserWindow({}).emit('query-session-end', { preventDefault }),
    false,
  ],
  [
    'end of a Windows session',
    (preventDefault) => new BrowserWindow({}).emit('session-end', { preventDefault }),
    false,
  ],
]

test.each(sessionEnds)('the %s closes the desk and quits', async (_name, announce, isDelayed) => {
  const close = vi.fn(async () => {})
  const delayed = vi.fn()
  const ending = closeBeforeQuitting({ close }, limits)
  announce(delayed)
  expect(close).toHaveBeenCalledTimes(1)
  expect(delayed).toHaveBeenCalledTimes(isDelayed ? 1 : 0)
  expect(ending.hasBegun()).toBe(true)
  expect(quit()).toBe(false)
  await vi.waitFor(() => expect(takeCalls()).toContainEqual(['quit']))
})

test.each(sessionEnds)('after the %s, waits for unfinished writing only for a while', async (_name, end) => {
  const ending = closeBeforeQuitting({ close: never }, { ...limits, close: 60_000 })
  // The person had quit, and closing goes on.
  expect(quit()).toBe(true)
  end(() => {})
  end(() => {})
  await vi.waitFor(() => expect(takeCalls()).toContainEqual(['quit']))
  expect(ending.hasBegun()).toBe(true)
})

test('waits longer for a person who quits than for the end of a session', () => {
  expect(endLimits.session).toBeLessThan(5000)
  expect(endLimits.close).toBeGreaterThan(endLimits.session)
})

test('starts again with what further starts named, from the file of an AppImage', () => {
  vi.stubEnv('APPIMAGE', '/home/person/Catalog Desk.AppImage')
  const ending = closeBeforeQuitting({ close: async () => {} })
  app.emit('will-quit')
  expect(takeCalls()).toEqual([])
  ending.startAgain(['/tmp/a.csv'])
  ending.startAgain(['catalog-desk://feed/f1'])
  app.emit('will-quit')
  const args = [...process.argv.slice(1), '/tmp/a.csv', 'catalog-desk://feed/f1']
  expect(takeCalls()).toEqual([['relaunch', { args, execPath: '/home/person/Catalog Desk.AppImage' }]])
})

test('tells the listener of a quitting person whether the desk is closed, and nothing at the end of a session', async () => {
  const ends: boolean[] = []
  closeBeforeQuitting({ close: async () => {} }, limits).whenClosed((isClosed) => void ends.push(isClosed))
  quit()
  await vi.waitFor(() => expect(takeCalls()).toEqual([['quit']]))
  expect(ends).toEqual([true])
  app.removeAllListeners()
  closeBeforeQuitting({ close: never }, limits).whenClosed((isClosed) => void ends.push(isClosed))
  quit()
  await vi.waitFor(() => expect(takeCalls()).toEqual([['quit']]))
  expect(ends).toEqual([true, false])
  powerMonitor.removeAllListeners()
  closeBeforeQuitting({ close: async () => {} }, limits).whenClosed((isClosed) => void ends.push(isClosed))
  powerMonitor.emit('shutdown', { preventDefault: () => {} })
  await vi.waitFor(() => expect(takeCalls()).toContainEqual(['quit']))
  expect(ends).toEqual([true, false])
})
