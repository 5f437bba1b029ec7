/** The menu of the app. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { say } from '../../../src-shared/texts/say.ts'
import type { Speak } from './texts.ts'

type Entry = MenuItemConstructorOptions
const line: Entry = { type: 'separator' }
const isMac = process.platform === 'darwin'

/** The actions of our own entries. */
export interface MenuActions {
  commandLine(): void
}

/** The standard menus. Electron implements most entries, but labels them in English only. */
const menus = ({ commandLine }: MenuActions): Entry[] => [
  ...(isMac ? [appMenu] : []),
  {
    role: 'fileMenu',
    label: say`File`,
    submenu: [isMac ? { role: 'close', label: say`Close Window` } : { role: 'quit', label: say`Quit` }],
  },
  editMenu,
  app.isPackaged ? viewOfInstalled : { role: 'viewMenu', label: say`View` },
  windowMenu,
  { role: 'help', label: say`Help`, submenu: [{ label: say`Command Line…`, click: commandLine }] },
]

const appMenu: Entry = {
  role: 'appMenu',
  submenu: [
    { role: 'about', label: say`About Catalog Desk` },
    line,
    { role: 'services', label: say`Services` },
    line,
    { role: 'hide', label: say`Hide Catalog Desk` },
    { role: 'hideOthers', label: say`Hide Others` },
    { role: 'unhide', label: say`Show All` },
    line,
    { role: 'quit', label: say`Quit Catalog Desk` },
  ],
}

/** On macOS the shortcuts for copy and paste work only with this menu. */
const editMenu: Entry = {
  role: 'editMenu',
  label: say`Edit`,
  submenu: [
    { role: 'undo', label: say`Undo` },
    { role: 'redo', label: say`Redo` },
    line,
    { role: 'cut', label: say`Cut` },
    { role: 'copy', label: say`Copy` },
    { role: 'paste', label: say`Paste` },
    { role: 'delete', label: say`Delete` },
    line,
    { role: 'selectAll', label: say`Select All` },
  ],
}

/**
 * The view menu of an installed app; Electron's own also opens the developer tools, which are disabled there.
 */
const viewOfInstalled: Entry = {
  label: say`View`,
  submenu: [
    { role: 'resetZoom', label: say`Actual Size` },
    { role: 'zoomIn', label: say`Zoom In` },
    { role: 'zoomOut', label: say`Zoom Out` },
    line,
    { role: 'togglefullscreen', label: say`Toggle Full Screen` },
  ],
}

const windowMenu: Entry = {
  role: 'windowMenu',
  label: say`Window`,
  submenu: [
    { role: 'minimize', label: say`Minimize` },
    { role: 'zoom', label: say`Zoom` },
    ...(isMac
      ? [line, { role: 'front', label: say`Bring All to Front` } as const]
      : [{ role: 'close', label: say`Close Window` } as const]),
  ],
}

/** Sets the application menu in the current language. */
export function showMenu(speak: Speak, actions: MenuActions): void {
  const inLanguage = ({ label, submenu, ...entry }: Entry): Entry => ({
    ...entry,
    ...(label !== undefined && { label: speak(label) }),
    ...(Array.isArray(submenu) && { submenu: submenu.map(inLanguage) }),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus(actions).map(inLanguage)))
}
