/** The icon of the app beside the clock, for a person who lets the app run without a window. */
import { join } from 'node:path'
import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron'
import { say } from '../../../../src-shared/texts/say.ts'
import { resources } from '../desk.ts'
import type { Speak } from '../texts.ts'
import { badgeWords } from './badge.ts'
import { noWork, type WorkState } from './work-state.ts'

interface TrayActions {
  openWindow(): void
  openOutbox(): void
  pauseSync(): void
  resumeSync(): void
  quit(): void
}

export interface AppTray {
  /** Shows or removes the icon. */
  setShown(isShown: boolean): void
  isShown(): boolean
  /** Shows the state, or the last one in the current language. */
  update(work?: WorkState): void
}

/** Width and height of the icon in pixels, as the systems expect it. */
const iconSize = process.platform === 'linux' ? 24 : 16

/** Creates the icon. It is not shown until `setShown`. */
export function createAppTray(speak: Speak, actions: TrayActions): AppTray {
  let tray: Tray | undefined
  let work = noWork

  function update(now = work): void {
    work = now
    if (!tray) return
    const words = badgeWords(speak, work)
    tray.setToolTip(['Catalog Desk', ...words].join('\n'))
    const line: MenuItemConstructorOptions = { type: 'separator' }
    const syncEntries = {
      running: [{ label: speak(say`Pause Sync`), click: actions.pauseSync }],
      paused: [{ label: speak(say`Resume Sync`), click: actions.resumeSync }],
    }
    const groups: MenuItemConstructorOptions[][] = [
      [{ label: speak(say`Open Catalog Desk`), click: actions.openWindow }],
      words.map((label) => ({ label, click: actions.openOutbox })),
      work.sync ? syncEntries[work.sync] : [],
      [{ label: speak(say`Quit Catalog Desk`), click: actions.quit }],
    ]
    const shown = groups.filter((entries) => entries.length > 0)
    tray.setContextMenu(
      Menu.buildFromTemplate(shown.flatMap((entries, at) => (at > 0 ? [line, ...entries] : entries))),
    )
  }

  return {
    setShown(isShown) {
      if (isShown && !tray) {
        const icon = nativeImage.createFromPath(join(resources(), 'icons/icon.png'))
        tray = new Tray(icon.resize({ width: iconSize, height: iconSize }))
        // On macOS a click shows the menu.
        if (process.platform !== 'darwin') tray.on('click', actions.openWindow)
        update()
      } else if (!isShown) {
        tray?.destroy()
        tray = undefined
      }
    },
    isShown: () => tray !== undefined,
    update,
  }
}
