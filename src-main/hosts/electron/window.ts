/** The app's window, and the settings of its page. */
import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, type WebContents, type WebPreferences } from 'electron'
import { home } from './app-scheme.ts'

const shown = new WeakSet<WebContents>()

/** Whether contents belong to a window that `showWindow` opened. */
export const isOurWindow = (contents: WebContents): boolean => shown.has(contents)

/** Opens a window of the app. Resolves when its page is loaded. @throws the error of a page that cannot be loaded */
export function showWindow(address = home): Promise<void> {
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
  return window.loadURL(address)
}

/** The name of the page's session. Without `persist:` the session lives as long as the app. */
export const pageSession = 'desk'

/**
 * The settings of the window's page. Most are Electron's defaults, written down so that neither a later version of
 * Electron nor a mistake of ours changes them unseen.
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
  // The session is kept in memory: the browser's own folders never hold any of the catalog.
  partition: pageSession,
  // Developer tools would be a way into an installed app.
  devTools: !isPackaged,
})
