/**
 * The Electron host: one window with the page, served over the app's own scheme. The host adds functions that
 * a page lacks: the system's dialogs, key store, menu and theme. SECURITY.md describes how the page is
 * confined.
 */
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import {
  app,
  BrowserWindow,
  dialog,
  type MessageBoxOptions,
  nativeTheme,
  protocol,
  session,
  shell,
} from 'electron'
import { appId } from '../../../src-shared/app-id.ts'
import { accentChannel, openingChannel, updateChannel } from '../../../src-shared/desktop-bridge.ts'
import { linkScheme, type Opening } from '../../../src-shared/opening.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { LanguageChoice } from '../../../src-shared/workspace/languages.ts'
import type { FolderPurpose } from '../../../src-shared/workspace/model.ts'
import { homeDirectory, makeHomePrivate } from '../../platform/files/home.ts'
import { keepFilesPrivate } from '../../platform/files/private-files.ts'
import { loadThreadsAhead } from '../../platform/load-thread.ts'
import { openLog } from '../../platform/log/log.ts'
import { keepHeapsLean, logHeap } from '../../platform/memory/lean-heap.ts'
import { createGrants } from '../../platform/page-session.ts'
import { createPageHandler } from '../../rpc/page-handler.ts'
import { computerSettingsIn } from '../../workspace/index.ts'
import { exitForDefect } from '../headless/stop.ts'
import { reportStart } from '../launch/start-report.ts'
import { watchAccent } from './accent.ts'
import { guardScheme, privileges, scheme } from './app-scheme.ts'
import { commandIn, runCommand, showCommandLine } from './command.ts'
import { deskOfElectron, firstWorkspace, openFirst, renderer, thread } from './desk.ts'
import { createDragOut } from './files/drag-out.ts'
import { createPrinting } from './files/print.ts'
import { createTemporaryFiles } from './files/temporary-files.ts'
import { guardApp, guardSession } from './guards.ts'
import { badgeWords, showBadge } from './icon/badge.ts'
import { createAppTray } from './icon/tray.ts'
import { noWork, watchWork } from './icon/work-state.ts'
import { answerDesktopCalls, shownFile } from './ipc.ts'
import { createLinkOpener } from './links.ts'
import { createAppMenu } from './menu/app-menu.ts'
import { showContextMenus } from './menu/context-menu.ts'
import { showLaunchers } from './menu/launchers.ts'
import { workspaceOpener } from './menu/open-workspace.ts'
import { createRecent } from './menu/recent.ts'
import { notifyOfOutbox } from './news/notifications.ts'
import { collectOpenings, openingArguments } from './openings.ts'
import { endingWithPage } from './page-requests.ts'
import { closeBeforeQuitting, type Ending } from './quit.ts'
import { recoverPage } from './recovery.ts'
import { isSafeMode, restartAfterFailure, restarter } from './restart.ts'
import { asksForWindow, isFromLauncher, workspaceIn } from './start-arguments.ts'
import { type Speak, speakerFor } from './texts.ts'
import { createTrial, openAppUpdates, openUpdateRecord } from './updates/index.ts'
import { bringToFront, pageSession, showWindow, tellPage, tellPages } from './window.ts'

let speak: Speak = (sentence) => sentence
/** Undefined until the first window is opened. */
let ending: Ending | undefined
let openKnownWorkspace: ((directory: string) => void) | undefined

