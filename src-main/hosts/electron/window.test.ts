import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { answers, app, BrowserWindow, nativeTheme, takeNoted } = await import('./fixtures/electron.ts')
const { isOurWindow, pagePreferences, pageSession, showWindow } = await import('./window.ts')

const optionsOfWindow = (): Record<string, unknown> =>
  (takeNoted().find(([name]) => name === 'window')?.[1] ?? {}) as Record<string, unknown>

beforeEach(() => {
  takeNoted()
  BrowserWindow.all = []
  Object.assign(app, { isPackaged: false })
  Object.assign(answers, { pageFailure: undefined })
})

test('the page is given nothing of the computer', () => {
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
    spellcheck: false,
    partition: 'desk',
    devTools: false,
  })
})

test('developer tools are there while the app is developed, and its session is in memory', () => {
  expect(pagePreferences('/preload.cjs', false).devTools).toBe(true)
  expect(pageSession).not.toMatch(/^persist:/)
})

test('the window opens on our page with these preferences, and is shown once there is something to see', () => {
  void showWindow()
  const noted = takeNoted()
  expect(noted).toMatchObject([
    ['window', { show: false }],
    ['load', 'app://desk/'],
  ])
  const options = noted[0]?.[1] as { webPreferences: { preload: string } }
  expect(options.webPreferences).toEqual(pagePreferences(options.webPreferences.preload, false))
  expect(options.webPreferences.preload).toMatch(/preload[\\/]index\.cjs$/)
  BrowserWindow.all[0]?.emit('ready-to-show')
  expect(takeNoted()).toEqual([['show']])
})

test('until then it has the ground of the theme, so that a dark one does not flash', () => {
  const grounds = [false, true].map((shouldUseDarkColors) => {
    Object.assign(nativeTheme, { shouldUseDarkColors })
    void showWindow()
    return optionsOfWindow()['backgroundColor']
  })
  expect(grounds).toEqual(['#ffffff', '#16181d'])
})

test('a page that cannot be loaded is told', async () => {
  answers.pageFailure = new Error('ERR_FAILED')
  await expect(showWindow()).rejects.toBe(answers.pageFailure)
})

test('a page is ours by its window, not by its looks', () => {
  void showWindow()
  const contents = BrowserWindow.all[0]?.webContents
  expect(isOurWindow(contents as never)).toBe(true)
  expect(isOurWindow({ ...contents } as never)).toBe(false)
})
