import { Worker } from 'node:worker_threads'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import { openDatabase } from './open-database.ts'
import { errorFromShape, errorToShape } from './plain-failures.ts'
import type { FromThread, ThreadData } from './threads/thread-protocol.ts'
import type { WayToOpen } from './ways-to-open.ts'

/** How many pages to copy before each report and each check whether to go on. */
const pagesAtOnce = 1000

export interface CopyOptions {
  /** The entry of a storage thread. */
  thread: URL
  /** The database file, which may be in use. */
  path: string
  /** The way in which the program itself has the database open. */
  way: WayToOpen
  /** The file to make, which must not exist. */
  destination: string
  onProgress?: ((pages: { done: number; total: number }) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Copies a database in use, by SQLite's online backup in a thread of its own, into one file without a write-ahead log.
 * The copy holds the state of one moment, without the commits made during the copying.
 * @throws PlainError; what was written until then is left to the caller to remove
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

/** The thread's side of {@link copyDatabase}. */
export async function copyInThread(
  path: string,
  way: WayToOpen,
  destination: string,
  send: (message: FromThread) => void,
  stopped: () => boolean,
): Promise<void> {
  try {
    const source = openDatabase(path, { readonly: true, way })
    try {
      // Without its own snapshot, the backup would begin again at every commit of the writer, perhaps for ever.
      source.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
      await source.backup(destination, {
        progress({ totalPages, remainingPages }) {
          if (stopped()) throw new PlainError('stopped', say`The copy was stopped.`)
          send({ kind: 'progress', done: totalPages - remainingPages, total: totalPages })
          return pagesAtOnce
        },
      })
    } finally {
      source.close()
    }
    leaveOneFile(destination)
    send({ kind: 'copied' })
  } catch (error) {
    send({ kind: 'failed', error: errorToShape(error) })
  }
}

/** Switches the copy to a plain journal: a file in write-ahead mode could not be opened on a read-only disk. */
function leaveOneFile(path: string): void {
  const db = openDatabase(path)
  try {
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}
