import type { ThemeChoice } from './workspace/model.ts'

/**
 * The calls that the desktop window offers to its page, for what a page cannot do itself. Everything else goes over the
 * typed contract. Each call has its name here only: the renderer calls it, the preload script passes it on, and the host
 * answers it under the same name.
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
  /** Opens an item of the catalog in a window of its own. */
  openItem(id: string): Promise<void>
  /** Follows the theme chosen in the app, for the title bar and the system's dialogs. */
  setTheme(theme: ThemeChoice): Promise<void>
  /** A message of the system, for whoever looks elsewhere; pressing it brings the window to the front. */
  notify(message: DesktopMessage): Promise<void>
  /** How much needs a person, beside the app's sign; 0 takes it away. Where the system shows no such number, nothing. */
  setBadge(count: number): Promise<void>
}

export interface DesktopMessage {
  title: string
  body: string
}

/** The name of a call, and of the channel it takes between the preload script and the host. */
export type DesktopCall = keyof DesktopBridge

/** The arguments that reach the host: a file becomes its path, which only the preload script knows. */
export type SentToHost<Call extends DesktopCall> = FilesAsPaths<Parameters<DesktopBridge[Call]>>
type FilesAsPaths<Given extends unknown[]> = { [I in keyof Given]: Given[I] extends File ? string : Given[I] }

/** The answer of a call. */
export type AnswerOf<Call extends DesktopCall> = Awaited<ReturnType<DesktopBridge[Call]>>
