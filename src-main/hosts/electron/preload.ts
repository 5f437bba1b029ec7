import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { AnswerOf, DesktopBridge, DesktopCall, SentToHost } from '../../../src-shared/desktop-bridge.ts'

/** Only the calls of the bridge, and nothing of the message they travel in: the page never holds `ipcRenderer`. */
const call = <Call extends DesktopCall>(name: Call, ...given: SentToHost<Call>): Promise<AnswerOf<Call>> =>
  ipcRenderer.invoke(name, ...given)

const bridge: DesktopBridge = {
  chooseFile: () => call('chooseFile'),
  chooseFolder: () => call('chooseFolder'),
  chooseSaveFile: (name) => call('chooseSaveFile', name),
  showInFolder: (path) => call('showInFolder', path),
  async pathOf(file) {
    // Chromium knows the path of a file that a person dropped or picked; a page cannot make one that has any.
    const path = webUtils.getPathForFile(file)
    return path === '' ? undefined : call('pathOf', path)
  },
  setTheme: (theme) => call('setTheme', theme),
  notify: (message) => call('notify', message),
  setBadge: (count) => call('setBadge', count),
}

contextBridge.exposeInMainWorld('catalogDesk', bridge)
