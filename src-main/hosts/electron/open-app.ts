import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, BrowserWindow, nativeTheme, session } from 'electron'
import type { FolderPurpose } from '../../../src-shared/workspace/model.ts'
import { createDesk, type Desk } from '../../app/desk.ts'
import { createGrants } from '../../platform/face-session.ts'
import { closeHomeToOthers, homeDirectory } from '../../platform/home.ts'
import { createLog } from '../../platform/log.ts'
import { sealedSecrets } from '../../platform/secrets.ts'
import { createFace } from '../../rpc/face.ts'
import { computerSettingsIn } from '../../workspace/index.ts'
import { guardScheme, scheme } from './app-scheme.ts'
import { guardSession } from './guards.ts'
import { answerDesktopCalls, ask } from './ipc.ts'
import { applicationMenu } from './menu.ts'
import { pageSession } from './page-preferences.ts'
import { powerOfElectron } from './power.ts'
import { secretsInKeyStore } from './secrets.ts'
import { showWindow } from './window.ts'

/** Opens the workspace and the window on it. @param fail told what keeps the app from starting */
export async function openApp(fail: (error: unknown) => void): Promise<void> {
  try {
    await closeHomeToOthers()
    const desk = deskOfElectron()
    // What cannot be opened is said in the window, which also offers the other workspaces.
    await openFirst(desk)
    const grants = createGrants()
    const face = createFace(desk, {
      renderer: join(import.meta.dirname, '../renderer'),
      grants,
      confirm: (path, purpose) => ask('Use it', { message: questions[purpose], detail: path }),
    })
    const ours = session.fromPartition(pageSession)
    guardSession(ours)
    guardSession(session.defaultSession)
    ours.protocol.handle(scheme, guardScheme(face))
    answerDesktopCalls(desk, grants)
    nativeTheme.themeSource = (await computerSettingsIn(homeDirectory()).read()).theme
    applicationMenu()
    showWindow(fail)
    // A second start only brings the window to the front: nothing of its command line is used.
    app.on('second-instance', () => BrowserWindow.getAllWindows()[0]?.focus())
    app.on('activate', () => BrowserWindow.getAllWindows().length === 0 && showWindow(fail))
    app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
    closeBeforeQuitting(desk)
  } catch (error) {
    fail(error)
  }
}

/** Asked outside the page, before a folder is used that was typed in it. */
const questions: Record<FolderPurpose, string> = {
  workspace: 'Use this folder as a workspace?',
  'backup-folder': 'Keep backups in this folder?',
  backup: 'Read the backup in this folder?',
}

function deskOfElectron(): Desk {
  const log = createLog()
  return createDesk({
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
}

/** The workspace named by the person who started the program, else the one that was open last, else a new one. */
async function openFirst(desk: Desk): Promise<void> {
  const named = process.env['CATALOG_DESK_DATA']
  const [last] = named === undefined ? await desk.known.list() : []
  if (last) await desk.tryOpen(last.directory)
  else await desk.tryOpen(named ?? join(app.getPath('userData'), 'workspace'), { create: true })
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
