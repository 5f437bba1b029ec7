import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DesktopBridge, DesktopEvents } from '../../../src-shared/desktop-bridge.ts'
import type { Desk } from '../../app/desk.ts'
import { createGrants, type Grants } from '../../platform/page-session.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import type { Openings } from './openings.ts'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const electron = await import('./fixtures/electron.ts')
const { answerDesktopCalls, isFromOurPage, shownFile } = await import('./ipc.ts')
const { collectOpenings } = await import('./openings.ts')
const { showWindow } = await import('./window.ts')
await import('./preload.ts')
const desktop = electron.exposed['catalogDesk'] as DesktopBridge

const folder = temporaryDirectory()
const workspace = join(folder, 'workspace')
mkdirSync(join(workspace, 'media'), { recursive: true })
mkdirSync(join(folder, 'workspace-of-another'))
for (const name of ['workspace/media/a.webp', 'export.csv', 'private.txt', 'workspace-of-another/a'])
  writeFileSync(join(folder, name), '')
symlinkSync(join(folder, 'private.txt'), join(workspace, 'media/link'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'export.csv')

process.env['CATALOG_DESK_HOME'] = folder
await showWindow()
const contents = electron.BrowserWindow.all[0]?.webContents
let grants: Grants
let openings: Openings
const restart = vi.fn()
const setCommands = vi.fn()
const addFile = vi.fn(async () => {})
beforeEach(() => {
  grants = createGrants()
  electron.sender.event = { sender: contents, senderFrame: contents?.mainFrame }
  electron.answers.chosen = undefined
  const open = { services: { directory: workspace } }
  openings = collectOpenings(() => {})
  const desk = { current: () => open } as Desk
  answerDesktopCalls({
    desk,
    grants,
    menu: { setCommands },
    recent: { addFile },
    speak: (sentence) => sentence,
    openings,
    restart,
  })
  electron.takeCalls()
})

describe('calls of the page', () => {
  test('returns the chosen file or folder, and grants it for its purpose only', async () => {
    electron.answers.chosen = file
    expect(await desktop.chooseFile()).toBe(file)
    expect(grants.isGranted(file, 'import')).toBe(true)
    expect(grants.isGranted(file, 'export')).toBe(false)
    expect(addFile.mock.calls).toEqual([[file]])
    electron.answers.chosen = workspace
    expect(await desktop.chooseFolder()).toBe(workspace)
    for (const purpose of ['workspace', 'backup-folder', 'backup'] as const)
      expect(grants.isGranted(workspace, purpose)).toBe(true)
    expect(grants.isGranted(workspace, 'import')).toBe(false)
    expect(electron.takeCalls()).toMatchObject([
      ['open dialog', { properties: ['openFile'] }],
      ['open dialog', { properties: ['openDirectory', 'createDirectory'] }],
    ])
  })

  test('returns nothing for a cancelled dialog', async () => {
    expect([
      await desktop.chooseFile(),
      await desktop.chooseFolder(),
      await desktop.chooseSaveFile('a.csv'),
    ]).toEqual([undefined, undefined, undefined])
    expect(grants.isGranted('/not/chosen', 'import')).toBe(false)
  })

  test('suggests the downloads folder for an export, and confirms overwriting', async () => {
    electron.answers.chosen = file
    expect(await desktop.chooseSaveFile('../../.bashrc')).toBe(file)
    expect(grants.isGranted(file, 'export')).toBe(true)
    expect(electron.takeCalls()).toMatchObject([
      [
        'save dialog',
        {
          defaultPath: join('/home/person/downloads/.bashrc'),
          properties: ['createDirectory', 'showOverwriteConfirmation'],
        },
      ],
    ])
  })

  test('grants the import of a dropped file from its path; a file made by the page has no path', async () => {
    const dropped = new File([], 'export.csv')
    electron.filePaths.set(dropped, file)
    expect(await desktop.pathOf(dropped)).toBe(file)
    expect(grants.isGranted(file, 'import')).toBe(true)
    expect(await desktop.pathOf(new File([], '/etc/passwd'))).toBeUndefined()
    expect(grants.isGranted('/etc/passwd', 'import')).toBe(false)
  })

  test('shows a notification, whose click focuses the window', async () => {
    await desktop.notify({ title: 'Spring range is done', body: '3 items' })
    electron.Notification.last?.emit('click')
    await desktop.setBadge(4)
    expect(electron.takeCalls()).toEqual([
      ['notification', { title: 'Spring range is done', body: '3 items' }],
      ['show'],
      ['focus'],
      ['badge', 4],
    ])
    electron.answers.hasNotifications = false
    await desktop.notify({ title: 'Spring range is done', body: '' })
    electron.answers.hasNotifications = true
    expect(electron.takeCalls()).toEqual([])
    await expect(desktop.setBadge(-1)).rejects.toThrow()
    await expect(desktop.notify({ title: 'x'.repeat(201), body: '' })).rejects.toThrow()
  })

  test('a click on the notification of a feed opens it', async () => {
    await desktop.notify({ title: 'Spring range is done', body: '', feed: 'f1' })
    expect(await desktop.takeOpenings()).toEqual([])
    electron.Notification.last?.emit('click')
    expect(await desktop.takeOpenings()).toEqual([{ open: 'feed', id: 'f1' }])
    expect(await desktop.takeOpenings()).toEqual([])
  })

  test('a file named from outside can be imported once the page takes it, and only that file', async () => {
    openings.add([file], folder)
    expect(grants.isGranted(file, 'import')).toBe(false)
    expect(await desktop.takeOpenings()).toEqual([{ open: 'file', path: file }])
    expect(grants.isGranted(file, 'import')).toBe(true)
    expect(grants.isGranted(file, 'export')).toBe(false)
    expect(grants.isGranted(join(folder, 'private.txt'), 'import')).toBe(false)
  })

  test('shows only files of the workspace in the file manager', async () => {
    await desktop.showInFolder(join(workspace, 'media/a.webp'))
    expect(electron.takeCalls()).toEqual([['show in folder', join(workspace, 'media/a.webp')]])
    await expect(desktop.showInFolder(join(folder, 'private.txt'))).rejects.toThrow(/cannot show this file/)
    expect(electron.takeCalls()).toEqual([])
  })

  test('starts the app again in the mode that the page asks for', async () => {
    await desktop.restart('safe')
    expect(restart.mock.calls).toEqual([['safe']])
  })

  test("keeps the commands of a window for the menu, and sends a chosen one to the window's page", async () => {
    const group = {
      place: 'go' as const,
      label: 'Go to',
      commands: [{ id: '/quality', label: 'Quality', keys: 'G Q', printedKeys: 'G Q', isEnabled: true }],
    }
    await desktop.setMenuCommands([group])
    expect(setCommands.mock.calls).toEqual([[contents, [group]]])
    const chosen: unknown[] = []
    const remove = (desktop as DesktopBridge & DesktopEvents).onCommand((one) => chosen.push(one))
    electron.ipcRenderer.emit('command', {}, { id: '/quality', isByKeys: false })
    remove()
    electron.ipcRenderer.emit('command', {}, { id: '/quality', isByKeys: true })
    expect(chosen).toEqual([{ id: '/quality', isByKeys: false }])
    await expect(desktop.setMenuCommands([{ ...group, place: 'file' as 'go' }])).rejects.toThrow()
  })

  test('opens a menu of the page', async () => {
    electron.answers.chosenEntry = 'Open'
    expect(await desktop.chooseFromMenu(['Edit', 'Open'])).toBe(1)
    await expect(desktop.chooseFromMenu([])).rejects.toThrow()
  })

  test('applies the chosen theme to the window', async () => {
    await desktop.setTheme('dark')
    expect(electron.nativeTheme.themeSource).toBe('dark')
  })

  test.each([
    ['an unknown theme', () => desktop.setTheme('sepia' as 'dark')],
    ['an unknown way to start', () => desktop.restart('--inspect' as 'safe')],
    ['a name that is not a text', () => desktop.chooseSaveFile(7 as unknown as string)],
    ['a name that is too long', () => desktop.chooseSaveFile('a'.repeat(256))],
    ['a relative path', () => desktop.showInFolder('workspace')],
    ['an extra argument', () => electron.ipcRenderer.invoke('chooseFile', '/etc/passwd')],
  ])('refuses %s before any effect', async (_name, call) => {
    electron.nativeTheme.themeSource = 'light'
    await expect(call()).rejects.toThrow()
    expect(electron.takeCalls()).toEqual([])
    expect(electron.nativeTheme.themeSource).toBe('light')
  })

  test('refuses every call that is not from our own page', async () => {
    const frame = { ...contents?.mainFrame, parent: contents?.mainFrame }
    electron.sender.event = { sender: contents, senderFrame: frame }
    electron.answers.chosen = file
    const calls = [
      desktop.chooseFile(),
      desktop.chooseFolder(),
      desktop.chooseSaveFile('a.csv'),
      desktop.showInFolder(workspace),
      electron.ipcRenderer.invoke('pathOf', file),
      desktop.setTheme('dark'),
      desktop.restart('safe'),
    ]
    for (const call of calls) await expect(call).rejects.toThrow("for the app's own page only")
    expect(electron.takeCalls()).toEqual([])
    expect(grants.isGranted(file, 'import')).toBe(false)
  })
})

describe('sender of a message', () => {
  const main = { parent: null, origin: 'app://desk', url: 'app://desk/catalog' }
  const window = { mainFrame: main }
  const isOurs = (other: unknown): boolean => other === window

  test('accepts our page in our window', () => {
    expect(isFromOurPage({ sender: window, senderFrame: main }, isOurs)).toBe(true)
  })

  test.each([
    ['a closed frame', { sender: window, senderFrame: null }],
    ['an inner frame of the page', { sender: window, senderFrame: { ...main, parent: main } }],
    ['another frame with the same address', { sender: window, senderFrame: { ...main } }],
    ['another window with the same page', { sender: { mainFrame: main }, senderFrame: main }],
  ])('refuses %s', (_name, message) => {
    expect(isFromOurPage(message, isOurs)).toBe(false)
  })

  test.each([
    ['another page', { origin: 'https://other.example', url: 'https://other.example/' }],
    ['a page without an origin', { origin: 'null', url: 'app://desk/' }],
    ['an address that is no longer ours', { origin: 'app://desk', url: 'about:blank' }],
  ])('refuses %s in our window', (_name, page) => {
    const frame = { ...main, ...page }
    expect(isFromOurPage({ sender: { mainFrame: frame }, senderFrame: frame }, () => true)).toBe(false)
  })
})

describe('files shown in the file manager', () => {
  const shown = (name: string): string | undefined => shownFile(join(folder, name), grants, workspace)

  test.each(['workspace', 'workspace/media/a.webp', 'workspace/media/../media/a.webp'])(
    'shows %s: the workspace, or a file in it',
    (name) => {
      expect(shown(name)).toBe(join(folder, name))
    },
  )

  test.each([
    'private.txt',
    'workspace/../private.txt',
    'workspace-of-another/a',
    'workspace/media/link',
    'workspace/media/missing',
    'export.csv',
    '.',
  ])('does not show %s', (name) => {
    expect(shown(name)).toBeUndefined()
  })

  test('shows a file that the person chose', () => {
    grants.grant(file, 'export')
    expect(shown('export.csv')).toBe(file)
    expect(shown('private.txt')).toBeUndefined()
  })

  test('shows nothing of a workspace while none is open', () => {
    expect(shownFile(workspace, grants, undefined)).toBeUndefined()
    expect(shownFile('/etc/passwd', grants, undefined)).toBeUndefined()
  })
})
