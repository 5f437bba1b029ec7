import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const electron = await import('./fixtures/electron.ts')
const { answers, app, BrowserWindow, takeCalls } = electron

const folder = temporaryDirectory()
process.env['CATALOG_DESK_HOME'] = join(folder, 'home')
// A file is at the path of the workspace.
process.env['CATALOG_DESK_DATA'] = join(folder, 'workspace')
writeFileSync(join(folder, 'workspace'), '')

/** Waits also on a busy computer. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000 })

/** Options of V8 and the first threads, in the order in which the app sets and starts them. */
const order: string[] = []
vi.mock('../../platform/memory/lean-heap.ts', () => ({
  keepHeapsLean: () => order.push('lean heaps'),
  logHeap: (_log: unknown, { role }: { role: string }) => order.push(`heap of ${role}`),
}))
process.on('worker', () => order.push('thread'))

/** The app starts once; the tests follow its lifecycle in order. */
let beforeReady: unknown[][] = []
beforeAll(async () => {
  await import('./main.ts')
  beforeReady = takeCalls()
  // A second start before there is a window.
  app.emit('second-instance', {}, ['electron', 'catalog-desk://item/9520000000028'], '/')
  electron.becomeReady()
  await soon(() => expect(BrowserWindow.all).toHaveLength(1))
}, 60_000)
let atStart: unknown[][] | undefined
beforeEach(() => {
  atStart ??= takeCalls()
  takeCalls()
})
afterAll(() => {
  delete process.env['CATALOG_DESK_DATA']
})

/** A request of the window to its page handler. */
const request = (address: string, init?: RequestInit): Promise<Response> =>
  electron.session
    .fromPartition('desk')
    .handlers['app:']?.(new Request(address, init) as never) as Promise<Response>

test('sets up sandbox and scheme before Electron is ready', () => {
  expect(beforeReady).toEqual([
    [
      'schemes',
      [
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
        },
      ],
    ],
    ['enableSandbox'],
  ])
})

test('keeps heaps lean before it starts a thread, and logs the heap of the main thread', () => {
  expect(order.slice(0, 2)).toEqual(['lean heaps', 'thread'])
  expect(order.filter((event) => event === 'heap of main')).toHaveLength(1)
})

test('shows our page in a guarded session, and guards the default session too', () => {
  // The menu is shown again when the recent workspaces are known.
  const calls = atStart
    ?.map(([name]) => name)
    .filter((name, at, all) => name !== 'menu' || all.indexOf(name) === at)
  expect(calls).toEqual(['spell checker', 'spell checker', 'menu', 'window', 'load'])
  for (const session of [electron.session.fromPartition('desk'), electron.session.defaultSession])
    expect(Object.keys(session.handlers)).toEqual(
      expect.arrayContaining(['permission request', 'permission check', 'request', 'screen']),
    )
  expect(electron.session.defaultSession.handlers).not.toHaveProperty('app:')
})

test('keeps what a second start names while the workspace is being opened', async () => {
  const { webContents } = BrowserWindow.all[0] ?? {}
  electron.sender.event = { sender: webContents, senderFrame: webContents?.mainFrame }
  expect(await electron.ipcRenderer.invoke('takeOpenings')).toEqual([{ open: 'item', gtin: '9520000000028' }])
})

test("answers the app's scheme only for our own page", async () => {
  expect((await request('app://other/')).status).toBe(404)
  const refused = await request('app://desk/rpc/workspaces/list', {
    method: 'POST',
    headers: { origin: 'https://other.example' },
  })
  expect(refused.status).toBe(403)
})

test('shows the window and the cause when a workspace cannot be opened', async () => {
  const answer = await request('app://desk/rpc/workspaces/list', {
    method: 'POST',
    headers: { origin: 'app://desk', 'content-type': 'application/json' },
    body: '{}',
  })
  const { json } = (await answer.json()) as { json: { trouble: { directory: string; message: string } } }
  expect(json.trouble.directory).toBe(join(folder, 'workspace'))
  expect(json.trouble.message).not.toBe('')
})

test('ends the long polls of a page that another page replaces', async () => {
  const options = atStart?.find(([name]) => name === 'window')?.[1] as {
    webPreferences: { additionalArguments: string[] }
  }
  const [pageId = ''] = options.webPreferences.additionalArguments.map((text) => text.split('=')[1])
  const poll = (id: string) =>
    request('app://desk/rpc/changes/next', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-desk-page': id },
      body: JSON.stringify({ json: { after: 0, workspace: '' } }),
    })
  const [ofPage, ofAnother] = [poll(pageId), poll('another')]
  const after = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds, 'waiting'))
  expect(await Promise.race([ofPage, ofAnother, after(200)])).toBe('waiting')
  BrowserWindow.all[0]?.webContents.emit('did-navigate', {}, 'app://desk/catalog')
  expect((await ofPage).status).toBe(200)
  expect(await Promise.race([ofAnother, after(50)])).toBe('waiting')
})

