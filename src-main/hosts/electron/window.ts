/** The app's window, and the settings of its page. */
import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, type WebContents, type WebPreferences } from 'electron'
import { home } from './app-scheme.ts'

const shown = new WeakSet<WebContents>()

/** Whether the contents belong to a window that `showWindow` opened. */
export const isOurWindow = (contents: WebContents): boolean => shown.has(contents)

/**
 * Opens a window of the app. Resolves when its page is loaded. @throws the error of a page that cannot be
 * loaded
 */
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

/**
 * The session partition of the page. Without the prefix `persist:` the session exists only while the app
 * runs.
 */
export const pageSession = 'desk'

/**
 * The settings of the window's page. Most are Electron's defaults, set explicitly so that neither a later
 * Electron version nor a mistake changes them unnoticed.
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
  // Prevents the download of a dictionary from a server.
  spellcheck: false,
  // The session is kept in memory, so Chromium's own folders never contain catalog data.
  partition: pageSession,
  // Developer tools would give access to an installed app.
  devTools: !isPackaged,
})
