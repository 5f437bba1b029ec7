import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { DesktopBridge, DesktopChannel } from '../../../src-shared/rpc/desktop-bridge.ts'

/** Only the channels of the bridge, and nothing of the message they travel in: the page never holds `ipcRenderer`. */
const call = (channel: DesktopChannel, ...given: unknown[]) => ipcRenderer.invoke(channel, ...given)

const bridge: DesktopBridge = {
  chooseFile: () => call('choose-file'),
  chooseFolder: () => call('choose-folder'),
  chooseSaveFile: (name) => call('choose-save-file', name),
  showInFolder: (path) => call('show-in-folder', path),
  async pathOf(file) {
    // Chromium knows the path of a file that a person dropped or picked; a page cannot make one that has any.
    const path = webUtils.getPathForFile(file)
    if (path === '') return undefined
    await call('grant-dropped', path)
    return path
  },
  setTheme: (theme) => call('set-theme', theme),
}

contextBridge.exposeInMainWorld('catalogDesk', bridge)
