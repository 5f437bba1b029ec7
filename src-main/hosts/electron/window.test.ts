import { beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { answers, app, BrowserWindow, nativeTheme, takeCalls } = await import('./fixtures/electron.ts')
const { isOurWindow, pagePreferences, pageSession, showWindow } = await import('./window.ts')

process.env['CATALOG_DESK_HOME'] = temporaryDirectory()

const optionsOfWindow = (): Record<string, unknown> =>
  (takeCalls().find(([name]) => name === 'window')?.[1] ?? {}) as Record<string, unknown>

beforeEach(() => {
  takeCalls()
  BrowserWindow.all = []
  Object.assign(app, { isPackaged: false })
  Object.assign(answers, { pageFailure: undefined })
})

test('the page has no access to the computer', () => {
  expect(pagePreferences('/preload.cjs', true)).toEqual({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    plugins: false,
    spellcheck: process.platform === 'darwin',
    partition: 'desk',
    devTools: false,
  })
})

test('developer tools are available during development, and the session is in memory', () => {
  expect(pagePreferences('/preload.cjs', false).devTools).toBe(true)
  expect(pageSession).not.toMatch(/^persist:/)
})

test('opens our page with these preferences, and shows the window when it is ready', async () => {
  await showWindow()
  const noted = takeCalls()
  expect(noted).toMatchObject([
    ['window', { show: false }],
    ['load', 'app://desk/'],
  ])
  const options = noted[0]?.[1] as { webPreferences: { preload: string; additionalArguments: string[] } }
  const { additionalArguments, ...others } = options.webPreferences
  expect(others).toEqual(pagePreferences(others.preload, false))
  expect(additionalArguments).toEqual([expect.stringMatching(/^--desk-page=\d+$/)])
  expect(others.preload).toMatch(/preload[\\/]index\.cjs$/)
  BrowserWindow.all[0]?.emit('ready-to-show')
  expect(takeCalls()).toEqual([['show']])
})

test('tells the page that the app runs in safe mode', async () => {
  const { argv } = process
  process.argv = ['electron', '.', '--safe-mode']
  await showWindow()
  process.argv = argv
  const { webPreferences } = optionsOfWindow() as { webPreferences: { additionalArguments: string[] } }
  expect(webPreferences.additionalArguments).toContain('--safe-mode')
})

test("uses the theme's background until then, so that a dark theme does not flash", async () => {
  const backgrounds: unknown[] = []
  for (const shouldUseDarkColors of [false, true]) {
    Object.assign(nativeTheme, { shouldUseDarkColors })
    await showWindow()
    backgrounds.push(optionsOfWindow()['backgroundColor'])
  }
  expect(backgrounds).toEqual(['#ffffff', '#16181d'])
})

test('rejects when the page cannot be loaded', async () => {
  answers.pageFailure = new Error('ERR_FAILED')
  await expect(showWindow()).rejects.toBe(answers.pageFailure)
})

test('recognizes our page by its window, not by its contents', async () => {
  await showWindow()
  const contents = BrowserWindow.all[0]?.webContents
  expect(isOurWindow(contents as never)).toBe(true)
  expect(isOurWindow({ ...contents } as never)).toBe(false)
})
