import type { ThemeChoice } from '../workspace/model.ts'

/**
 * What the desktop window offers a page beyond a browser: the little that it cannot do by itself. Everything else goes
 * over the typed contract.
 */
export interface DesktopBridge {
  /** Opens the system's dialog for a catalog file; the path chosen, or undefined when the person cancels. */
  chooseFile(): Promise<string | undefined>
  /** Asks for a folder in the system's dialog; undefined when the person cancels. */
  chooseFolder(): Promise<string | undefined>
  /** Asks where to save a file of this name; undefined when the person cancels. The system asks before one is replaced. */
  chooseSaveFile(name: string): Promise<string | undefined>
  /**
   * Shows a file in the system's file manager: one that was chosen in this window, or one of the workspace. Throws for
   * any other.
   */
  showInFolder(path: string): Promise<void>
  /** The path of a file dropped on the window, which an import may then name; undefined when it has none. */
  pathOf(file: File): Promise<string | undefined>
  /** Follows the theme chosen in the app, for the title bar and the system's dialogs. */
  setTheme(theme: ThemeChoice): Promise<void>
}

/** The names under which the window's process answers them. */
export type DesktopChannel =
  | 'choose-file'
  | 'choose-folder'
  | 'choose-save-file'
  | 'grant-dropped'
  | 'show-in-folder'
  | 'set-theme'
