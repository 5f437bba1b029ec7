import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { answers, BrowserWindow, takeCalls } = await import('./fixtures/electron.ts')
const { fitPlace, readPlace } = await import('./window-place.ts')
const { showWindow } = await import('./window.ts')

const home = join(temporaryDirectory(), 'home')
mkdirSync(home)
process.env['CATALOG_DESK_HOME'] = home
const file = join(home, 'window.json')
const stored = () => JSON.parse(readFileSync(file, 'utf8'))
const primary = { x: 0, y: 0, width: 1920, height: 1040 }
const left = { x: -1280, y: 0, width: 1280, height: 1000 }

beforeEach(() => {
  answers.workAreas = [primary]
  BrowserWindow.all = []
  takeCalls()
})

test.each([
  ['is kept on its display', { x: -1200, y: 40 }, [primary, left], { x: -1200, y: 40 }],
  ['is kept where a part of its title bar can be seen', { x: 1700, y: 900 }, [primary], { x: 1700, y: 900 }],
  ['is centered when its display is gone', { x: -1200, y: 40 }, [primary], {}],
  ['is centered when its title bar is above the display', { x: 20, y: -40 }, [primary], {}],
  ['is centered when its title bar is below the display', { x: 20, y: 1030 }, [primary], {}],
])('a place %s', (_what, corner, workAreas, expected) => {
  const size = { width: 1000, height: 700, state: 'normal' as const }
  expect(fitPlace({ ...corner, ...size }, workAreas)).toEqual({ ...expected, ...size })
})

test('a window is not larger than its display, and not smaller than its screens need', () => {
  const place = { width: 3000, height: 2000, state: 'maximized' as const }
  expect(fitPlace(place, [primary])).toEqual({ width: 1920, height: 1040, state: 'maximized' })
  const small = { x: 0, y: 0, width: 800, height: 600 }
  expect(fitPlace(place, [small])).toEqual({ width: 960, height: 620, state: 'maximized' })
})

test.each(['', '{', '[]', '{"width": 1e9, "height": 700, "state": "normal"}', '{"width": "wide"}'])(
  'a file that cannot be used counts as none: %s',
  async (text) => {
    writeFileSync(file, text)
    expect(await readPlace()).toEqual({ width: 1440, height: 920, state: 'normal' })
  },
)

test('the next start opens the window where it was, maximized if it was', async () => {
  await showWindow()
  const [window] = BrowserWindow.all
  Object.assign(window?.state ?? {}, {
    bounds: { x: 100, y: 50, width: 1100, height: 800 },
    shape: 'maximized',
  })
  window?.emit('close')
  await vi.waitFor(() =>
    expect(stored()).toEqual({ x: 100, y: 50, width: 1100, height: 800, state: 'maximized' }),
  )
  BrowserWindow.all = []
  takeCalls()
  await showWindow()
  expect(takeCalls()[0]).toMatchObject(['window', { x: 100, y: 50, width: 1100, height: 800 }])
  BrowserWindow.all[0]?.emit('ready-to-show')
  expect(takeCalls()).toEqual([['maximize'], ['show']])
})

test('a moved window stores its place without being closed; a further window does not hide it', async () => {
  await showWindow()
  const [window] = BrowserWindow.all
  Object.assign(window?.state ?? {}, { bounds: { x: 10, y: 20, width: 1000, height: 700 } })
  window?.emit('move')
  await vi.waitFor(() => expect(stored()).toMatchObject({ x: 10, y: 20, state: 'normal' }), {
    timeout: 60_000,
  })
  takeCalls()
  await showWindow('app://desk/catalog/i1')
  expect(takeCalls()).toMatchObject([
    ['window', { x: 38, y: 48 }],
    ['load', 'app://desk/catalog/i1'],
  ])
})

test('a window in full screen opens so again', async () => {
  writeFileSync(file, '{"x":0,"y":0,"width":1000,"height":700,"state":"full screen"}')
  await showWindow()
  expect(takeCalls()[0]).toMatchObject(['window', { fullscreen: true }])
})
