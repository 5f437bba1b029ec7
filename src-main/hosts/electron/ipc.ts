/** The functions of the desktop that the page may call (preload.ts), each with what it must be given. */
import { basename, isAbsolute, join } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, type MessageBoxOptions, nativeTheme, shell } from 'electron'
import * as z from 'zod'
import { catalogFilePatterns } from '../../../src-shared/import/model.ts'
import type { DesktopChannel } from '../../../src-shared/rpc/desktop-bridge.ts'
import { folderPurposes, themeChoices } from '../../../src-shared/workspace/model.ts'
import type { Desk } from '../../app/desk.ts'
import type { Grants } from '../../platform/face-session.ts'
import { isFromOurPage } from './sender.ts'
import { shownFile } from './shown-files.ts'
import { isOurWindow } from './window.ts'

type Answer = (given: unknown[]) => unknown
const path = z.string().min(1).max(4096).refine(isAbsolute)

/** A function that runs only with what its schema takes. */
const taking =
  <Given extends unknown[]>(schema: z.ZodType<Given>, run: (...given: Given) => unknown): Answer =>
  (given) =>
    run(...schema.parse(given))

/** What the person chooses in a dialog is theirs to name from then on, for that use. */
const functions = (desk: Desk, grants: Grants): Record<DesktopChannel, Answer> => ({
  'choose-file': taking(z.tuple([]), async () => {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: 'Choose a catalog file',
      properties: ['openFile'],
      filters: [
        { name: 'Catalog files', extensions: catalogFilePatterns },
        { name: 'All files', extensions: ['*'] },
      ],
    })
    const file = canceled ? undefined : filePaths[0]
    if (file !== undefined) grants.grant(file, 'import')
    return file
  }),
  'choose-folder': taking(z.tuple([]), async () => {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: 'Choose a folder',
      properties: ['openDirectory', 'createDirectory'],
    })
    const folder = canceled ? undefined : filePaths[0]
    if (folder !== undefined) grants.grant(folder, folderPurposes)
    return folder
  }),
  'choose-save-file': taking(z.tuple([z.string().min(1).max(255)]), async (name) => {
    const { canceled, filePath } = await dialog.showSaveDialog({
      title: 'Export',
      defaultPath: join(app.getPath('downloads'), basename(name)),
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    })
    if (canceled) return undefined
    grants.grant(filePath, 'export')
    return filePath
  }),
  // Only the preload script calls this, with the path that Chromium itself keeps of a file the person gave.
  'grant-dropped': taking(z.tuple([path]), (file) => grants.grant(file, 'import')),
  'show-in-folder': taking(z.tuple([path]), (file) => {
    const shown = shownFile(file, grants, desk.current()?.services.directory)
    if (shown === undefined) throw new Error('This is none of the files that Catalog Desk shows.')
    shell.showItemInFolder(shown)
  }),
  'set-theme': taking(z.tuple([z.enum(themeChoices)]), (theme) => {
    nativeTheme.themeSource = theme
  }),
})

/** Answers the page's calls: only our own page's, and only with arguments that are what they should be. */
export function answerDesktopCalls(desk: Desk, grants: Grants): void {
  for (const [channel, run] of Object.entries(functions(desk, grants)))
    ipcMain.handle(channel, (event, ...given) => {
      if (!isFromOurPage(event, isOurWindow)) throw new Error(`${channel} is for the app's own page only.`)
      return run(given)
    })
}

/**
 * Asks the person in a dialog of the system, which no page can press; the key Enter, that a page may have made them
 * press, cancels.
 * @returns whether they agree
 */
export async function ask(act: string, words: { message: string; detail: string }): Promise<boolean> {
  const options: MessageBoxOptions = {
    ...words,
    type: 'question',
    buttons: [act, 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const window = BrowserWindow.getFocusedWindow()
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  return response === 0
}
