import { BrowserWindow, Menu, type WebContents } from 'electron'
import { menuLabel } from './menu.ts'

/**
 * Opens a menu at the pointer. Resolves with the index of the chosen label; undefined if the person chooses
 * none.
 */
export function chooseFromMenu(page: WebContents, labels: readonly string[]): Promise<number | undefined> {
  return new Promise((resolve) => {
    const window = BrowserWindow.fromWebContents(page)
    Menu.buildFromTemplate(
      labels.map((label, at) => ({ label: menuLabel(label), click: () => resolve(at) })),
    ).popup({
      ...(window && { window }),
      // Whether the click or the end of the menu comes first depends on the system.
      callback: () => void setTimeout(resolve, 200, undefined),
    })
  })
}
