import type { Opening } from './opening.ts'
import type { UpdateAction, UpdateState } from './update-state.ts'
import type { ThemeChoice } from './workspace/model.ts'

export const startModes = ['normal', 'safe'] as const
export type StartMode = (typeof startModes)[number]

/**
 * Calls that the desktop window offers to its page, for tasks a page cannot do itself; everything else uses
 * the typed contract. The name of a call is declared here only: the renderer calls it, the preload script
 * forwards it, and the host handles it under the same name.
 */
export interface DesktopBridge {
  /**
   * Opens the system's dialog for a catalog file. Returns the chosen path, or undefined when the person
   * cancels.
   */
  chooseFile(): Promise<string | undefined>
  /** Opens the system's dialog for an archive of a workspace; undefined when the person cancels. */
  chooseArchive(): Promise<string | undefined>
  /** Opens the system's dialog for a folder; undefined when the person cancels. */
  chooseFolder(): Promise<string | undefined>
  /**
   * Opens the system's save dialog with this file name; undefined when the person cancels. The system
   * confirms before a file is replaced.
   */
  chooseSaveFile(name: string): Promise<string | undefined>
  /**
   * Shows a file in the system's file manager: a file chosen in this window, or one of the workspace.
   * Throws for any other.
   */
  showInFolder(path: string): Promise<void>
  /**
   * The path of a file dropped on the window, which an import, or a restore of an archive, can then name;
   * undefined when it has none.
   */
  pathOf(file: File): Promise<string | undefined>
  /** Opens an item of the catalog in a window of its own. */
  openItem(id: string): Promise<void>
  /** Applies the theme chosen in the app to the title bar and the system's dialogs. */
  setTheme(theme: ThemeChoice): Promise<void>
  /** The accent color of the system as six hexadecimal digits; undefined if it reports none. */
  accentColor(): Promise<string | undefined>
  /** Quits the app and starts it again, in safe mode or normally. */
  restart(mode: StartMode): Promise<void>
  /** What the system and other programs asked to open since the last call; with `archive`, only archives. */
  takeOpenings(kind?: 'archive'): Promise<Opening[]>
  /** Replaces the commands of this window in the menu of the app. */
  setMenuCommands(groups: MenuGroup[]): Promise<void>
  /**
   * Opens a menu of the system at the pointer. Returns the index of the chosen label; undefined when the
   * person chooses none.
   */
  chooseFromMenu(labels: string[]): Promise<number | undefined>
  /** Replaces a drag that has just begun in the page by one with files. Throws if a file is missing. */
  startDrag(files: DraggedFile[]): Promise<void>
  /** Opens the system's print dialog for the page. Resolves when the dialog is closed. */
  print(): Promise<void>
  /** Opens the page as it would be printed, as a PDF with this name, in the person's PDF program. */
  previewPrint(name: string): Promise<void>
  /** The update of the app; undefined if this app is not updated by itself. */
  updateState(): Promise<UpdateState | undefined>
  /** Resolves when the action has begun; its results are part of the state. */
  actOnUpdate(action: UpdateAction): Promise<void>
}

/**
 * A file to drag out of the window: a stored picture by its address on this host, a text, or the path of an
 * exported file.
 */
export type DraggedFile =
  | { name: string; picture: string }
  | { name: string; text: string }
  | { path: string }

/** The menus of the app that show commands of the page. `actions` starts with those of the screen. */
export const menuPlaces = ['actions', 'go', 'view'] as const

/** A group of commands in the menu of the app, in the language of the page. */
export interface MenuGroup {
  place: (typeof menuPlaces)[number]
  label: string
  commands: MenuCommand[]
}

export interface MenuCommand {
  id: string
  label: string
  /** The keys in the notation of the commands (`Mod+K`, `G C`); '' if there are none. */
  keys: string
  /** The same keys as printed on a keyboard. */
  printedKeys: string
  /** False for a command of another screen. */
  isEnabled: boolean
}

/** The command of the page that looks for updates; the Help menu shows it too. */
export const checkForUpdatesCommand = 'check-for-updates'

/** A command chosen in the menu of the app. */
export interface ChosenCommand {
  id: string
  /** Whether the person pressed its keys instead of the menu entry. */
  isByKeys: boolean
}

/** Facts about the window that its page knows from the start. */
export interface DesktopFacts {
  /** Identifier of the window's page, which the page sends with its calls in `pageHeader`. */
  pageId: string
  /** Whether the app runs in safe mode: nothing is synced, sent or served. */
  isSafeMode: boolean
}
/** The header with the page's identifier: the host ends the calls of a page that is gone. */
export const pageHeader = 'x-desk-page'
/** The argument that starts the app in safe mode; the preload script gets it too. */
export const safeModeSwitch = '--safe-mode'
/** The preload script gets the identifier as this argument. */
export const pageArgument = '--desk-page='

/** Events that the desktop window offers to its page. */
export interface DesktopEvents {
  /** Calls the listener when something can be taken by `takeOpenings`. @returns a function that removes it */
  onOpening(listener: () => void): () => void
  /** Calls the listener with a command chosen in the menu. @returns a function that removes it */
  onCommand(listener: (chosen: ChosenCommand) => void): () => void
  /** Calls the listener after each change of `updateState`. @returns a function that removes it */
  onUpdate(listener: () => void): () => void
  /** Calls the listener after each change of `accentColor`. @returns a function that removes it */
  onAccent(listener: () => void): () => void
}
/** The channels of the events. */
export const openingChannel = 'opening'
export const commandChannel = 'command'
export const updateChannel = 'update'
export const accentChannel = 'accent'

/** The name of a call, and of its channel between the preload script and the host. */
export type DesktopCall = keyof DesktopBridge

/** The arguments that reach the host: a file is replaced by its path, which only the preload script knows. */
export type SentToHost<Call extends DesktopCall> = FilesAsPaths<Parameters<DesktopBridge[Call]>>
type FilesAsPaths<Given extends unknown[]> = { [I in keyof Given]: Given[I] extends File ? string : Given[I] }

/** The result of a call. */
export type AnswerOf<Call extends DesktopCall> = Awaited<ReturnType<DesktopBridge[Call]>>
