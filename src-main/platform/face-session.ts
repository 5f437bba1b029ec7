/**
 * Allows calls from the screens to name only the files and folders that the person chose in the session, each for its
 * purpose: a call can name any path, and only the host knows what the person chose.
 */

import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { FilePurpose, FolderPurpose } from '../../src-shared/workspace/model.ts'
import { expandHome } from './files/home.ts'

/** The session in which a call is answered: of one window of the desktop, or of one browser that was let in. */
export interface FaceSession {
  /** The files and folders chosen in the session. */
  grants: Grants
  /** The address at which the page can open a path of this host without a header: with a proof, where one is needed. */
  addressOf(path: string): string
  /** Asks the person, by the host's own means, whether to use a folder typed in the page. */
  confirm?: (path: string, purpose: FolderPurpose) => Promise<boolean>
}

/** A call of the session. */
export interface FaceCall extends FaceSession {
  /** Aborted when the page gives the call up. */
  signal?: AbortSignal | undefined
}

/** The most grants of a session; a further one replaces the oldest, whose file can be chosen again. */
const maxGrants = 500

/** The error for a path that was not chosen. The message does not tell whether anything is at the path. */
export type GrantErrorCode = 'NOT_CHOSEN' | 'NOT_A_PATH'

export interface Grants {
  /**
   * Notes a path that the person chose, for the given purposes; without any, for every purpose.
   * @throws PlainError `NOT_A_PATH` when the path is not absolute
   */
  grant(path: string, purpose?: FilePurpose | readonly FilePurpose[]): void
  isGranted(path: string, purpose: FilePurpose): boolean
  /** The path without symbolic links. @throws PlainError when the path was not chosen for the purpose */
  require(path: string, purpose: FilePurpose): string
}

/** The grants of one session. */
export function createGrants(): Grants {
  const any = '*' as const
  /** Purpose and real path, oldest first. */
  const granted = new Set<string>()
  const keyOf = (path: string, purpose: FilePurpose | typeof any): string => `${purpose}\0${path}`
  const isChosen = (path: string, purpose: FilePurpose): boolean =>
    granted.has(keyOf(path, purpose)) || granted.has(keyOf(path, any))

  return {
    grant(path, purpose = []) {
      const real = realPath(path)
      const purposes = typeof purpose === 'string' ? [purpose] : purpose
      for (const one of purposes.length > 0 ? purposes : [any]) {
        const key = keyOf(real, one)
        granted.delete(key)
        granted.add(key)
      }
      for (const key of granted) {
        if (granted.size <= maxGrants) break
        granted.delete(key)
      }
    },
    isGranted(path, purpose) {
      try {
        return isChosen(realPath(path), purpose)
      } catch {
        return false
      }
    },
    require(path, purpose) {
      const real = realPath(path)
      if (isChosen(real, purpose)) return real
      throw new PlainError<GrantErrorCode>(
        'NOT_CHOSEN',
        say`Catalog Desk uses only the files and folders that you chose in this window. Choose this one again.`,
      )
    },
  }
}

/**
 * An absolute path without symbolic links, as far as the path exists: when a link leads elsewhere after the choice, the
 * path counts as another one.
 */
function realPath(path: string): string {
  const expanded = expandHome(path)
  if (expanded.includes('\0') || !isAbsolute(expanded))
    throw new PlainError<GrantErrorCode>(
      'NOT_A_PATH',
      say`Enter the whole path, from the root of the disk on.`,
    )
  const missing: string[] = []
  for (let existing = resolve(expanded); ; existing = dirname(existing)) {
    try {
      return join(realpathSync.native(existing), ...missing)
    } catch {
      if (dirname(existing) === existing) return join(existing, ...missing)
      missing.unshift(basename(existing))
    }
  }
}