test('asks before it opens a link, with Cancel as the default button', async () => {
  const contents = Object.assign(new (app.constructor as typeof import('node:events').EventEmitter)(), {
    setWindowOpenHandler: (handler: (details: { url: string }) => unknown) =>
      Object.assign(contents, { handler }),
    handler: (_details: { url: string }): unknown => undefined,
  })
  app.emit('web-contents-created', {}, contents)
  contents.handler({ url: 'https://brand.example/' })
  await soon(() =>
    expect(takeCalls()).toEqual([
      [
        'ask',
        expect.objectContaining({
          detail: 'https://brand.example/',
          buttons: ['Open', 'Cancel'],
          defaultId: 1,
          cancelId: 1,
        }),
      ],
    ]),
  )
  answers.button = 0
  await soon(() => {
    contents.handler({ url: 'https://brand.example/' })
    expect(takeCalls()).toContainEqual(['open', 'https://brand.example/'])
  })
})

/** Chooses a language as the page does. */
const choose = (language: string): Promise<Response> =>
  request('app://desk/rpc/computer/setSettings', {
    method: 'POST',
    headers: { origin: 'app://desk', 'content-type': 'application/json' },
    body: JSON.stringify({ json: { language } }),
  })

test('menus and dialogs use the chosen language', async () => {
  await choose('de')
  await soon(() => expect(JSON.stringify(takeCalls())).toContain('Bearbeiten'))
  answers.button = 1
  const contents = Object.assign(new (app.constructor as typeof import('node:events').EventEmitter)(), {
    setWindowOpenHandler: (handler: (details: { url: string }) => unknown) =>
      Object.assign(contents, { handler }),
    handler: (_details: { url: string }): unknown => undefined,
  })
  app.emit('web-contents-created', {}, contents)
  contents.handler({ url: 'https://brand.example/' })
  const words = { message: 'brand.example in Ihrem Browser öffnen?', buttons: ['Öffnen', 'Abbrechen'] }
  await soon(() => expect(takeCalls()).toEqual([['ask', expect.objectContaining(words)]]))
  await choose('system')
  await soon(() => expect(JSON.stringify(takeCalls())).toContain('Edit'))
})

test('a second start only brings the window to the front, and opens one if there is none', async () => {
  const secondStart = () => app.emit('second-instance', {}, ['electron', '.', '--import', '/etc/passwd'], '/')
  secondStart()
  expect(takeCalls()).toEqual([['show'], ['focus']])
  Object.assign(BrowserWindow.all[0]?.state ?? {}, { isMinimized: true })
  secondStart()
  expect(takeCalls()).toEqual([['restore'], ['show'], ['focus']])
  app.emit('second-instance', {}, ['electron', '--workspace=/etc', '--new-window'], '/')
  await soon(() => expect(takeCalls().map(([name]) => name)).toEqual(['window', 'load']))
  BrowserWindow.all = []
  secondStart()
  await soon(() => expect(takeCalls().map(([name]) => name)).toEqual(['window', 'load']))
})

test('a second start and events of the system tell the page what to open', () => {
  writeFileSync(join(folder, 'products.csv'), 'gtin\n')
  app.emit('second-instance', {}, ['electron', '--flag', 'products.csv'], folder)
  expect(takeCalls()).toEqual([['send', 'opening'], ['show'], ['focus']])
  let prevented = 0
  const event = { preventDefault: () => prevented++ }
  app.emit('open-file', event, join(folder, 'products.csv'))
  app.emit('open-url', event, 'catalog-desk://item/9520000000011')
  expect(takeCalls()).toEqual([
    ['send', 'opening'],
    ['send', 'opening'],
  ])
  app.emit('open-file', event, '/etc/passwd')
  app.emit('open-url', event, 'catalog-desk://import?file=/etc/passwd')
  expect(takeCalls()).toEqual([])
  expect(prevented).toBe(4)
})

test('tells the pages that the accent color of the system changed', () => {
  if (process.platform === 'darwin') return
  electron.systemPreferences.emit('accent-color-changed', {}, 'c4314bff')
  expect(takeCalls()).toEqual(BrowserWindow.all.map(() => ['send', 'accent']))
  expect(BrowserWindow.all).not.toEqual([])
})