keepFilesPrivate()
keepHeapsLean()
// The scheme, the sandbox and the guards must be set before Electron is ready.
protocol.registerSchemesAsPrivileged([{ scheme, privileges }])
// Windows shows notifications only of an app with an identity, and groups its windows by it.
if (process.platform === 'win32') app.setAppUserModelId(appId)
// Every page is sandboxed, unless the person passes `--no-sandbox`, which `enableSandbox` would override.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
const openLink = createLinkOpener({
  ask: (words) => ask(say`Open`, words),
  open: (address) => shell.openExternal(address),
})
guardApp(app, openLink)
const openings = collectOpenings(() => tellPage(openingChannel))
openings.add(process.argv.slice(1), process.cwd())
// The system knows the other links and files of the app from its installer.
if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(linkScheme)
const command = commandIn(process.argv)
if (command) runCommand(command).catch(exitForDefect)
else if (!app.requestSingleInstanceLock()) void reportStart('already open').then(() => app.quit())
else {
  // A second start opens what it names and brings the window to the front. While the workspace is still being
  // opened, the window comes by itself; while this app ends, it starts again afterwards.
  app.on('second-instance', (_event, args, folder) => {
    if (ending?.hasBegun())
      return ending.startAgain([...openingArguments(args.slice(1), folder), ...args.filter(isFromLauncher)])
    openings.add(args.slice(1), folder)
    if (!ending) return
    const workspace = workspaceIn(args)
    if (workspace !== undefined) openKnownWorkspace?.(workspace)
    const show = asksForWindow(args) ? showWindow() : bringToFront()
    show.catch(fail)
  })
  loadThreadsAhead(thread)
  app.whenReady().then(openApp).catch(fail)
}

async function speakLanguage(choice: LanguageChoice): Promise<void> {
  speak = await speakerFor(choice)
}

