import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { app, BrowserWindow, powerMonitor, takeCalls } = await import('./fixtures/electron.ts')
const { closeBeforeQuitting } = await import('./quit.ts')

beforeEach(() => {
  for (const emitter of [app, powerMonitor]) emitter.removeAllListeners()
  takeCalls()
})

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
  closeBeforeQuitting({ close: () => new Promise(() => {}) }, 20)
  expect(quit()).toBe(true)
  await vi.waitFor(() => expect(takeCalls()).toEqual([['quit']]))
  expect(quit()).toBe(false)
})

test('quits although closing fails', async () => {
  closeBeforeQuitting({ close: () => Promise.reject(new Error('The disk is full')) })
  expect(quit()).toBe(true)
  await vi.waitFor(() => expect(takeCalls()).toEqual([['quit']]))
})

test.each(['log-out', 'end of a Windows session'])('the %s closes the desk and is not held back', (kind) => {
  const close = vi.fn(async () => {})
  const ending = closeBeforeQuitting({ close })
  if (kind === 'log-out') powerMonitor.emit('shutdown')
  else new BrowserWindow({}).emit('session-end')
  expect(close).toHaveBeenCalledTimes(1)
  expect(ending.hasBegun()).toBe(true)
  expect(quit()).toBe(false)
})
