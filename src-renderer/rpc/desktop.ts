import type { ThemeChoice } from '../../src-shared/rpc/computer-contract.ts'

/** What the desktop window offers beyond a browser; undefined in a browser. The preload script provides it. */
export interface Desktop {
  /** Opens the system's dialog; the path chosen, or undefined when the person cancels. */
  chooseFile(): Promise<string | undefined>
  /** Asks for a folder in the system's dialog; undefined when the person cancels. */
  chooseFolder(): Promise<string | undefined>
  /** Asks where to save a file of this name; undefined when the person cancels. The system asks before one is replaced. */
  chooseSaveFile(name: string): Promise<string | undefined>
  /** Shows a file of the workspace in the system's file manager. */
  showInFolder(path: string): Promise<void>
  /** Follows the theme chosen in the app, for the title bar and the system's dialogs. */
  setTheme(theme: ThemeChoice): Promise<void>
  /** The path of a file dropped on the window. */
  pathOf(file: File): string
}

declare global {
  interface Window {
    catalogDesk?: Desktop
  }
}

export const desktop: Desktop | undefined = window.catalogDesk
