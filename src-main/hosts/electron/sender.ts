import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { isOurs, origin } from './app-scheme.ts'

/**
 * Whether a message comes from the main frame of our own window, with our own page in it: not from a frame within it,
 * a page that has gone meanwhile, or any other contents.
 */
export function isFromOurPage(
  { sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  isOurWindow: (contents: WebContents) => boolean,
): boolean {
  if (!senderFrame || !isOurWindow(sender)) return false
  if (senderFrame !== sender.mainFrame || senderFrame.parent !== null) return false
  return senderFrame.origin === origin && isOurs(senderFrame.url)
}
