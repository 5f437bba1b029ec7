import { dialog } from 'electron'
import { say } from '../../../../src-shared/texts/say.ts'
import type { Desk } from '../../../app/desk.ts'
import type { Speak } from '../texts.ts'

/**
 * Opens a workspace of this computer's list; all windows follow. Other folders are ignored, because any
 * program can start the app with the name of one. A failure is shown in a dialog.
 */
export const workspaceOpener =
  (desk: Pick<Desk, 'known' | 'open'>, speak: Speak) =>
  (directory: string): void =>
    void openKnown(desk, directory).catch((error: unknown) =>
      dialog.showMessageBox({
        type: 'error',
        message: speak(say`The workspace was not opened`),
        detail: speak(error instanceof Error ? error.message : String(error)),
        buttons: [speak(say`Close`)],
        noLink: true,
      }),
    )

async function openKnown({ known, open }: Pick<Desk, 'known' | 'open'>, directory: string): Promise<void> {
  if (await known.find(directory)) await open(directory)
}
