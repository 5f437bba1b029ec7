/** The app's window, and the settings of its page. */
import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, type WebContents, type WebPreferences } from 'electron'
import { pageArgument, safeModeSwitch } from '../../../src-shared/desktop-bridge.ts'
import { home } from './app-scheme.ts'
import { endRequestsWithPage, newPageId } from './page-requests.ts'
import { isSafeMode } from './restart.ts'
import { checksSpelling } from './spelling.ts'
import { keepPlace, minSize, readPlace } from './window-place.ts'

const shown = new WeakSet<WebContents>()

/** Whether the contents belong to a window that `showWindow` opened. */
export const isOurWindow = (contents: WebContents): boolean => shown.has(contents)

/** Distance by which a further window is moved, so that it does not hide the one before. */
const cascade = 28

/**
 * Opens a window of the app where the last one was. Resolves when its page is loaded. @throws the error of a
 * page that cannot be loaded
 */
export async function showWindow(address = home): Promise<void> {
  const { state, ...bounds } = await readPlace()
  const isFirst = BrowserWindow.getAllWindows().length === 0
  if (!isFirst && bounds.x !== undefined && bounds.y !== undefined) {
    bounds.x += cascade
    bounds.y += cascade
  }
  const page = newPageId()
  const window = new BrowserWindow({
    ...bounds,
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    fullscreen: isFirst && state === 'full screen',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      ...pagePreferences(join(import.meta.dirname, '../preload/index.cjs'), app.isPackaged),
      additionalArguments: [pageArgument + page, ...(isSafeMode() ? [safeModeSwitch] : [])],
    },
  })
  shown.add(window.webContents)
  endRequestsWithPage(window.webContents, page)
  window.once('ready-to-show', () => {
    // Showing a maximized window also maximizes it, on every system.
    if (isFirst && state === 'maximized') window.maximize()
    window.show()
  })
  keepPlace(window)
  return window.loadURL(address)
}

/** Sends an event to the page of the focused window, or of the first one. */
export function tellPage(channel: string): void {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  window?.webContents.send(channel)
}

/** Sends an event to the pages of all windows. */
export function tellPages(channel: string): void {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.send(channel)
}

/** Brings the app to the front: restores and focuses a window, or opens one. */
export async function bringToFront(): Promise<void> {
  const [window] = BrowserWindow.getAllWindows()
  if (!window) return showWindow()
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
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
  spellcheck: checksSpelling,
  // The session is kept in memory, so Chromium's own folders never contain catalog data.
  partition: pageSession,
  // Developer tools would give access to an installed app.
  devTools: !isPackaged,
})
