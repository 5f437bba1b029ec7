import { isOurs, origin } from './app-scheme.ts'

/** What is judged of a frame, as Electron tells it. */
interface SenderFrame {
  readonly parent: unknown
  readonly origin: string
  readonly url: string
}
interface Message<Contents> {
  readonly sender: Contents
  /** `null` when the frame has gone, or went to another page, since it sent. */
  readonly senderFrame: SenderFrame | null
}

/**
 * Whether a message comes from the main frame of our own window, with our own page in it: not from a frame within it,
 * a page that has gone meanwhile, or any other contents.
 */
export function isFromOurPage<Contents extends { readonly mainFrame: SenderFrame }>(
  { sender, senderFrame }: Message<Contents>,
  isOurWindow: (contents: Contents) => boolean,
): boolean {
  if (!senderFrame || !isOurWindow(sender)) return false
  if (senderFrame !== sender.mainFrame || senderFrame.parent !== null) return false
  return senderFrame.origin === origin && isOurs(senderFrame.url)
}
