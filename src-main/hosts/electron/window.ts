/** The app's window: what its page is given, and the menu over it. */
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  Menu,
  type MenuItemConstructorOptions,
  nativeTheme,
  type WebContents,
  type WebPreferences,
} from 'electron'
import { home } from './app-scheme.ts'

const shown = new WeakSet<WebContents>()

/** Whether a page is that of a window of ours, not of anything else in this process. */
export const isOurWindow = (contents: WebContents): boolean => shown.has(contents)

/** Opens the app's window. @param onFailure told when its page cannot be loaded */
export function showWindow(onFailure: (error: unknown) => void): void {
  const window = new BrowserWindow({
    width: 1440,
    height: 920,
    minWidth: 960,
    minHeight: 620,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: pagePreferences(join(import.meta.dirname, '../preload/index.cjs'), app.isPackaged),
  })
  shown.add(window.webContents)
  window.once('ready-to-show', () => window.show())
  window.loadURL(home).catch(onFailure)
}

/** The name of the page's session. Without `persist:` the session lives as long as the app. */
export const pageSession = 'desk'

/**
 * What the window's page is given. Most of it is what Electron does by itself; it is written down so that no later
 * version, and no slip of ours, changes it unseen.
 */
export const pagePreferences = (preload: string, isPackaged: boolean): WebPreferences => ({
  preload,
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
  // No dictionary is fetched from a server.
  spellcheck: false,
  // In memory: nothing of the catalog is left in the browser's own folders.
  partition: pageSession,
  // Where the app is developed; in an installed one they would be a way into it.
  devTools: !isPackaged,
})

/** An installed app's view menu; the system's own one also opens the developer tools, which it has not. */
const viewOfInstalled: MenuItemConstructorOptions = {
  label: 'View',
  submenu: [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ],
}

/** Puts up the system's usual menus; on macOS they also carry the usual shortcuts for copy and paste. */
export function showMenu(): void {
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    app.isPackaged ? viewOfInstalled : { role: 'viewMenu' },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
