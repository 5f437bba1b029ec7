/** Converts SQLite failures to messages for a person, and passes errors between threads. */

import { PlainError } from '../../src-shared/plain-error.ts'
import type { Problem } from '../../src-shared/problem.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { StatementError } from './watch-statements.ts'

/** A failure of a store. A failure of SQLite also has its SQL statement, without values, for the log. */
export type StorageFailure = PlainError & Pick<StatementError, 'sql'>

/** The error of every call after the workspace is closed. */
export const workspaceClosed = (): PlainError => new PlainError('closed', say`The workspace has been closed.`)

/** An error in structured-cloneable form, to pass it between threads. */
export interface ErrorShape {
  code: string
  message: string
  path: string | undefined
  problems: Problem[]
  data: unknown
  sql: string | undefined
  stack: string | undefined
}

/** SQLite result codes that a person can act on, by prefix, because extended codes append to it. */
const plainWords: [prefix: string, code: string, message: string][] = [
  ['SQLITE_FULL', 'disk-full', say`The disk is full: nothing was saved. Free some space and try again.`],
  [
    'SQLITE_BUSY',
    'locked',
    say`Another program is writing to this workspace. Wait until it has finished and try again.`,
  ],
  [
    'SQLITE_LOCKED',
    'locked',
    say`Another program is using this workspace. Wait until it is done and try again.`,
  ],
  [
    'SQLITE_READONLY',
    'read-only',
    say`The workspace cannot be written to. Check the permissions of its folder.`,
  ],
  [
    'SQLITE_PERM',
    'read-only',
    say`You do not have permission to open the workspace. Check the permissions of its folder.`,
  ],
  [
    'SQLITE_CANTOPEN',
    'cannot-open',
    say`The workspace cannot be opened. Check that its folder exists and may be written to.`,
  ],
  [
    'SQLITE_NOTADB',
    'damaged',
    say`The file of the workspace is not a catalog database. Restore it from a backup.`,
  ],
  [
    'SQLITE_CORRUPT',
    'damaged',
    say`The file of the workspace is damaged. Restore it from a backup, or sync into a new workspace.`,
  ],
  [
    'SQLITE_IOERR',
    'disk-error',
    say`The disk reported an error while the workspace was read or written. Check the disk, and whether there is free space on it.`,
  ],
  ['SQLITE_TOOBIG', 'too-large', say`A value is larger than the workspace can hold.`],
]

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/**
 * Converts any thrown value to a {@link PlainError}: a PlainError unchanged, a failure of SQLite with a plain
 * message, anything else as a defect with its own code or `internal`.
 */
export function toPlainError(error: unknown): StorageFailure {
  if (error instanceof PlainError) return error
  const code = codeOf(error)
  const known = plainWords.find(([prefix]) => code?.startsWith(prefix))
  if (known) {
    const [, word, words] = known
    return withStatement(new PlainError(word, words, { data: { sqlite: code }, cause: error }), error)
  }
  const message = error instanceof Error ? error.message : String(error)
  const defect = new PlainError(code ?? 'internal', message, { cause: error })
  if (error instanceof Error && error.stack !== undefined) defect.stack = error.stack
  return withStatement(defect, error)
}

function withStatement(error: PlainError, cause: unknown): StorageFailure {
  const { sql } = cause instanceof Error ? (cause as StatementError) : {}
  return sql === undefined ? error : Object.assign(error, { sql })
}

export function errorToShape(thrown: unknown): ErrorShape {
  const { code, message, path, problems, data, sql, stack } = toPlainError(thrown)
  return { code, message, path, problems, data, sql, stack }
}

export function errorFromShape({ code, message, sql, stack, ...detail }: ErrorShape): StorageFailure {
  const error = new PlainError(code, message, detail)
  if (stack !== undefined) error.stack = stack
  return sql === undefined ? error : Object.assign(error, { sql })
}
