import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { openChangeNumbers } from './change-number.ts'
import { copyInThread } from './copy-database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import type { Database, ReaderContext, Store, WriterContext } from './store.ts'
import { openReaderCalls, openWriterCalls } from './store-calls.ts'
import { errorToShape } from './store-error.ts'
import type { FromThread, ThreadData, ToThread } from './thread-protocol.ts'
import { transferable } from './transferable.ts'

export interface ThreadStores {
  // biome-ignore-start lint/suspicious/noExplicitAny: stores of every shape; calls find their functions by name
  readers: Store<any, ReaderContext>[]
  writers: Store<any, WriterContext>[]
  // biome-ignore-end lint/suspicious/noExplicitAny: as above
}

/** How often the writer looks for commits of other processes, in milliseconds. */
const foreignCommitInterval = 1000

/** The body of a storage thread: opens the database, answers calls until it is told to close. */
export function serveStores(stores: ThreadStores): void {
  const port = parentPort
  if (!port) throw new Error('A storage thread is started by openStorage, not by itself.')
  const { role, path, destination } = workerData as ThreadData
  const send = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  if (role === 'copier') {
    let stopped = false
    port.once('message', () => {
      stopped = true
    })
    void copyInThread(path, destination ?? '', send, () => stopped).finally(() => port.close())
    return
  }

  let db: Database
  let answer: ReturnType<typeof openReaderCalls>
  let watch: NodeJS.Timeout | undefined
  try {
    db = openDatabase(path, { readonly: role === 'reader' })
    if (role === 'writer') {
      migrate(db)
      answer = openWriterCalls(db, stores.writers, (batch) => send({ kind: 'changes', batch }))
      watch = watchForeignCommits(db, send)
    } else answer = openReaderCalls(db, stores.readers)
    send({ kind: 'ready', changeNumber: openChangeNumbers(db).last() })
  } catch (error) {
    send({ kind: 'failed', error: errorToShape(error) })
    return
  }

  port.on('message', (message: ToThread) => {
    if (message.kind === 'close') {
      clearInterval(watch)
      if (role === 'writer') db.pragma('optimize')
      db.close()
      port.close()
      return
    }
    const start = performance.now()
    const elapsed = () => performance.now() - start
    try {
      const value = answer(message)
      send({ kind: 'answer', id: message.id, value, milliseconds: elapsed() }, transferable(value))
    } catch (error) {
      send({ kind: 'error', id: message.id, error: errorToShape(error), milliseconds: elapsed() })
    }
  })
}

/**
 * Another process may write to the same workspace. `data_version` moves for commits of other connections only, and
 * ours that write are this one alone. What they touched is noted in the database, topic by topic.
 */
function watchForeignCommits(db: Database, send: (message: FromThread) => void): NodeJS.Timeout {
  const changeNumbers = openChangeNumbers(db)
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  let seen = dataVersion.get()
  let known = changeNumbers.last()
  return setInterval(() => {
    const current = dataVersion.get()
    if (current === seen) return
    seen = current
    const changes = changeNumbers.topicsSince(known).map((topic) => ({ topic }))
    known = changeNumbers.last()
    if (changes.length > 0) send({ kind: 'changes', batch: { changeNumber: known, changes } })
  }, foreignCommitInterval)
}
