import { Worker } from 'node:worker_threads'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { openDatabase } from './open-database.ts'
import type { OpenMode } from './open-mode.ts'
import { errorFromShape, errorToShape } from './plain-failures.ts'
import type { FromThread, ThreadData } from './threads/thread-protocol.ts'

/** Number of pages copied between two progress reports and stop checks. */
const pagesPerStep = 1000

export interface CopyOptions {
  /** Entry module of a storage thread. */
  thread: URL
  /** The database file; it may be in use. */
  path: string
  /** How the program itself has opened the database. */
  way: OpenMode
  /** The file to create; it must not exist. */
  destination: string
  onProgress?: ((pages: { done: number; total: number }) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Copies a database that is in use, by SQLite's online backup in a separate thread, into one file without a
 * write-ahead log. The copy is a snapshot: commits made during the copying are not included.
 * @throws PlainError; the caller must delete the unfinished copy
 */
export function copyDatabase({
  thread,
  path,
  way,
  destination,
  onProgress,
  signal,
}: CopyOptions): Promise<void> {
  const workerData: ThreadData = { role: 'copier', path, way, destination }
  const worker = new Worker(thread, { workerData, name: 'catalog-desk copier' })
  const stop = () => worker.postMessage({ kind: 'close' })
  signal?.addEventListener('abort', stop)
  return new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'progress') onProgress?.(message)
      else if (message.kind === 'copied') resolve()
      else if (message.kind === 'failed') reject(errorFromShape(message.error))
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new PlainError('closed', say`The copy was stopped.`)))
  }).finally(() => signal?.removeEventListener('abort', stop))
}

/** The thread side of {@link copyDatabase}. */
export async function copyInThread(
  path: string,
  way: OpenMode,
  destination: string,
  send: (message: FromThread) => void,
  stopped: () => boolean,
): Promise<void> {
  try {
    const source = openDatabase(path, { readonly: true, way })
    try {
      // Without its own snapshot, the backup would restart at every commit of the writer, possibly forever.
      source.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
      await source.backup(destination, {
        progress({ totalPages, remainingPages }) {
          if (stopped()) throw new PlainError('stopped', say`The copy was stopped.`)
          send({ kind: 'progress', done: totalPages - remainingPages, total: totalPages })
          return pagesPerStep
        },
      })
    } finally {
      source.close()
    }
    finishCopy(destination)
    send({ kind: 'copied' })
  } catch (error) {
    send({ kind: 'failed', error: errorToShape(error) })
  }
}

/**
 * The log for replicas, which a copy would continue with the same numbers for other changes, and the membership in a
 * team: a copy is a workspace of its own.
 */
const ofOriginal = ['replica_log', 'replica_change', 'replica_state', 'team_state']

/**
 * Removes what concerns the original, and switches the copy to a rollback journal: a file in write-ahead mode could
 * not be opened on a read-only disk.
 */
function finishCopy(path: string): void {
  const db = openDatabase(path)
  try {
    const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
    for (const table of ofOriginal) if (exists.get(table)) db.exec(`DELETE FROM ${table}`)
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}
