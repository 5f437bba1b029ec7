/**
 * The Electron host: one window on the face, served over the app's own scheme. Everything it does beyond that (the
 * system's dialogs, key store, menu, theme) a page cannot do by itself.
 */
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, BrowserWindow, dialog, ipcMain, nativeTheme, protocol, shell } from 'electron'
import type { ThemeChoice } from '../../../src-shared/rpc/computer-contract.ts'
import { catalogFilePatterns } from '../../../src-shared/rpc/import-contract.ts'
import { closeHomeToOthers, homeDirectory } from '../../platform/home.ts'
import { createLog } from '../../platform/log.ts'
import { keepFilesPrivate } from '../../platform/private-files.ts'
import { sealedSecrets } from '../../platform/sealed-secrets.ts'
import { createFace } from '../../rpc/face.ts'
import { createDesk, type Desk } from '../../services/desk.ts'
import { computerSettingsIn } from '../../workspace/computer-settings.ts'
import { applicationMenu } from './menu.ts'
import { powerOfElectron } from './power.ts'
import { secretsInKeyStore } from './secrets.ts'

const scheme = 'app'
const home = `${scheme}://desk/`

keepFilesPrivate()
protocol.registerSchemesAsPrivileged([
  { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
])
if (!app.requestSingleInstanceLock()) app.quit()
else app.whenReady().then(open, fail)

function fail(error: unknown): void {
  dialog.showErrorBox('Catalog Desk cannot start', error instanceof Error ? error.message : String(error))
  app.exit(1)
}

async function open(): Promise<void> {
  try {
    const log = createLog()
    await closeHomeToOthers()
    const desk = createDesk({
      home: homeDirectory(),
      log,
      config: (directory) => ({
        directory,
        host: 'electron',
        version: app.getVersion(),
        thread: pathToFileURL(join(import.meta.dirname, 'thread.js')),
        resources: app.isPackaged
          ? join(process.resourcesPath, 'resources')
          : join(app.getAppPath(), 'resources'),
        log,
        power: powerOfElectron(),
        wrapSecrets: (inFile) =>
          secretsInKeyStore(sealedSecrets(inFile, join(homeDirectory(), 'computer.key'))),
      }),
      async activate(services) {
        await services.startBackgroundWork()
        await services.localApi.resume()
      },
    })
    // What cannot be opened is said in the window, which also offers the other workspaces.
    await openFirst(desk)
    const face = createFace(desk, { renderer: join(import.meta.dirname, '../renderer') })
    protocol.handle(scheme, (request) => face(request))
    registerDesktopFunctions()
    nativeTheme.themeSource = (await computerSettingsIn(homeDirectory()).read()).theme
    applicationMenu()
    showWindow()
    app.on('second-instance', () => BrowserWindow.getAllWindows()[0]?.focus())
    app.on('activate', () => BrowserWindow.getAllWindows().length === 0 && showWindow())
    app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
    closeBeforeQuitting(desk)
  } catch (error) {
    fail(error)
  }
}

/** The workspace named by the person who started the program, else the one that was open last, else a new one. */
async function openFirst(desk: Desk): Promise<void> {
  const named = process.env['CATALOG_DESK_DATA']
  const [last] = named === undefined ? await desk.known.list() : []
  if (last) await desk.tryOpen(last.directory)
  else await desk.tryOpen(named ?? join(app.getPath('userData'), 'workspace'), { create: true })
}

function showWindow(): void {
  const window = new BrowserWindow({
    width: 1440,
    height: 920,
    minWidth: 960,
    minHeight: 620,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
    },
  })
  window.once('ready-to-show', () => window.show())
  window.webContents.setWindowOpenHandler(({ url }) => {
    if (/^https?:/.test(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
  window.webContents.on('will-navigate', (event, url) => {
    if (!url.startsWith(home)) event.preventDefault()
  })
  window.webContents.session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  )
  window.loadURL(home).catch(fail)
}

function registerDesktopFunctions(): void {
  ipcMain.handle('choose-file', async () => {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: 'Choose a catalog file',
      properties: ['openFile'],
      filters: [
        { name: 'Catalog files', extensions: catalogFilePatterns },
        { name: 'All files', extensions: ['*'] },
      ],
    })
    return canceled ? undefined : filePaths[0]
  })
  ipcMain.handle('choose-folder', async () => {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: 'Choose a folder',
      properties: ['openDirectory', 'createDirectory'],
    })
    return canceled ? undefined : filePaths[0]
  })
  ipcMain.handle('choose-save-file', async (_event, name: string) => {
    const { canceled, filePath } = await dialog.showSaveDialog({
      title: 'Export',
      defaultPath: join(app.getPath('downloads'), basename(name)),
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    })
    return canceled ? undefined : filePath
  })
  ipcMain.handle('show-in-folder', (_event, path: string) => shell.showItemInFolder(path))
  ipcMain.handle('set-theme', (_event, theme: ThemeChoice) => {
    nativeTheme.themeSource = theme
  })
}

/** Lets running work reach its checkpoint and the database close before the process ends. */
function closeBeforeQuitting(desk: Desk): void {
  let closed = false
  app.on('before-quit', (event) => {
    if (closed) return
    event.preventDefault()
    void desk.close().finally(() => {
      closed = true
      app.quit()
    })
  })
}
