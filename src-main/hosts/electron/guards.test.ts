import { EventEmitter } from 'node:events'
import type { App, Session } from 'electron'
import { beforeEach, describe, expect, test } from 'vitest'
import { session as fakes } from './fixtures/electron.ts'
import { guardApp, guardSession } from './guards.ts'

type OpenHandler = (details: { url: string }) => { action: string }
const app = new EventEmitter()
const asked: string[] = []
guardApp(app as unknown as App, async (address) => asked.push(address) > 0)

let contents: EventEmitter & { setWindowOpenHandler(handler: OpenHandler): void }
let openWindow: OpenHandler
beforeEach(() => {
  asked.length = 0
  contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler(handler: OpenHandler) {
      openWindow = handler
    },
  })
  app.emit('web-contents-created', {}, contents)
})

/** Whether what the event announces is kept from happening. */
function isPrevented(emitter: EventEmitter, name: string, details: object = {}, ...more: unknown[]): boolean {
  let prevented = false
  const event = { ...details, preventDefault: () => (prevented = true) }
  expect(emitter.listenerCount(name)).toBe(1)
  emitter.emit(name, event, ...more)
  return prevented
}

describe.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s', (name) => {
  const isKept = (url: string, isMainFrame = true): boolean =>
    isPrevented(contents, name, { url, isMainFrame })

  test('our own page goes on within itself', () => {
    expect(isKept('app://desk/catalog/8.1?tab=xml')).toBe(false)
  })
  test.each(['https://desk/', 'app://other/', 'file:///etc/passwd', 'about:blank', 'blob:app://desk/1'])(
    '%s is not gone to',
    (url) => {
      expect(isKept(url)).toBe(true)
    },
  )
  test('no frame goes anywhere, not even to our own page', () => {
    expect(isKept('app://desk/', false)).toBe(true)
  })
})

test.each(['https://brand.example/', 'app://desk/', 'about:blank'])(
  'no window is opened for %s: the address is handed to what asks the person',
  (url) => {
    expect(openWindow({ url })).toEqual({ action: 'deny' })
    expect(asked).toEqual([url])
  },
)

test('no embedded page is attached', () => {
  expect(isPrevented(contents, 'will-attach-webview')).toBe(true)
})

test('no certificate is offered, and no false one accepted', () => {
  const answers: unknown[][] = []
  const answer = (...given: unknown[]) => answers.push(given)
  expect(isPrevented(app, 'select-client-certificate', {}, contents, '', [{}], answer)).toBe(true)
  expect(isPrevented(app, 'certificate-error', {}, contents, '', '', {}, answer)).toBe(true)
  expect(answers).toEqual([[], [false]])
})

test.each(['open-file', 'open-url'])('%s from outside is left alone', (name) => {
  expect(isPrevented(app, name, {}, '/etc/passwd')).toBe(true)
})

describe('a session', () => {
  const session = fakes.fromPartition('guarded')
  guardSession(session as unknown as Session)
  const ask = (name: string, ...given: unknown[]): unknown => session.handlers[name]?.(...(given as never[]))

  test.each([
    ['clipboard-sanitized-write', 'app://desk/catalog', true, true],
    ['clipboard-sanitized-write', 'app://desk/', false, false],
    ['clipboard-sanitized-write', 'https://other.example/', true, false],
    ['clipboard-read', 'app://desk/', true, false],
    ['media', 'app://desk/', true, false],
    ['notifications', 'app://desk/', true, false],
    ['openExternal', 'app://desk/', true, false],
    ['fileSystem', 'app://desk/', true, false],
  ])('%s, asked by %s, main frame %s: %s', (permission, address, isMainFrame, isAllowed) => {
    let answered: unknown
    ask('permission request', {}, permission, (answer: unknown) => (answered = answer), {
      requestingUrl: address,
      isMainFrame,
    })
    expect(answered).toBe(isAllowed)
    expect(ask('permission check', {}, permission, address, { isMainFrame })).toBe(isAllowed)
  })

  test('no device is given, and the screen is not shown', () => {
    const answers: unknown[] = []
    const answer = (given: unknown) => answers.push(given)
    expect(ask('device', {})).toBe(false)
    ask('bluetooth', {}, answer)
    ask('screen', {}, answer)
    expect(answers).toEqual([{ confirmed: false }, null])
  })

  const isLoaded = (url: string): boolean => {
    let verdict: { cancel?: boolean } = {}
    ask('request', { url }, (given: { cancel: boolean }) => (verdict = given))
    return verdict.cancel === false
  }
  test.each(['app://desk/rpc/catalog/search', 'blob:app://desk/1', 'data:image/webp;base64,'])(
    '%s is loaded',
    (url) => {
      expect(isLoaded(url)).toBe(true)
    },
  )
  test.each([
    'https://other.example/',
    'http://127.0.0.1:8642/',
    'ws://other.example/',
    'file:///etc/passwd',
  ])('%s is not', (url) => {
    expect(isLoaded(url)).toBe(false)
  })

  test('only what is ours is downloaded', () => {
    const isKeptFrom = (address: string) =>
      isPrevented(session, 'will-download', {}, { getURL: () => address })
    expect(isKeptFrom('app://desk/exports/1/items.csv')).toBe(false)
    expect(isKeptFrom('blob:app://desk/1')).toBe(false)
    expect(isKeptFrom('https://other.example/setup.exe')).toBe(true)
    expect(isKeptFrom('data:text/html,x')).toBe(true)
  })
})