/** Opens the workspace and the window on it. */
async function openApp(): Promise<void> {
  await makeHomePrivate()
  const settings = await computerSettingsIn(homeDirectory()).read()
  await speakLanguage(settings.language)
  const log = await openLog(homeDirectory(), settings.logLevel)
  logHeap(log, { role: 'main' }, getHeapStatistics())
  const logs = join(homeDirectory(), 'logs')
  const record = openUpdateRecord(homeDirectory())
  const trial = app.isPackaged
    ? createTrial({ record, version: app.getVersion(), log, logs, speak: (sentence) => speak(sentence) })
    : undefined
  const desk = deskOfElectron(log, trial?.proven)
  const [firstFolder] = await firstWorkspace(desk)
  if (trial && !(await trial.begin(firstFolder, thread))) return
  // If the workspace cannot be opened, the window shows the reason and offers the other workspaces.
  await openFirst(desk)
  const grants = createGrants()
  const pageHandler = createPageHandler(desk, {
    renderer,
    grants,
    confirm: (path, purpose) => ask(say`Use it`, { message: questions[purpose], detail: path }),
  })
  const handler = trial?.watch(pageHandler) ?? pageHandler
  const ours = session.fromPartition(pageSession)
  guardSession(ours)
  guardSession(session.defaultSession)
  ours.protocol.handle(scheme, guardScheme(endingWithPage(handler)))
  const nowEnding = closeBeforeQuitting(desk)
  ending = nowEnding
  const translate: Speak = (sentence) => speak(sentence)
  const restart = restarter(nowEnding)
  const openWorkspace = workspaceOpener(desk, translate)
  openKnownWorkspace = openWorkspace
  // If the page cannot be loaded, the new window stays empty and the others continue.
  const newWindow = () => void showWindow().catch(() => {})
  const openInWindow = (opening: Opening) => {
    openings.addOpening(opening)
    void bringToFront().catch(() => {})
  }
  const openOutbox = () => openInWindow({ open: 'outbox' })
  let work = noWork
  const showOurLaunchers = () =>
    showLaunchers(
      translate,
      { workspaces: recent.now().workspaces, outbox: badgeWords(translate, work) },
      { newWindow, openWorkspace, openOutbox },
    )
  const showMenus = () => {
    menu.show()
    showOurLaunchers()
    tray.update()
  }
  const sync = () => desk.required().services.sync()
  const tray = createAppTray(translate, {
    openWindow: () => void bringToFront().catch(() => {}),
    openOutbox,
    // Fails if the sync has just ended; the menu then shows that.
    pauseSync: () => void (async () => sync().pause())().catch(() => {}),
    resumeSync: () => void (async () => sync().resume())().catch(() => {}),
    quit: () => app.quit(),
  })
  const recent = createRecent(desk, showMenus)
  const refreshRecent = () => void recent.refresh().catch(() => {})
  const menu = createAppMenu({
    speak: translate,
    recent: recent.now,
    commandLine: () => void showCommandLine(speak),
    newWindow,
    openWorkspace,
    openFile(path) {
      if (openings.add([path], '/')) return void bringToFront().catch(() => {})
      refreshRecent()
      void dialog.showMessageBox({
        type: 'info',
        message: speak(say`This file is no longer there`),
        detail: path,
        buttons: [speak(say`Close`)],
        noLink: true,
      })
    },
    clearRecentFiles: () => void recent.clearFiles().catch(() => {}),
  })
  const files = createTemporaryFiles(homeDirectory())
  const updates = await openAppUpdates({
    ...{ desk, record, log, logs },
    ending: nowEnding,
    onChange: () => tellPages(updateChannel),
  })
  answerDesktopCalls({
    ...{ desk, grants, menu, recent, openings, restart, updates },
    speak: translate,
    printing: createPrinting(files),
    dragOut: createDragOut({
      files,
      handler,
      shownFile: (path) => shownFile(path, grants, desk.current()?.services.directory),
    }),
  })
  restartAfterFailure({ log, speak: translate, ...nowEnding })
  nativeTheme.themeSource = settings.theme
  watchAccent(() => tellPages(accentChannel))
  log.info({ workspace: desk.current()?.services.directory, version: app.getVersion() }, 'ready')
  showMenus()
  // Not awaited: a folder on a disconnected network drive may take long to answer.
  refreshRecent()
  desk.onSwitch(refreshRecent)
  tray.setShown(settings.keepsRunning)
  desk.computer.watch('keepsRunning', tray.setShown)
  watchWork(desk, (now) => {
    work = now
    showBadge(translate, now)
    tray.update(now)
    if (process.platform === 'darwin') showOurLaunchers()
  })
  notifyOfOutbox(desk, { speak: translate, open: openInWindow })
  desk.computer.watch('language', (choice) => void speakLanguage(choice).then(showMenus))
  app.on('browser-window-created', (_event, window) => {
    recoverPage(window, {
      log,
      speak: translate,
      quit: () => app.quit(),
      startSafely: isSafeMode() ? undefined : () => restart('safe'),
    })
    showContextMenus(window, { speak: translate, openLink })
    // On Windows each window has its own badge.
    window.once('show', () => showBadge(translate, work))
  })
  showWindow().then(() => {
    trial?.pageLoaded(desk)
    return reportStart('opened')
  }, fail)
  app.on('activate', () => {
    if (ending?.hasBegun()) ending.startAgain()
    else if (BrowserWindow.getAllWindows().length === 0) showWindow().catch(fail)
  })
  app.on('window-all-closed', () => process.platform !== 'darwin' && !tray.isShown() && app.quit())
}

/** Questions of a system dialog before a folder typed in the page is used. */
const questions: Record<FolderPurpose, string> = {
  workspace: say`Use this folder as a workspace?`,
  'backup-folder': say`Keep backups in this folder?`,
  pictures: say`Write pictures into this folder?`,
  backup: say`Read this backup?`,
  archive: say`Write an archive of the workspace into this file?`,
}

/**
 * Asks the person in a system dialog, whose buttons a page cannot press. Enter cancels, because a page may
 * have just made the person press Enter.
 * @returns whether the person agrees
 */
async function ask(
  button: string,
  { message, detail }: { message: string; detail: string },
): Promise<boolean> {
  const options: MessageBoxOptions = {
    message: speak(message),
    detail,
    type: 'question',
    buttons: [speak(button), speak(say`Cancel`)],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const window = BrowserWindow.getFocusedWindow()
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  return response === 0
}

function fail(error: unknown): void {
  const cause = error instanceof Error ? error.message : String(error)
  dialog.showErrorBox(speak(say`Catalog Desk cannot start`), speak(cause))
  app.exit(1)
}
