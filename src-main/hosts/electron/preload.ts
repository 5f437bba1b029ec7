import { contextBridge, ipcRenderer, webUtils } from 'electron'
import {
  type AnswerOf,
  accentChannel,
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
  updateChannel,
} from '../../../src-shared/desktop-bridge.ts'

/**
 * Makes one call of the bridge. The page never gets access to `ipcRenderer` or to the events of the calls.
 */
const call = <Call extends DesktopCall>(name: Call, ...given: SentToHost<Call>): Promise<AnswerOf<Call>> =>
  ipcRenderer.invoke(name, ...given)

/** Listens to an event without details. @returns a function that removes the listener */
function onSignal(channel: string, listener: () => void): () => void {
  const onEvent = (): void => listener()
  ipcRenderer.on(channel, onEvent)
  return () => void ipcRenderer.off(channel, onEvent)
}

const pageId = process.argv.find((argument) => argument.startsWith(pageArgument))?.slice(pageArgument.length)

const bridge: DesktopBridge & DesktopEvents & DesktopFacts = {
  pageId: pageId ?? '',
  isSafeMode: process.argv.includes(safeModeSwitch),
  chooseFile: () => call('chooseFile'),
  chooseArchive: () => call('chooseArchive'),
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
  accentColor: () => call('accentColor'),
  restart: (mode) => call('restart', mode),
  takeOpenings: (kind) => call('takeOpenings', kind),
  setMenuCommands: (groups) => call('setMenuCommands', groups),
  chooseFromMenu: (labels) => call('chooseFromMenu', labels),
  startDrag: (files) => call('startDrag', files),
  print: () => call('print'),
  previewPrint: (name) => call('previewPrint', name),
  updateState: () => call('updateState'),
  actOnUpdate: (action) => call('actOnUpdate', action),
  onOpening: (listener) => onSignal(openingChannel, listener),
  onUpdate: (listener) => onSignal(updateChannel, listener),
  onAccent: (listener) => onSignal(accentChannel, listener),
  onCommand(listener) {
    const onEvent = (_event: unknown, chosen: ChosenCommand): void => listener(chosen)
    ipcRenderer.on(commandChannel, onEvent)
    return () => void ipcRenderer.off(commandChannel, onEvent)
  },
}

contextBridge.exposeInMainWorld('catalogDesk', bridge)
