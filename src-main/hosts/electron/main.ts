/**
 * The Electron host: one window on the face, served over the app's own scheme. Everything it does beyond that (the
 * system's dialogs, key store, menu, theme) a page cannot do by itself. SECURITY.md tells what keeps the page in its
 * place.
 */
import { app, dialog, protocol, shell } from 'electron'
import { keepFilesPrivate } from '../../platform/private-files.ts'
import { scheme } from './app-scheme.ts'
import { guardApp } from './guards.ts'
import { ask } from './ipc.ts'
import { createLinkOpener } from './links.ts'
import { openApp } from './open-app.ts'

keepFilesPrivate()
// All of this must stand before Electron is ready.
protocol.registerSchemesAsPrivileged([
  { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
])
app.enableSandbox()
guardApp(
  app,
  createLinkOpener({
    ask: (words) => ask('Open', words),
    open: (address) => shell.openExternal(address),
  }),
)
if (!app.requestSingleInstanceLock()) app.quit()
else app.whenReady().then(() => openApp(fail), fail)

function fail(error: unknown): void {
  dialog.showErrorBox('Catalog Desk cannot start', error instanceof Error ? error.message : String(error))
  app.exit(1)
}
