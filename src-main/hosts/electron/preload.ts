import { contextBridge, ipcRenderer, webUtils } from 'electron'
import {
  type AnswerOf,
  type ChosenCommand,
  commandChannel,
  type DesktopBridge,
  type DesktopCall,
  type DesktopEvents,
  type DesktopFacts,
  openingChannel,
  pageArgument,
  type SentToHost,
  safeModeSwitch,
} from '../../../src-shared/desktop-bridge.ts'

/**
 * Makes one call of the bridge. The page never gets access to `ipcRenderer` or to the events of the calls.
 */
const call = <Call extends DesktopCall>(name: Call, ...given: SentToHost<Call>): Promise<AnswerOf<Call>> =>
  ipcRenderer.invoke(name, ...given)

const pageId = process.argv.find((argument) => argument.startsWith(pageArgument))?.slice(pageArgument.length)

const bridge: DesktopBridge & DesktopEvents & DesktopFacts = {
  pageId: pageId ?? '',
  isSafeMode: process.argv.includes(safeModeSwitch),
  chooseFile: () => call('chooseFile'),
  chooseFolder: () => call('chooseFolder'),
  chooseSaveFile: (name) => call('chooseSaveFile', name),
  showInFolder: (path) => call('showInFolder', path),
  async pathOf(file) {
    // Only a file that a person dropped or chose has a path in Chromium; one made by the page has none.
    const path = webUtils.getPathForFile(file)
    return path === '' ? undefined : call('pathOf', path)
  },
  openItem: (id) => call('openItem', id),
  setTheme: (theme) => call('setTheme', theme),
  notify: (message) => call('notify', message),
  setBadge: (count) => call('setBadge', count),
  restart: (mode) => call('restart', mode),
  takeOpenings: () => call('takeOpenings'),
  setMenuCommands: (groups) => call('setMenuCommands', groups),
  chooseFromMenu: (labels) => call('chooseFromMenu', labels),
  onOpening(listener) {
    const onEvent = (): void => listener()
    ipcRenderer.on(openingChannel, onEvent)
    return () => void ipcRenderer.off(openingChannel, onEvent)
  },
  onCommand(listener) {
    const onEvent = (_event: unknown, chosen: ChosenCommand): void => listener(chosen)
    ipcRenderer.on(commandChannel, onEvent)
    return () => void ipcRenderer.off(commandChannel, onEvent)
  },
}

contextBridge.exposeInMainWorld('catalogDesk', bridge)