test('activating the app opens a window only if there is none', async () => {
  app.emit('activate')
  expect(takeCalls()).toEqual([])
  BrowserWindow.all = []
  app.emit('activate')
  await soon(() => expect(takeCalls().map(([name]) => name)).toEqual(['window', 'load']))
})

test('a page that stops is loaded again, and the person is told', async () => {
  const { webContents } = BrowserWindow.all[0] ?? {}
  webContents?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 })
  expect(takeCalls()).toEqual([['reload']])
  webContents?.emit('did-finish-load')
  await soon(() =>
    expect(takeCalls()).toMatchObject([
      ['ask', { message: 'The window stopped working and was loaded again' }],
    ]),
  )
})

test.runIf(process.platform !== 'darwin')(
  'continues without a window if the person chose it, with an icon beside the clock',
  async () => {
    const calls: unknown[][] = []
    const setKeepsRunning = async (keepsRunning: boolean, expected: string) => {
      await request('app://desk/rpc/computer/setSettings', {
        method: 'POST',
        headers: { origin: 'app://desk', 'content-type': 'application/json' },
        body: JSON.stringify({ json: { keepsRunning } }),
      })
      await soon(() => {
        calls.push(...takeCalls())
        expect(calls.map(([name]) => name)).toContain(expected)
      })
    }
    await setKeepsRunning(true, 'tray')
    app.emit('window-all-closed')
    expect(takeCalls()).toEqual([])
    await setKeepsRunning(false, 'remove tray')
  },
)

test.runIf(process.platform !== 'darwin')('quits when the last window is closed', () => {
  app.emit('window-all-closed')
  expect(takeCalls()).toEqual([['quit']])
})

test('reports a page that cannot be loaded, and exits', async () => {
  answers.pageFailure = new Error('ERR_FAILED loading app://desk/')
  BrowserWindow.all = []
  app.emit('activate')
  await soon(() =>
    expect(takeCalls()).toEqual(
      expect.arrayContaining([
        ['error box', 'Catalog Desk cannot start', 'ERR_FAILED loading app://desk/'],
        ['exit', 1],
      ]),
    ),
  )
})

test('quits once, after the desk is closed, and starts again if it was started meanwhile', async () => {
  let prevented = 0
  const quit = () => app.emit('before-quit', { preventDefault: () => prevented++ })
  quit()
  quit()
  expect(prevented).toBe(2)
  app.emit('second-instance', {}, ['electron', '--flag', 'products.csv', '/etc/passwd'], folder)
  app.emit('activate')
  expect(takeCalls()).toEqual([])
  await soon(() => expect(takeCalls()).toEqual([['quit']]))
  quit()
  expect(prevented).toBe(2)
  app.emit('will-quit')
  const args = [...process.argv.slice(1), join(folder, 'products.csv')]
  expect(takeCalls()).toEqual([['relaunch', { args }]])
})

test('a second instance exits without touching the first one, and reports that to its parent', async () => {
  answers.isFirstInstance = false
  BrowserWindow.all = []
  vi.resetModules()
  const send = process.send
  const reports: unknown[] = []
  process.send = (report: unknown, sent: unknown) => {
    reports.push(report)
    ;(sent as () => void)()
    return true
  }
  await import('./main.ts')
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.send = send
  expect(takeCalls().map(([name]) => name)).toEqual(['schemes', 'enableSandbox', 'quit'])
  expect(BrowserWindow.all).toEqual([])
  expect(reports).toEqual(['already open'])
})

test('tells Windows its identity and its links before it is ready', async () => {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'win32' })
  Object.assign(app, { isPackaged: true })
  vi.resetModules()
  await import('./main.ts')
  Object.defineProperty(process, 'platform', { value: platform })
  Object.assign(app, { isPackaged: false })
  const calls: unknown[][] = []
  await soon(() => expect(calls.push(...takeCalls()) && calls.at(-1)).toEqual(['quit']))
  expect(calls).toEqual(
    expect.arrayContaining([
      ['app id', 'example.catalog-desk'],
      ['link scheme', 'catalog-desk'],
    ]),
  )
})

test('keeps --no-sandbox, which root and some containers need', async () => {
  answers.switches = ['no-sandbox']
  vi.resetModules()
  await import('./main.ts')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(takeCalls().map(([name]) => name)).toEqual(['schemes', 'quit'])
})
