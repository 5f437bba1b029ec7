/**
 * Restricts calls from the screens to the files and folders that the person chose in this session, each for
 * its purpose. A call can contain any path; only the host knows what was chosen.
 */

import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { Person } from '../../src-shared/team/person.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { FilePurpose, FolderPurpose } from '../../src-shared/workspace/model.ts'
import { expandHome } from './files/home.ts'

/** The session of a caller: one desktop window, or one admitted browser. */
export interface PageSession {
  /** The files and folders chosen in the session. */
  grants: Grants
  /** The signed-in person; absent without a team. */
  person?: Person
  /** Ends the session of a signed-in person. */
  end?: () => Promise<void>
  /**
   * URL at which the page can open a path of this host without extra headers; includes a proof of access if
   * one is required.
   */
  addressOf(path: string): string
  /** Asks the person, in a dialog of the host, whether to use a folder path that was typed in the page. */
  confirm?: (path: string, purpose: FolderPurpose) => Promise<boolean>
}

/** A call of the session. */
export interface PageCall extends PageSession {
  /** Aborted when the page cancels the call. */
  signal?: AbortSignal | undefined
}

/**
 * Maximum number of grants per session. A further grant replaces the oldest, whose file can be chosen again.
 */
const maxGrants = 500

/** Error codes for a refused path. The message does not reveal whether the path exists. */
export type GrantErrorCode = 'NOT_CHOSEN' | 'NOT_A_PATH'

export interface Grants {
  /**
   * Records a path that the person chose for the given purposes, or for every purpose if none is given.
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
  /** `purpose\0realPath`, oldest first. */
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
 * The absolute path with symbolic links resolved, as far as the path exists. If a link's target changes after
 * the choice, the result differs and the path is refused.
 */
function realPath(path: string): string {
  const expanded = expandHome(path)
  if (expanded.includes('\0') || !isAbsolute(expanded))
    throw new PlainError<GrantErrorCode>(
      'NOT_A_PATH',
      say`Enter the full path, starting at the root of the disk.`,
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
