/**
 * The Electron host: one window on the face, served over the app's own scheme. Everything it does beyond that (the
 * system's dialogs, key store, menu, theme) a page cannot do by itself.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, BrowserWindow, dialog, ipcMain, nativeTheme, protocol, shell } from 'electron'
import { catalogFilePatterns } from '../../../src-shared/rpc/import-contract.ts'
import { createLog } from '../../platform/log.ts'
import { createFace } from '../../rpc/face.ts'
import { createServices, type Services } from '../../services.ts'
import { applicationMenu } from './menu.ts'
import { secretsInKeyStore } from './secrets.ts'

const scheme = 'app'
const home = `${scheme}://desk/`

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
    const directory = process.env['CATALOG_DESK_DATA'] ?? join(app.getPath('userData'), 'workspace')
    const services = await createServices({
      directory,
      host: 'electron',
      version: app.getVersion(),
      thread: pathToFileURL(join(import.meta.dirname, 'thread.js')),
      resources: app.isPackaged
        ? join(process.resourcesPath, 'resources')
        : join(app.getAppPath(), 'resources'),
      log: createLog(),
      wrapSecrets: secretsInKeyStore,
    })
    await services.startBackgroundWork()
    await services.localApi.resume()
    serveFace(services, directory)
    registerDesktopFunctions()
    applicationMenu()
    showWindow()
    app.on('second-instance', () => BrowserWindow.getAllWindows()[0]?.focus())
    app.on('activate', () => BrowserWindow.getAllWindows().length === 0 && showWindow())
    app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
    closeBeforeQuitting(services)
  } catch (error) {
    fail(error)
  }
}

function serveFace(services: Services, directory: string): void {
  const face = createFace(services, {
    renderer: join(import.meta.dirname, '../renderer'),
    uploads: join(directory, 'uploads'),
  })
  protocol.handle(scheme, (request) => face(request))
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
  ipcMain.handle('show-in-folder', (_event, path: string) => shell.showItemInFolder(path))
  ipcMain.handle('set-theme', (_event, theme: 'system' | 'light' | 'dark') => {
    nativeTheme.themeSource = theme
  })
}

/** Lets running work reach its checkpoint and the database close before the process ends. */
function closeBeforeQuitting(services: Services): void {
  let closed = false
  app.on('before-quit', (event) => {
    if (closed) return
    event.preventDefault()
    void services.close().finally(() => {
      closed = true
      app.quit()
    })
  })
}
