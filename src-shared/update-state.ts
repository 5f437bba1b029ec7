/** The update of the desktop app, as its page shows it. */

/** Why an update was refused or ended. Nothing of it is installed. */
export const updateFailures = [
  /** The server does not answer. */
  'unreachable',
  /** The server has no file about updates for this system. */
  'missing',
  /** What the server says about the update cannot be understood. */
  'unreadable',
  /** It is not signed with the key of this app, or was changed after it was signed. */
  'unsigned',
  /** The downloaded file is not the one that the server announces. */
  'broken',
  /** The download ended before the file was complete. */
  'interrupted',
  'disk-full',
  /** The new version did not start when it was tried. */
  'does-not-start',
  /** The new version could not take the place of this one. */
  'not-installed',
] as const
export type UpdateFailure = (typeof updateFailures)[number]

/** Work that ends before an update is installed. */
export type UninterruptedWork = 'sending' | 'import' | 'export' | 'backup' | 'maintenance'

interface OfferedUpdate {
  version: string
  /** Markdown, shortened; '' if there are none. */
  notes: string
  /** Bytes of the download, if the server names them. */
  size?: number | undefined
}

export interface UpdateState {
  /** Version of the running app. */
  version: string
  step: 'idle' | 'checking' | 'offered' | 'downloading' | 'downloaded' | 'waiting' | 'installing'
  /** ISO 8601 time of the last answer of the server. */
  checkedAt?: string | undefined
  /**
   * What the last answer means: this is the newest version, the server has an older one, or a newer one that
   * it does not offer to this computer yet.
   */
  answer?: { kind: 'newest' | 'older' | 'later'; version: string } | undefined
  offer?: OfferedUpdate | undefined
  /** Bytes. */
  progress?: { done: number; total: number } | undefined
  /** What the installation waits for; only in the step `waiting`. */
  waitsFor: UninterruptedWork[]
  /** Whether the person chose to install the downloaded update when the app quits. */
  installsOnQuit: boolean
  failure?: { code: UpdateFailure; detail: string } | undefined
  /** A version that did not start here, after which this one was put back. */
  returned?: { from: string; reason: string; log: string } | undefined
}

/** What the person can do about updates. */
export const updateActions = [
  'check',
  'download',
  'cancel',
  /** Quit, install and start again, as soon as no work has to be waited for. */
  'install',
  'install-on-quit',
  'not-now',
  /** The message about a version that was put back has been read. */
  'dismiss',
] as const
export type UpdateAction = (typeof updateActions)[number]
