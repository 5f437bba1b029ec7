/** The menu of the app. */
import { basename } from 'node:path'
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import {
  type ChosenCommand,
  checkForUpdatesCommand,
  type MenuCommand,
  type MenuGroup,
} from '../../../../src-shared/desktop-bridge.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import type { Speak } from '../texts.ts'
import { acceleratorOf } from './accelerator.ts'
import type { Recent } from './recent.ts'

type Entry = MenuItemConstructorOptions
const line: Entry = { type: 'separator' }
const isMac = process.platform === 'darwin'

/** The actions of our own entries. */
export interface MenuActions {
  commandLine(): void
  newWindow(): void
  openWorkspace(directory: string): void
  openFile(path: string): void
  clearRecentFiles(): void
  /** Runs a command of the window's page. */
  command(chosen: ChosenCommand): void
}

/** What the menu shows beside its own entries. */
export interface MenuContents {
  /** The commands of the focused window's page; its labels are translated already. */
  groups: readonly MenuGroup[]
  recent: Recent
}

/** A label with `&`, which a menu would show as the mark of a key. */
export const menuLabel = (text: string): string => text.replaceAll('&', '&&')

/** The standard menus. Electron implements most entries, but labels them in English only. */
function menus(speak: Speak, { groups, recent }: MenuContents, actions: MenuActions): Entry[] {
  /** The groups of a place, separated by lines. */
  const commandsIn = (place: MenuGroup['place']): Entry[] =>
    groups
      .filter((group) => group.place === place && group.commands.length > 0)
      .flatMap(({ commands }, at) => [
        ...(at > 0 ? [line] : []),
        ...commands.map((command) => commandEntry(command, actions.command)),
      ])
  const menuOf = (label: string, entries: Entry[]): Entry[] =>
    entries.length > 0 ? [{ label: speak(label), submenu: entries }] : []
  const appearance = groups.filter(({ place, commands }) => place === 'view' && commands.length > 0)
  const own = (entries: Entry[]): Entry[] => entries.map((entry) => inLanguage(speak, entry))
  return [
    ...own(isMac ? [appMenu] : []),
    {
      role: 'fileMenu',
      label: speak(say`File`),
      submenu: [
        { label: speak(say`New Window`), click: actions.newWindow },
        ...menuOf(say`Open Recent`, recentEntries(speak, recent, actions)),
        line,
        ...own([isMac ? { role: 'close', label: say`Close Window` } : { role: 'quit', label: say`Quit` }]),
      ],
    },
    ...own([editMenu]),
    {
      label: speak(say`View`),
      submenu: [
        ...own(app.isPackaged ? viewOfInstalled : [...viewOfCheckout, line, ...viewOfInstalled]),
        ...appearance.flatMap(({ label, commands }) => [
          line,
          {
            label: menuLabel(label),
            submenu: commands.map((command) => commandEntry(command, actions.command)),
          },
        ]),
      ],
    },
    ...menuOf(say`Go`, commandsIn('go')),
    ...menuOf(say`Actions`, commandsIn('actions')),
    ...own([
      windowMenu,
      {
        role: 'help',
        label: say`Help`,
        submenu: [
          { label: say`Command Line…`, click: actions.commandLine },
          // The page has this command only in an app that is updated.
          ...(groups.some(({ commands }) => commands.some(({ id }) => id === checkForUpdatesCommand))
            ? [
                {
                  label: say`Check for Updates…`,
                  click: () => actions.command({ id: checkForUpdatesCommand, isByKeys: false }),
                },
              ]
            : []),
        ],
      },
    ]),
  ]
}

/** The recent workspaces, then the recent files, with their folder where two have the same name. */
function recentEntries(speak: Speak, { workspaces, files }: Recent, actions: MenuActions): Entry[] {
  const isTwice = (names: readonly string[], name: string): boolean =>
    names.filter((one) => one === name).length > 1
  const names = workspaces.map(({ name }) => name)
  const fileNames = files.map((path) => basename(path))
  const entry = (names: readonly string[], name: string, path: string, click: () => void): Entry => ({
    label: menuLabel(isTwice(names, name) ? `${name} (${path})` : name),
    toolTip: path,
    click,
  })
  return [
    ...workspaces.map(({ name, directory }) =>
      entry(names, name, directory, () => actions.openWorkspace(directory)),
    ),
    ...(workspaces.length > 0 && files.length > 0 ? [line] : []),
    ...files.map((path) => entry(fileNames, basename(path), path, () => actions.openFile(path))),
    ...(files.length > 0
      ? [line, { label: speak(say`Clear Recent Files`), click: actions.clearRecentFiles }]
      : []),
  ]
}

/** The entry of a command. Keys that a menu cannot show as such stand behind its label. */
function commandEntry(command: MenuCommand, run: MenuActions['command']): Entry {
  const { id, label, keys, printedKeys, isEnabled } = command
  const accelerator = acceleratorOf(keys)
  return {
    label: menuLabel(accelerator === undefined && keys !== '' ? `${label} [${printedKeys}]` : label),
    enabled: isEnabled,
    // The page handles its keys itself. On macOS a shown key is always registered.
    ...(accelerator !== undefined && { accelerator, registerAccelerator: false }),
    click: (_item, _window, event) => run({ id, isByKeys: event.triggeredByAccelerator === true }),
  }
}

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

/** Of an installed app, whose developer tools are disabled. */
const viewOfInstalled: Entry[] = [
  { role: 'resetZoom', label: say`Actual Size` },
  { role: 'zoomIn', label: say`Zoom In` },
  { role: 'zoomOut', label: say`Zoom Out` },
  line,
  { role: 'togglefullscreen', label: say`Toggle Full Screen` },
]
/** For developers, who read English: Electron's own labels. */
const viewOfCheckout: Entry[] = [{ role: 'reload' }, { role: 'forceReload' }, { role: 'toggleDevTools' }]

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

function inLanguage(speak: Speak, { label, submenu, ...entry }: Entry): Entry {
  return {
    ...entry,
    ...(label !== undefined && { label: speak(label) }),
    ...(Array.isArray(submenu) && { submenu: submenu.map((one) => inLanguage(speak, one)) }),
  }
}

/** Sets the application menu in the current language. */
export function showMenu(speak: Speak, contents: MenuContents, actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus(speak, contents, actions)))
}
