/** The storage of a process that only answers calls of the local API. */
import type { Topic } from '../../../src-shared/rpc/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import { openChangeNumbers } from '../change-number.ts'
import { openDatabase } from '../open-database.ts'
import type { OpenMode } from '../open-mode.ts'
import { refuseForeignSchema } from '../schema/check-schema.ts'
import { remoteFunctions, type Storage } from '../storage.ts'
import { openReaderPool } from './reader-pool.ts'
import { openRoomStores, type RoomModules } from './room-stores.ts'
import { startThread, type ThreadCall } from './storage-thread-client.ts'
import { openReaderCalls } from './store-calls.ts'

/** The part of a storage that the answers of the local API are made from. */
export type AnsweringStorage = Pick<Storage, 'reader' | 'snapshot' | 'changeNumber'>

interface AnsweringOptions {
  /** The database file. It must exist, because this process creates and migrates nothing. */
  path: string
  way: OpenMode
  /** Entry module of a storage thread. */
  thread: URL
  /** Loaders of the stores that this thread may call itself. */
  rooms: RoomModules
  /** Whether a call takes less time than its way to another thread and back. */
  isQuick(call: Omit<ThreadCall, 'now'>): boolean
  clock: Clock
}

/**
 * Opens a workspace's database for reading. Quick calls run in this thread, without a message to another one;
 * all others run in a reader thread, so that a slow search holds up nothing else. Commits of other processes
 * are seen at once, because the change number is read from the database.
 * @throws PlainError
 */
export function openAnsweringStorage(
  options: AnsweringOptions,
): AnsweringStorage & { close(): Promise<void> } {
  const { path, way, thread, rooms, isQuick, clock } = options
  const db = openDatabase(path, { readonly: true, way })
  refuseForeignSchema(db)
  const stores = openRoomStores(rooms)
  const answerHere = openReaderCalls(db, (name) => stores.find('reader', name))
  const pool = openReaderPool(
    () =>
      startThread(
        thread,
        { role: 'reader', path, way },
        { changes: () => undefined, answered: () => undefined, slowStatement: () => undefined },
      ),
    { maxThreads: 1 },
  )

  const numbers = openChangeNumbers(db)
  // Changes with each commit of another connection, and this one commits nothing.
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  const numberOf = new Map<Topic | undefined, number>()
  let seenVersion = dataVersion.get()

  const callHere = async (call: Omit<ThreadCall, 'now'>): Promise<unknown> => {
    await stores.load(call.store)
    const [answered] = answerHere({ ...call, now: clock.now() })
    if (answered && 'error' in answered) throw answered.error
    return answered?.value
  }

  return {
    reader: (store) =>
      remoteFunctions(store.name, (call) =>
        isQuick(call) ? callHere(call) : pool.call({ ...call, now: clock.now() }),
      ),
    snapshot() {
      const { call, end } = pool.snapshot()
      return {
        reader: (store) =>
          remoteFunctions(store.name, (threadCall) => call({ ...threadCall, now: clock.now() })),
        end,
      }
    },
    changeNumber(topic) {
      const version = dataVersion.get()
      if (version !== seenVersion) {
        seenVersion = version
        numberOf.clear()
      }
      let number = numberOf.get(topic)
      if (number === undefined) {
        number = topic === undefined ? numbers.last() : numbers.lastOf(topic)
        numberOf.set(topic, number)
      }
      return number
    },
    async close() {
      await pool.close()
      db.close()
    },
  }
}
