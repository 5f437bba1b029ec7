/**
 * The files and folders of this computer that calls from the screens may name: those that the person chose in this
 * session, each for its purpose. Whoever can make a call can name any path; only the host knows what was chosen.
 */

import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { FilePurpose, FolderPurpose } from '../../src-shared/workspace/model.ts'
import { expandHome } from './home.ts'

/** Whoever asks: one window of the desktop, or one browser that was let in. Every call is answered for one. */
export interface FaceSession {
  /** The files and folders chosen in it. */
  grants: Grants
  /** An address of this host as the page may open it without sending a header: with a proof in it, where one is needed. */
  addressOf(path: string): string
  /** Asks the person by the host's own means whether a folder that was typed may be used. */
  confirm?: (path: string, purpose: FolderPurpose) => Promise<boolean>
}

/** As many as a session keeps; beyond them the oldest is forgotten, and can be chosen again. */
const mostGrants = 500

/** A path that was not chosen, or is none. The message says nothing of what is at it. */
export type GrantErrorCode = 'NOT_CHOSEN' | 'NOT_A_PATH'

export interface Grants {
  /**
   * Notes what the person chose. Without a purpose (a dialog that is not told one): for every purpose.
   * @throws PlainError `NOT_A_PATH` when it is no absolute path
   */
  grant(path: string, purpose?: FilePurpose | readonly FilePurpose[]): void
  isGranted(path: string, purpose: FilePurpose): boolean
  /** The path to use, without symbolic links. @throws PlainError when it was not chosen for that */
  require(path: string, purpose: FilePurpose): string
}

/** What was chosen in one session: one window of the desktop, one browser that was let in. */
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
        if (granted.size <= mostGrants) break
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
        'Catalog Desk uses only the files and folders that you chose in this window. Choose this one again.',
      )
    },
  }
}

/**
 * An absolute path without symbolic links, as far as it exists: a path that leads elsewhere than when it was chosen is
 * another one.
 */
function realPath(path: string): string {
  const expanded = expandHome(path)
  if (expanded.includes('\0') || !isAbsolute(expanded))
    throw new PlainError<GrantErrorCode>('NOT_A_PATH', 'Enter the whole path, from the root of the disk on.')
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
