import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DesktopBridge, DesktopEvents } from '../../../src-shared/desktop-bridge.ts'
import type { UpdateState } from '../../../src-shared/update-state.ts'
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
const act = vi.fn(async () => {})
const updateState: UpdateState = { version: '1.2.3', step: 'idle', waitsFor: [], installsOnQuit: false }
const setCommands = vi.fn()
const print = vi.fn(async () => {})
const preview = vi.fn(async () => {})
const startDrag = vi.fn(async () => {})
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
    printing: { print, preview },
    dragOut: { start: startDrag },
    speak: (sentence) => sentence,
    openings,
    restart,
    updates: { state: () => updateState, act },
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

  test('a file named from outside can be imported once the page takes it, and only that file', async () => {
    openings.add([file], folder)
    expect(grants.isGranted(file, 'import')).toBe(false)
    expect(await desktop.takeOpenings()).toEqual([{ open: 'file', path: file }])
    expect(grants.isGranted(file, 'import')).toBe(true)
    expect(grants.isGranted(file, 'export')).toBe(false)
    expect(grants.isGranted(join(folder, 'private.txt'), 'import')).toBe(false)
  })

  test('an archive can be restored once it is chosen, dropped or taken by the page, and not imported', async () => {
    const archive = (name: string): string => {
      const path = join(folder, `${name}.catalogdesk`)
      writeFileSync(path, '')
      return path
    }
    const [chosen, dropped, opened] = [archive('chosen'), archive('dropped'), archive('opened')]
    electron.answers.chosen = chosen
    expect(await desktop.chooseArchive()).toBe(chosen)
    const file = new File([], 'dropped.catalogdesk')
    electron.filePaths.set(file, dropped)
    expect(await desktop.pathOf(file)).toBe(dropped)
    openings.add([opened, join(folder, 'export.csv')], folder)
    expect(grants.isGranted(opened, 'backup')).toBe(false)
    expect(await desktop.takeOpenings('archive')).toEqual([{ open: 'archive', path: opened }])
    for (const path of [chosen, dropped, opened])
      expect([grants.isGranted(path, 'backup'), grants.isGranted(path, 'import')]).toEqual([true, false])
    expect(await desktop.takeOpenings()).toHaveLength(1)
    await expect(desktop.takeOpenings('file' as 'archive')).rejects.toThrow()
    electron.answers.chosen = undefined
    expect(await desktop.chooseArchive()).toBeUndefined()
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
    expect(await desktop.updateState()).toEqual(updateState)
    await desktop.actOnUpdate('check')
    expect(act.mock.calls).toEqual([['check']])
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

  test('drags files of the page', async () => {
    const files = [{ name: 'a.xml', text: '<feed/>' }, { path: file }]
    await desktop.startDrag(files)
    expect(startDrag.mock.calls).toEqual([[contents, files]])
    await expect(desktop.startDrag([])).rejects.toThrow()
    await expect(desktop.startDrag([{ path: 'relative.csv' }])).rejects.toThrow()
  })

  test('prints the page of the window', async () => {
    await desktop.print()
    await desktop.previewPrint('Oat drink')
    expect([print.mock.calls, preview.mock.calls]).toEqual([[[contents]], [[contents, 'Oat drink']]])
  })

  test('applies the chosen theme to the window', async () => {
    await desktop.setTheme('dark')
    expect(electron.nativeTheme.themeSource).toBe('dark')
  })

  test('reports the accent color of the system, and its changes', async () => {
    electron.answers.accent = 'c4314bff'
    expect(await desktop.accentColor()).toBe('c4314b')
    electron.answers.accent = ''
    expect(await desktop.accentColor()).toBeUndefined()
    const listener = vi.fn()
    const remove = (desktop as DesktopBridge & DesktopEvents).onAccent(listener)
    electron.ipcRenderer.emit('accent', {})
    remove()
    electron.ipcRenderer.emit('accent', {})
    expect(listener.mock.calls).toEqual([[]])
  })

  test.each([
    ['an unknown theme', () => desktop.setTheme('sepia' as 'dark')],
    ['an unknown way to start', () => desktop.restart('--inspect' as 'safe')],
    ['an unknown action of an update', () => desktop.actOnUpdate('run' as 'check')],
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
      desktop.updateState(),
      desktop.actOnUpdate('install'),
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
