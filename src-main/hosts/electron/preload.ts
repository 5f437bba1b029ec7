import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { ThemeChoice } from '../../../src-shared/rpc/computer-contract.ts'

/** The little that a page cannot do by itself; everything else goes over the typed contract. */
const bridge = {
  /** Asks for a catalog file in the system's dialog; undefined when the person cancels. */
  chooseFile: (): Promise<string | undefined> => ipcRenderer.invoke('choose-file'),
  /** Asks for a folder in the system's dialog; undefined when the person cancels. */
  chooseFolder: (): Promise<string | undefined> => ipcRenderer.invoke('choose-folder'),
  /** Asks where to save a file of this name in the system's dialog; undefined when the person cancels. */
  chooseSaveFile: (name: string): Promise<string | undefined> => ipcRenderer.invoke('choose-save-file', name),
  /** Shows a file of the workspace in the system's file manager. */
  showInFolder: (path: string): Promise<void> => ipcRenderer.invoke('show-in-folder', path),
  /** The path of a file dropped on the window. */
  pathOf: (file: File): string => webUtils.getPathForFile(file),
  /** Follows the theme chosen in the app, for title bar and dialogs. */
  setTheme: (theme: ThemeChoice): Promise<void> => ipcRenderer.invoke('set-theme', theme),
}
export type DesktopBridge = typeof bridge

contextBridge.exposeInMainWorld('catalogDesk', bridge)
