/**
 * Opens a workspace's database: one thread writes, several read, and the main thread never waits for the disk. Other
 * rooms describe their tables in migrations and their queries in stores; this room knows nothing of their contents.
 */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { ChangeBatch, Topic } from '../../src-shared/rpc/changes.ts'
import { say } from '../../src-shared/texts/say.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { toFileError } from '../platform/files/file-error.ts'
import type { Logger } from '../platform/log/log.ts'
import { openMemoryRest } from '../platform/memory/memory-rest.ts'
import { type CopyOptions, copyDatabase } from './copy-database.ts'
import type { ApartStore, ReaderStore, Remote, StoreFunctions, WriterStore } from './store.ts'
import {
  type Apart,
  apartCalls,
  type Budget,
  type EndableThread,
  openEndableThread,
} from './threads/endable-thread.ts'
import { openReaderPool } from './threads/reader-pool.ts'
import { startThread, type ThreadCall } from './threads/storage-thread-client.ts'
import { fullDisk, otherWayToOpen, readOnlyDisk, type WayToOpen } from './ways-to-open.ts'

export interface StorageOptions {
  /** The workspace's folder; made when missing. */
  directory: string
  /** The entry of a storage thread: src-main/thread.ts, or what it was bundled to. */
  thread: URL
  /** The most threads that answer readers. */
  readers?: number
  /** How long a thread without calls is kept, in milliseconds; two minutes when absent. */
  idle?: number
  /** The limits of a call in a thread of its own; the usual budget when absent. */
  budget?: Budget
  clock?: Clock
  log?: Logger
}

export interface Storage {
  /** The database file. */
  path: string
  /**
   * @param options `apart`: for foreign bytes, in a thread of its own that ends when a call has spent its budget; `same`:
   * always in the same thread, for a store that keeps much in memory
   */
  reader<F extends StoreFunctions>(
    store: ReaderStore<F>,
    options?: { apart?: boolean; same?: boolean },
  ): Remote<F>
  /** A store without a database, in a thread of its own with a budget for each call. */
  apart<F extends StoreFunctions>(store: ApartStore<F>): Apart<F>
  writer<F extends StoreFunctions>(store: WriterStore<F>): Remote<F>
  /** Makes several calls that all see the state of the database at the first one. */
  snapshot(): Snapshot
  /** Copies the present state of the database into one new file, while other calls go on. */
  copyTo(destination: string, options?: Pick<CopyOptions, 'onProgress' | 'signal'>): Promise<void>
  changes: {
    /** Calls the listener with every committed change, in order, before the call that made the change is answered. */
    subscribe(listener: (batch: ChangeBatch) => void): () => void
  }
  /** The number of the last committed change this process knows of, or of the last one to a topic. Only ever rises. */
  changeNumber(topic?: Topic): number
  /** The way in which the connections are opened. */
  way: WayToOpen
  /** Why nothing can be written at present, in words; undefined while it can. */
  unwritable(): PlainError | undefined
  close(): Promise<void>
}

/** The state of the database at the first call. Until the snapshot ends, the write-ahead log cannot be emptied. */
interface Snapshot {
  reader<F extends StoreFunctions>(store: ReaderStore<F>): Remote<F>
  end(): void
}

export const databaseFile = 'catalog.db'

/** A call slower than this is logged, in milliseconds. */
const slow = { writer: 2000, reader: 250 }
/** A statement slower than this is logged, in milliseconds, unless `CATALOG_DESK_SLOW_MS` says another number. */
const slowStatement = 200
const slowAfter = (): number => Number(process.env['CATALOG_DESK_SLOW_MS']) || slowStatement
/** The log's message about a slow statement, by which `desk slow` finds the entries. */
export const slowStatementMessage = 'slow statement'

