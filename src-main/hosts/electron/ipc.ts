/** Answers the desktop calls that the page makes through preload.ts, after checking sender and arguments. */
import { realpathSync } from 'node:fs'
import { basename, isAbsolute, join, sep } from 'node:path'
import { app, dialog, type FileFilter, ipcMain, nativeTheme, shell, type WebContents } from 'electron'
import * as z from 'zod'
import { archiveEnding } from '../../../src-shared/backup/model.ts'
import {
  type AnswerOf,
  type DesktopCall,
  menuPlaces,
  type SentToHost,
  startModes,
} from '../../../src-shared/desktop-bridge.ts'
import { catalogFilePatterns } from '../../../src-shared/import/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { updateActions } from '../../../src-shared/update-state.ts'
import { type FilePurpose, folderPurposes, themeChoices } from '../../../src-shared/workspace/model.ts'
import type { Desk } from '../../app/desk.ts'
import type { Grants } from '../../platform/page-session.ts'
import { accentColor } from './accent.ts'
import { home, isOurs, origin } from './app-scheme.ts'
import type { DragOut } from './files/drag-out.ts'
import type { Printing } from './files/print.ts'
import type { AppMenu } from './menu/app-menu.ts'
import { chooseFromMenu } from './menu/choose-from-menu.ts'
import type { RecentStore } from './menu/recent.ts'
import { isArchiveFile, isCatalogFile, type Openings } from './openings.ts'
import type { Restart } from './restart.ts'
import type { Speak } from './texts.ts'
import type { Updates } from './updates/index.ts'
import { isOurWindow, showWindow } from './window.ts'

/** The schema of a call's arguments, and its implementation, which first gets the page that calls. */
interface Answer<Given extends unknown[], Answered> {
  given: z.ZodType<Given>
  run(page: WebContents, ...given: Given): Answered | Promise<Answered>
}
type Answers = { [Call in DesktopCall]: Answer<SentToHost<Call>, AnswerOf<Call>> }

const nothing = z.tuple([])
const path = z.string().min(1).max(4096).refine(isAbsolute)
/** Maximum number of files of one drag, and of characters of a text. */
const maxDragged = { files: 200, text: 64 * 1024 * 1024 }
const fileName = z.string().min(1).max(200)
const draggedFile = z.union([
  z.strictObject({ name: fileName, picture: z.string().max(300) }),
  z.strictObject({ name: fileName, text: z.string().max(maxDragged.text) }),
  z.strictObject({ path }),
])
const menuText = z.string().min(1).max(300)
const menuGroup = z.object({
  place: z.enum(menuPlaces),
  label: menuText,
  commands: z
    .array(
      z.object({
        id: menuText,
        label: menuText,
        keys: z.string().max(60),
        printedKeys: z.string().max(120),
        isEnabled: z.boolean(),
      }),
    )
    .max(200),
})

