import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, type WebContents } from 'electron'
import { home } from './app-scheme.ts'
import { pagePreferences } from './page-preferences.ts'

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
