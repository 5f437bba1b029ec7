/** The menus of the app outside its windows: the jump list of Windows, and the dock of macOS. */
import { app, type JumpListItem, Menu } from 'electron'
import { say } from '../../../../src-shared/texts/say.ts'
import { newWindowArgument, workspaceArgument } from '../start-arguments.ts'
import type { Speak } from '../texts.ts'
import { menuLabel } from './menu.ts'
import type { RecentWorkspace } from './recent.ts'

interface LauncherActions {
  newWindow(): void
  openWorkspace(directory: string): void
  openOutbox(): void
}

interface LauncherContents {
  workspaces: readonly RecentWorkspace[]
  /** The state of the outbox in words. */
  outbox: readonly string[]
}

/** Shows the recent workspaces and a task for a new window where the system has such a menu. */
export function showLaunchers(speak: Speak, contents: LauncherContents, actions: LauncherActions): void {
  if (process.platform === 'win32') showJumpList(speak, contents.workspaces)
  if (process.platform === 'darwin') showDockMenu(speak, contents, actions)
}

function showDockMenu(
  speak: Speak,
  { workspaces, outbox }: LauncherContents,
  { newWindow, openWorkspace, openOutbox }: LauncherActions,
): void {
  app.dock?.setMenu(
    Menu.buildFromTemplate([
      ...outbox.map((words) => ({ label: words, click: openOutbox })),
      ...(outbox.length > 0 ? [{ type: 'separator' } as const] : []),
      { label: speak(say`New Window`), click: newWindow },
      ...(workspaces.length > 0 ? [{ type: 'separator' } as const] : []),
      ...workspaces.map(({ name, directory }) => ({
        label: menuLabel(name),
        click: () => openWorkspace(directory),
      })),
    ]),
  )
}

function showJumpList(speak: Speak, workspaces: readonly RecentWorkspace[]): void {
  const task = (title: string, argument: string, description = title): JumpListItem => ({
    type: 'task',
    program: process.execPath,
    // Before packaging, Electron gets the folder of the app as an argument.
    args: [...(app.isPackaged ? [] : [quoted(app.getAppPath())]), argument].join(' '),
    iconPath: process.execPath,
    iconIndex: 0,
    title,
    description,
  })
  // Windows omits the whole category if it has an entry that the person has removed.
  const removed = new Set(app.getJumpListSettings().removedItems.map(({ args }) => args))
  const items = workspaces
    .map(({ name, directory }) =>
      task(name, quoted(`${workspaceArgument}${directory}`), directory.slice(0, maxDescription)),
    )
    .filter(({ args }) => !removed.has(args))
  app.setJumpList([
    ...(items.length > 0 ? [{ type: 'custom', name: speak(say`Workspaces`), items } as const] : []),
    { type: 'recent' },
    { type: 'tasks', items: [task(speak(say`New Window`), newWindowArgument)] },
  ])
}

/** Windows accepts descriptions of up to this many characters. */
const maxDescription = 260

/** An argument as Windows reads it: backslashes before the closing quotation mark are doubled. */
function quoted(argument: string): string {
  let end = argument.length
  while (argument[end - 1] === '\\') end--
  return `"${argument}${argument.slice(end)}"`
}
