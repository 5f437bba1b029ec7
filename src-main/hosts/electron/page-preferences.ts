import type { WebPreferences } from 'electron'

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

/** The name of the page's session. Without `persist:` it lives as long as the app. */
export const pageSession = 'desk'
