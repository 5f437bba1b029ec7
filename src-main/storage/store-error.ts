import type { StatementError } from './watch-statements.ts'

/**
 * A failure that a caller of a store is meant to understand. It crosses the thread whole: code, message, data.
 * Stores throw it; failures of SQLite become one, in plain words.
 */
export class StoreError extends Error {
  /** A stable word for programs, e.g. `disk-full`. */
  readonly code: string
  /** What a program needs to act on it; structured-cloneable. */
  readonly data: unknown
  /** The text of the statement that failed, without values; of failures of SQLite only. */
  sql?: string

  constructor(code: string, message: string, data?: unknown, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
    this.data = data
  }
}

/** What of an error crosses the thread. */
export interface ErrorShape {
  code: string
  message: string
  data: unknown
  sql: string | undefined
  stack: string | undefined
}

/** The result codes of SQLite (by prefix, as extended codes append to it) that a person can do something about. */
const plainWords: [prefix: string, code: string, message: string][] = [
  ['SQLITE_FULL', 'disk-full', 'The disk is full: nothing was saved. Free some space and try again.'],
  [
    'SQLITE_BUSY',
    'locked',
    'Another program is writing to this workspace. Wait until it is done and try again.',
  ],
  [
    'SQLITE_LOCKED',
    'locked',
    'Another program is using this workspace. Wait until it is done and try again.',
  ],
  [
    'SQLITE_READONLY',
    'read-only',
    'The workspace cannot be written to. Check the permissions of its folder.',
  ],
  ['SQLITE_PERM', 'read-only', 'The workspace may not be opened. Check the permissions of its folder.'],
  [
    'SQLITE_CANTOPEN',
    'cannot-open',
    'The workspace cannot be opened. Check that its folder exists and may be written to.',
  ],
  [
    'SQLITE_NOTADB',
    'damaged',
    'The file of the workspace is not a catalog database. Restore it from a backup.',
  ],
  [
    'SQLITE_CORRUPT',
    'damaged',
    'The file of the workspace is damaged. Restore it from a backup, or sync into a new workspace.',
  ],
  [
    'SQLITE_IOERR',
    'disk-error',
    'The disk reported an error while the workspace was read or written. Check the disk, and whether there is free space on it.',
  ],
  ['SQLITE_TOOBIG', 'too-large', 'A value is larger than the workspace can hold.'],
]

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Any thrown value as a {@link StoreError}: itself, SQLite's failure in plain words, or `internal`. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const code = codeOf(error)
  const known = plainWords.find(([prefix]) => code?.startsWith(prefix))
  if (known)
    return withStatement(new StoreError(known[1], known[2], { sqlite: code }, { cause: error }), error)
  const message = error instanceof Error ? error.message : String(error)
  const data = error instanceof Error && 'data' in error ? error.data : undefined
  const wrapped = new StoreError(code ?? 'internal', message, data, { cause: error })
  if (error instanceof Error && error.stack !== undefined) wrapped.stack = error.stack
  return withStatement(wrapped, error)
}

function withStatement(error: StoreError, cause: unknown): StoreError {
  const { sql } = cause instanceof Error ? (cause as StatementError) : {}
  if (sql !== undefined) error.sql = sql
  return error
}

export function errorToShape(thrown: unknown): ErrorShape {
  const { code, message, data, sql, stack } = toStoreError(thrown)
  return { code, message, data, sql, stack }
}

export function errorFromShape({ code, message, data, sql, stack }: ErrorShape): StoreError {
  const error = new StoreError(code, message, data)
  if (sql !== undefined) error.sql = sql
  if (stack !== undefined) error.stack = stack
  return error
}
