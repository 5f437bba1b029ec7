/** Keeps the menu of the app current: the commands of the focused window, in the language of the person. */
import { app, BrowserWindow, type WebContents } from 'electron'
import { type ChosenCommand, commandChannel, type MenuGroup } from '../../../../src-shared/desktop-bridge.ts'
import type { Speak } from '../texts.ts'
import { type MenuActions, showMenu } from './menu.ts'
import type { Recent } from './recent.ts'

export interface AppMenu {
  /** Shows the menu again, in the current language. */
  show(): void
  /** Replaces the commands of a window. */
  setCommands(contents: WebContents, groups: readonly MenuGroup[]): void
}

interface Services extends Omit<MenuActions, 'command'> {
  speak: Speak
  recent: () => Recent
}

/** Creates the menu. It is shown by `show`, and again whenever something in it changes. */
export function createAppMenu({ speak, recent, ...actions }: Services): AppMenu {
  const commands = new WeakMap<WebContents, readonly MenuGroup[]>()
  /** The focused window, or the last focused one while a dialog has the focus. */
  let focused: BrowserWindow | undefined
  const shown = (): BrowserWindow | undefined =>
    focused && !focused.isDestroyed() ? focused : BrowserWindow.getAllWindows()[0]

  function show(): void {
    const window = shown()
    const groups = (window && commands.get(window.webContents)) ?? []
    const command = (chosen: ChosenCommand): void => window?.webContents.send(commandChannel, chosen)
    showMenu(speak, { groups, recent: recent() }, { ...actions, command })
  }

  app.on('browser-window-focus', (_event, window) => {
    if (window === focused) return
    focused = window
    show()
  })
  app.on('browser-window-created', (_event, window) => {
    const { webContents } = window
    // The next page tells its own commands.
    const forget = (): void => {
      if (commands.delete(webContents)) show()
    }
    webContents.on('did-navigate', forget)
    webContents.on('render-process-gone', forget)
    window.once('closed', () => {
      if (window === focused) focused = undefined
      show()
    })
  })
  return {
    show,
    setCommands(contents, groups) {
      commands.set(contents, groups)
      if (contents === shown()?.webContents) show()
    },
  }
}
