import { beforeEach, expect, test, vi } from 'vitest'
import type { MenuGroup } from '../../../../src-shared/desktop-bridge.ts'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { app, BrowserWindow, takeCalls } = await import('../fixtures/electron.ts')
const { createAppMenu } = await import('./app-menu.ts')

const menu = createAppMenu({
  speak: (sentence) => sentence,
  recent: () => ({ workspaces: [], files: [] }),
  commandLine() {},
  newWindow() {},
  openWorkspace() {},
  openFile() {},
  clearRecentFiles() {},
})

const groupOf = (label: string): MenuGroup[] => [
  {
    place: 'go',
    label: 'Go to',
    commands: [{ id: `to-${label}`, label, keys: '', printedKeys: '', isEnabled: true }],
  },
]
interface Entry {
  label: string
  submenu: Entry[]
  click(item: unknown, window: unknown, event: object): void
}
/** The entries of the menu Go in the last menu shown; undefined if no menu was shown. */
const goEntries = (): Entry[] | undefined => {
  const shown = takeCalls().findLast(([name]) => name === 'menu')?.[1] as Entry[] | undefined
  return shown && (shown.find(({ label }) => label === 'Go')?.submenu ?? [])
}
const labels = (): string[] | undefined => goEntries()?.map(({ label }) => label)
const newWindow = () => new BrowserWindow({}) as InstanceType<typeof BrowserWindow>
const contentsOf = (window: InstanceType<typeof BrowserWindow>) => window.webContents as never

beforeEach(() => {
  for (const window of BrowserWindow.all.splice(0)) window.emit('closed')
  takeCalls()
})

test('shows the commands of the focused window, and sends a chosen one to it', () => {
  const [first, second] = [newWindow(), newWindow()]
  menu.setCommands(contentsOf(first), groupOf('First'))
  expect(labels()).toEqual(['First'])
  menu.setCommands(contentsOf(second), groupOf('Second'))
  expect(labels()).toBeUndefined()
  app.emit('browser-window-focus', {}, second)
  const [entry] = goEntries() ?? []
  expect(entry?.label).toBe('Second')
  first.webContents.send = () => {
    throw new Error('The other window has the focus')
  }
  entry?.click({}, undefined, {})
  expect(takeCalls()).toEqual([['send', 'command', { id: 'to-Second', isByKeys: false }]])
})

test.each(['did-navigate', 'render-process-gone'])('forgets the commands of a page after %s', (name) => {
  const window = newWindow()
  menu.setCommands(contentsOf(window), groupOf('Old'))
  takeCalls()
  window.webContents.emit(name, {}, 'app://desk/')
  expect(labels()).toEqual([])
})

test('a closed window leaves no commands behind', () => {
  const window = newWindow()
  menu.setCommands(contentsOf(window), groupOf('Closed'))
  app.emit('browser-window-focus', {}, window)
  takeCalls()
  BrowserWindow.all = []
  window.emit('closed')
  expect(labels()).toEqual([])
})
