import { EventEmitter } from 'node:events'
import type { App, Session } from 'electron'
import { beforeEach, describe, expect, test } from 'vitest'
import { session as fakes } from './fixtures/electron.ts'
import { guardApp, guardSession } from './guards.ts'

type OpenHandler = (details: { url: string }) => { action: string }
const app = new EventEmitter()
const opened: string[] = []
guardApp(app as unknown as App, async (address) => opened.push(address) > 0)

let contents: EventEmitter & { setWindowOpenHandler(handler: OpenHandler): void }
let openWindow: OpenHandler
beforeEach(() => {
  opened.length = 0
  contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler(handler: OpenHandler) {
      openWindow = handler
    },
  })
  app.emit('web-contents-created', {}, contents)
})

/** Whether a listener calls `preventDefault`. */
function isPrevented(emitter: EventEmitter, name: string, details: object = {}, ...more: unknown[]): boolean {
  let prevented = false
  const event = { ...details, preventDefault: () => (prevented = true) }
  expect(emitter.listenerCount(name)).toBe(1)
  emitter.emit(name, event, ...more)
  return prevented
}

describe.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s', (name) => {
  const isBlocked = (url: string, isMainFrame = true): boolean =>
    isPrevented(contents, name, { url, isMainFrame })

  test('allows navigation within our own page', () => {
    expect(isBlocked('app://desk/catalog/8.1?tab=xml')).toBe(false)
  })
  test.each(['https://desk/', 'app://other/', 'file:///etc/passwd', 'about:blank', 'blob:app://desk/1'])(
    'blocks navigation to %s',
    (url) => {
      expect(isBlocked(url)).toBe(true)
    },
  )
  test('blocks navigation of every frame, even to our own page', () => {
    expect(isBlocked('app://desk/', false)).toBe(true)
  })
})

test.each(['https://brand.example/', 'app://desk/', 'about:blank'])(
  'opens no window for %s, and passes the address to the link opener',
  (url) => {
    expect(openWindow({ url })).toEqual({ action: 'deny' })
    expect(opened).toEqual([url])
  },
)

test('attaches no webview', () => {
  expect(isPrevented(contents, 'will-attach-webview')).toBe(true)
})

test('offers no client certificate and accepts no invalid one', () => {
  const answers: unknown[][] = []
  const answer = (...given: unknown[]) => answers.push(given)
  expect(isPrevented(app, 'select-client-certificate', {}, contents, '', [{}], answer)).toBe(true)
  expect(isPrevented(app, 'certificate-error', {}, contents, '', '', {}, answer)).toBe(true)
  expect(answers).toEqual([[], [false]])
})

describe('a session', () => {
  const session = fakes.fromPartition('guarded')
  guardSession(session as unknown as Session)
  const call = (name: string, ...given: unknown[]): unknown => session.handlers[name]?.(...(given as never[]))

  test.each([
    ['clipboard-sanitized-write', 'app://desk/catalog', true, true],
    ['clipboard-sanitized-write', 'app://desk/', false, false],
    ['clipboard-sanitized-write', 'https://other.example/', true, false],
    ['clipboard-read', 'app://desk/', true, false],
    ['media', 'app://desk/', true, false],
    ['notifications', 'app://desk/', true, false],
    ['openExternal', 'app://desk/', true, false],
    ['fileSystem', 'app://desk/', true, false],
  ])('%s, requested by %s, main frame %s: %s', (permission, address, isMainFrame, isAllowed) => {
    let answered: unknown
    call('permission request', {}, permission, (answer: unknown) => (answered = answer), {
      requestingUrl: address,
      isMainFrame,
    })
    expect(answered).toBe(isAllowed)
    expect(call('permission check', {}, permission, address, { isMainFrame })).toBe(isAllowed)
  })

  test('allows no devices and no screen capture', () => {
    const answers: unknown[] = []
    const answer = (given: unknown) => answers.push(given)
    expect(call('device', {})).toBe(false)
    call('bluetooth', {}, answer)
    call('screen', {}, answer)
    expect(answers).toEqual([{ confirmed: false }, null])
  })

  const isLoaded = (url: string): boolean => {
    let verdict: { cancel?: boolean } = {}
    call('request', { url }, (given: { cancel: boolean }) => (verdict = given))
    return verdict.cancel === false
  }
  test.each(['app://desk/rpc/catalog/search', 'blob:app://desk/1', 'data:image/webp;base64,'])(
    'loads %s',
    (url) => {
      expect(isLoaded(url)).toBe(true)
    },
  )
  test.each([
    'https://other.example/',
    'http://127.0.0.1:8642/',
    'ws://other.example/',
    'file:///etc/passwd',
  ])('does not load %s', (url) => {
    expect(isLoaded(url)).toBe(false)
  })

  test('downloads only our own files', () => {
    const isBlocked = (address: string) =>
      isPrevented(session, 'will-download', {}, { getURL: () => address })
    expect(isBlocked('app://desk/exports/1/items.csv')).toBe(false)
    expect(isBlocked('blob:app://desk/1')).toBe(false)
    expect(isBlocked('https://other.example/setup.exe')).toBe(true)
    expect(isBlocked('data:text/html,x')).toBe(true)
  })
})