/** Opens (and makes, and migrates) a workspace's database. @throws PlainError */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { directory, thread, readers = 2, clock = systemClock, log } = options
  makeFolder(directory)
  const path = join(directory, databaseFile)
  const listeners = new Set<(batch: ChangeBatch) => void>()
  let changeNumber = 0
  let openedAt = 0
  const topicNumbers = new Map<Topic, number>()

  const publish = (batch: ChangeBatch) => {
    changeNumber = Math.max(changeNumber, batch.changeNumber)
    for (const { topic } of batch.changes) topicNumbers.set(topic, changeNumber)
    for (const listener of listeners) {
      try {
        listener(batch)
      } catch (error) {
        log?.error({ err: error }, 'a listener of changes failed')
      }
    }
  }
  let way: WayToOpen = 'shared'
  const rest = openMemoryRest()
  const start = (role: 'writer' | 'reader', opening?: Promise<WayToOpen>) =>
    startThread(
      thread,
      { role, path, way, slowAfter: slowAfter() },
      {
        changes: publish,
        answered: (call, milliseconds, failure) => {
          rest.worked()
          const { store, function: name } = call
          if (failure?.sql !== undefined)
            log?.warn(
              { err: failure, workspace: directory, role, store, function: name },
              'a statement failed',
            )
          if (milliseconds < slow[role]) return
          log?.warn({ workspace: directory, role, store, function: name, milliseconds }, 'slow storage call')
        },
        slowStatement: (sql, milliseconds) =>
          log?.warn({ workspace: directory, role, sql: onOneLine(sql), milliseconds }, slowStatementMessage),
      },
      opening,
    )

  // The writer opens the file first, as it makes and migrates the file; a reader is loaded meanwhile.
  const opening = Promise.withResolvers<WayToOpen>()
  opening.promise.catch(() => undefined)
  const pool = openReaderPool(() => start('reader', opening.promise), {
    most: readers,
    idle: options.idle,
  })
  const starting = start('writer').catch((error: unknown) => {
    const other = otherWayToOpen(path, error)
    if (other === undefined) throw error
    log?.warn({ err: error, way: other }, 'nothing can be written to this workspace')
    way = other
    return way === 'frozen' ? undefined : start('writer')
  })
  pool.first().catch(() => undefined)
  const opened = async () => {
    const found = await starting
    opening.resolve(way)
    // Without a writer, the reader says whether the file can be read.
    changeNumber = openedAt = (found ?? (await pool.first())).changeNumber
    return found
  }
  const writer = await opened().catch(async (error: unknown) => {
    opening.reject(error)
    await pool.close()
    throw error
  })
  const remoteReader = <F extends StoreFunctions>(storeName: string, same: boolean) =>
    remoteFunctions<F>(storeName, (call) => pool.call({ ...call, now: clock.now() }, same))

  /** One thread for each store of foreign bytes, so that no store waits for the bytes of another. */
  const apartThreads = new Map<string, EndableThread>()
  const threadApart = (
    store: { name: string },
    data: { role: 'apart' } | { role: 'reader'; path: string; way: WayToOpen },
  ) => {
    const key = `${data.role} ${store.name}`
    const known = apartThreads.get(key)
    if (known) return known
    const opened = openEndableThread(thread, data, { budget: options.budget })
    apartThreads.set(key, opened)
    return opened
  }

  return {
    path,
    way,
    reader: (store, { apart = false, same = false } = {}) =>
      apart
        ? remoteFunctions(store.name, (call) =>
            threadApart(store, { role: 'reader', path, way }).call({ ...call, now: clock.now() }),
          )
        : remoteReader(store.name, same),
    apart: (store) => apartCalls(store, threadApart(store, { role: 'apart' }), clock),
    writer: (store) =>
      remoteFunctions(store.name, (call) =>
        writer ? writer.call({ ...call, now: clock.now() }) : Promise.reject(readOnlyDisk(directory)),
      ),
    snapshot() {
      const { call, end } = pool.snapshot()
      return {
        reader: (store) => remoteFunctions(store.name, (asked) => call({ ...asked, now: clock.now() })),
        end,
      }
    },
    copyTo: (destination, copying) => copyDatabase({ thread, path, way, destination, ...copying }),
    changes: {
      subscribe(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    changeNumber: (topic) => (topic === undefined ? changeNumber : (topicNumbers.get(topic) ?? openedAt)),
    unwritable: () => (writer ? fullDisk(directory) : readOnlyDisk(directory)),
    async close() {
      rest.stop()
      await Promise.all([...apartThreads.values()].map((apart) => apart.close()))
      // The writer closes last, as the last connection empties the write-ahead log into the file.
      await pool.close()
      await writer?.close()
      listeners.clear()
    },
  }
}

/** A statement on one line, without the comments, as a comment would hide the rest of the line. */
const onOneLine = (sql: string): string =>
  sql
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Opens a database only to read it: no file is made, and nothing is migrated or changed. */
export async function openForReading(options: {
  path: string
  thread: URL
  clock?: Clock
  /** The way in which the program itself has the database open, if it has. */
  way?: WayToOpen
}): Promise<{ reader: Storage['reader']; close(): Promise<void> }> {
  const { path, thread, clock = systemClock, way = 'shared' } = options
  const reader = await startThread(
    thread,
    { role: 'reader', path, way },
    { changes: () => undefined, answered: () => undefined, slowStatement: () => undefined },
  )
  return {
    reader: (store) => remoteFunctions(store.name, (call) => reader.call({ ...call, now: clock.now() })),
    close: () => reader.close(),
  }
}

/** Makes the folder of a workspace when it is missing. @throws PlainError */
export function makeFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true })
  } catch (vague) {
    // On a disk that can only be read, the recursive call answers "no such folder"; the plain one says why.
    const error = causeOf(() => mkdirSync(directory)) ?? vague
    const { code, message } = (toFileError(error) ?? {}) as { code?: string; message: string }
    throw new PlainError(code ?? 'cannot-open', say`The workspace folder cannot be made. ${message}`)
  }
}

function causeOf(work: () => unknown): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}

/** A store's functions as calls to a thread. Calls go by name, so the store itself is not needed here. */
export function remoteFunctions<F extends StoreFunctions>(
  store: string,
  call: (call: Omit<ThreadCall, 'now'>) => Promise<unknown>,
): Remote<F> {
  const functions = new Map<string, (...args: unknown[]) => Promise<unknown>>()
  return new Proxy({} as Remote<F>, {
    get(_target, name) {
      // `await` looks for `then` on the object, which must not become a call.
      if (typeof name !== 'string' || name === 'then') return undefined
      let called = functions.get(name)
      if (!called) {
        called = (...args) => call({ store, function: name, arguments: args })
        functions.set(name, called)
      }
      return called
    },
  })
}
