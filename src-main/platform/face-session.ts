import type { FolderPurpose } from '../../src-shared/workspace/model.ts'
import type { Grants } from './granted-files.ts'

/** Whoever asks: one window of the desktop, or one browser that was let in. Every call is answered for one. */
export interface FaceSession {
  /** The files and folders chosen in it. */
  grants: Grants
  /** An address of this host as the page may open it without sending a header: with a proof in it, where one is needed. */
  addressOf(path: string): string
  /** Asks the person by the host's own means whether a folder that was typed may be used. */
  confirm?: (path: string, purpose: FolderPurpose) => Promise<boolean>
}