/** A path chosen in a dialog is granted: from then on the page may use the path for that purpose. */
const answersOf = ({
  desk,
  grants,
  menu,
  recent,
  dragOut,
  printing,
  speak,
  openings,
  restart,
  updates,
}: DesktopServices): Answers => {
  /** Allows the import of a file that the person chose, or the restore of an archive. */
  const grantFile = (file: string): void => {
    if (isArchiveFile(file)) {
      grants.grant(file, 'backup')
      return
    }
    grants.grant(file, 'import')
    // A list of recent files that cannot be written does not prevent the import.
    if (isCatalogFile(file)) recent.addFile(file).catch(() => {})
  }
  /** Undefined if the person cancels. */
  const chooseFile = async (title: string, kind: FileFilter): Promise<string | undefined> => {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title,
      properties: ['openFile'],
      filters: [kind, { name: speak(say`All files`), extensions: ['*'] }],
    })
    return canceled ? undefined : filePaths[0]
  }
  return {
    chooseFile: {
      given: nothing,
      async run() {
        const kind = { name: speak(say`Catalog files`), extensions: catalogFilePatterns }
        const file = await chooseFile(speak(say`Choose a catalog file`), kind)
        if (file !== undefined) grantFile(file)
        return file
      },
    },
    chooseArchive: {
      given: nothing,
      async run() {
        const kind = { name: speak(say`Archives of workspaces`), extensions: [archiveEnding.slice(1)] }
        const file = await chooseFile(speak(say`Choose an archive`), kind)
        if (file !== undefined) grants.grant(file, 'backup')
        return file
      },
    },
    chooseFolder: {
      given: nothing,
      async run() {
        const { canceled, filePaths } = await dialog.showOpenDialog({
          title: speak(say`Choose a folder`),
          properties: ['openDirectory', 'createDirectory'],
        })
        const folder = canceled ? undefined : filePaths[0]
        if (folder !== undefined) grants.grant(folder, folderPurposes)
        return folder
      },
    },
    chooseSaveFile: {
      given: z.tuple([z.string().min(1).max(255)]),
      async run(_page, name) {
        const { canceled, filePath } = await dialog.showSaveDialog({
          title: speak(say`Save as`),
          defaultPath: join(app.getPath('downloads'), basename(name)),
          properties: ['createDirectory', 'showOverwriteConfirmation'],
        })
        if (canceled) return undefined
        grants.grant(filePath, ['export', 'archive'])
        return filePath
      },
    },
    showInFolder: {
      given: z.tuple([path]),
      run(_page, file) {
        const shown = shownFile(file, grants, desk.current()?.services.directory)
        if (shown === undefined) throw new Error(say`Catalog Desk cannot show this file.`)
        shell.showItemInFolder(shown)
      },
    },
    pathOf: {
      given: z.tuple([path]),
      // Only the preload script makes this call; Chromium, not the page, provides the path of a chosen file.
      run(_page, file) {
        grantFile(file)
        return file
      },
    },
    openItem: {
      given: z.tuple([z.string().min(1).max(200)]),
      run(_page, id) {
        // If the page cannot be loaded, the new window stays empty and the first window continues.
        showWindow(`${home}catalog/${encodeURIComponent(id)}`).catch(() => {})
      },
    },
    setTheme: {
      given: z.tuple([z.enum(themeChoices)]),
      run(_page, theme) {
        nativeTheme.themeSource = theme
      },
    },
    accentColor: { given: nothing, run: accentColor },
    restart: {
      given: z.tuple([z.enum(startModes)]),
      run: (_page, mode) => restart(mode),
    },
    takeOpenings: {
      given: z.tuple([z.literal('archive').optional()]),
      run(_page, kind) {
        const taken = openings.take(kind)
        // Naming a file to the app is a choice of the person, like a file dropped on its window.
        for (const opening of taken) if ('path' in opening) grantFile(opening.path)
        return taken
      },
    },
    setMenuCommands: {
      given: z.tuple([z.array(menuGroup).max(100)]),
      run(page, groups) {
        menu.setCommands(page, groups)
      },
    },
    chooseFromMenu: {
      given: z.tuple([z.array(menuText).min(1).max(50)]),
      run: chooseFromMenu,
    },
    startDrag: {
      given: z.tuple([z.array(draggedFile).min(1).max(maxDragged.files)]),
      run: dragOut.start,
    },
    print: { given: nothing, run: printing.print },
    previewPrint: { given: z.tuple([fileName]), run: printing.preview },
    updateState: { given: nothing, run: () => updates?.state() },
    actOnUpdate: {
      given: z.tuple([z.enum(updateActions)]),
      run(_page, action) {
        // A download takes long, and the page follows it by the state.
        void updates?.act(action)
      },
    },
  }
}

interface DesktopServices {
  desk: Desk
  grants: Grants
  menu: Pick<AppMenu, 'setCommands'>
  recent: Pick<RecentStore, 'addFile'>
  dragOut: DragOut
  printing: Printing
  speak: Speak
  openings: Pick<Openings, 'take'>
  restart: Restart
  /** Undefined if this app is not updated by itself. */
  updates: Pick<Updates, 'state' | 'act'> | undefined
}

/** Answers the desktop calls of our own page; throws on other senders and on arguments the schema refuses. */
export function answerDesktopCalls(services: DesktopServices): void {
  const answers: Record<string, Answer<unknown[], unknown>> = answersOf(services)
  for (const [call, answer] of Object.entries(answers))
    ipcMain.handle(call, (event, ...given) => {
      if (!isFromOurPage(event, isOurWindow)) throw new Error(`${call} is for the app's own page only.`)
      return answer.run(event.sender, ...answer.given.parse(given))
    })
}

/** The parts of Electron's frame used to check the sender. */
interface SenderFrame {
  readonly parent: unknown
  readonly origin: string
  readonly url: string
}
interface Message<Contents> {
  readonly sender: Contents
  /** `null` when the frame has closed or navigated since it sent the message. */
  readonly senderFrame: SenderFrame | null
}

/**
 * Whether a message comes from our own page in the main frame of our own window: not from an inner frame, a
 * closed page, or another window.
 */
export function isFromOurPage<Contents extends { readonly mainFrame: SenderFrame }>(
  { sender, senderFrame }: Message<Contents>,
  isOurWindow: (contents: Contents) => boolean,
): boolean {
  if (!senderFrame || !isOurWindow(sender)) return false
  if (senderFrame !== sender.mainFrame || senderFrame.parent !== null) return false
  return senderFrame.origin === origin && isOurs(senderFrame.url)
}

const shownPurposes: readonly FilePurpose[] = ['import', 'export', ...folderPurposes]

/**
 * The resolved path, if the system's file manager may show it: the person chose the path in this session, or
 * it is in the open workspace. Undefined for any other path and for a missing file.
 */
export function shownFile(
  path: string,
  grants: Pick<Grants, 'isGranted'>,
  workspace: string | undefined,
): string | undefined {
  try {
    const real = realpathSync.native(path)
    const folder = workspace === undefined ? undefined : realpathSync.native(workspace)
    const isInside = folder !== undefined && (real === folder || real.startsWith(folder + sep))
    return isInside || shownPurposes.some((purpose) => grants.isGranted(real, purpose)) ? real : undefined
  } catch {
    return undefined
  }
}
