/**
 * Opens a workspace's database. One thread writes, several threads read, and the main thread never waits for
 * the disk. Other rooms define their tables in migrations and their queries in stores; this room does not
 * depend on their contents.
 */

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../../src-shared/plain-error.ts'
import type { ChangeBatch, Topic } from '../../src-shared/rpc/changes.ts'
import { say } from '../../src-shared/texts/say.ts'
import { actingPerson } from '../platform/acting-person.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { toFileError } from '../platform/files/file-error.ts'
import type { Logger } from '../platform/log/log.ts'
import { openIdleCollector } from '../platform/memory/idle-collector.ts'
import { logHeap } from '../platform/memory/lean-heap.ts'
import { returnMemoryWhenIdle } from '../platform/memory/return-memory.ts'
import { type CopyOptions, copyDatabase } from './copy-database.ts'
import { fallbackWayToOpen, fullDisk, type OpenMode, readOnlyDisk } from './open-mode.ts'
import type { ApartStore, ReaderStore, Remote, StoreFunctions, WriterStore } from './store.ts'
import type { TeamConnection } from './team/follow-team.ts'
import type { TeamAddress } from './team/team-database.ts'
import {
  type Apart,
  apartCalls,
  type Budget,
  type EndableThread,
  openEndableThread,
} from './threads/endable-thread.ts'
import { openReaderPool } from './threads/reader-pool.ts'
import { startThread, type ThreadCall } from './threads/storage-thread-client.ts'

export interface StorageOptions {
  /** The workspace's folder; created if missing. */
  directory: string
  /** Entry module of a storage thread: src-main/thread.ts or its bundle. */
  thread: URL
  /** Maximum number of reader threads. */
  readers?: number
  /** How long a thread without calls is kept, in milliseconds; two minutes when absent. */
  idle?: number
  /** Limits of a call in a thread of its own; the default budget when absent. */
  budget?: Budget
  /** Called when the writer thread has ended by itself; from then on nothing can be written. */
  onFailed?: (error: Error) => void
  clock?: Clock
  log?: Logger
  /** The database of the team that this workspace belongs to. */
  team?: TeamAddress | undefined
}

export interface Storage {
  /** The database file. */
  path: string
  /**
   * @param options `apart`: for untrusted bytes, in a separate thread that ends when a call exceeds its
   * budget; `same`: always in the same thread, for a store that caches much in memory
   */
  reader<F extends StoreFunctions>(
    store: ReaderStore<F>,
    options?: { apart?: boolean; same?: boolean },
  ): Remote<F>
  /** A store without a database, in its own thread with a budget per call. */
  apart<F extends StoreFunctions>(store: ApartStore<F>): Apart<F>
  writer<F extends StoreFunctions>(store: WriterStore<F>): Remote<F>
  /** Starts a snapshot: several calls that all see the state of the database at the first one. */
  snapshot(): Snapshot
  /** Copies the current state of the database to one new file while other calls continue. */
  copyTo(destination: string, options?: Pick<CopyOptions, 'onProgress' | 'signal'>): Promise<void>
  changes: {
    /**
     * Calls the listener with every committed change, in order, before the call that made the change returns.
     */
    subscribe(listener: (batch: ChangeBatch) => void): () => void
  }
  /**
   * The number of the last committed change known to this process, or of the last change of a topic. Never
   * decreases.
   */
  changeNumber(topic?: Topic): number
  /** How the connections are opened. */
  way: OpenMode
  /** The connection to the other hosts of a team; absent without a team. */
  team?: TeamConnection | undefined
  /** The error that currently prevents writing; undefined while writing is possible. */
  unwritable(): PlainError | undefined
  close(): Promise<void>
}

/** A state of the database. Until the snapshot ends, the write-ahead log cannot be truncated. */
interface Snapshot {
  reader<F extends StoreFunctions>(store: ReaderStore<F>): Remote<F>
  end(): void
}

export const databaseFile = 'catalog.db'

/** Duration from which a call is logged as slow, in milliseconds. */
const slow = { writer: 2000, reader: 250 }
/**
 * Duration from which a statement is logged as slow, in milliseconds; `CATALOG_DESK_SLOW_MS` overrides it.
 */
const slowStatement = 200
const slowAfter = (): number => Number(process.env['CATALOG_DESK_SLOW_MS']) || slowStatement
/** Log message of slow statements; `desk slow` finds the entries by it. */
export const slowStatementMessage = 'slow statement'

/** Opens a workspace's database; creates and migrates it if necessary. @throws PlainError */
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
  let way: OpenMode = 'shared'
  const rest = openIdleCollector()
  const host = randomUUID()
  const team = options.team && { address: options.team, host, entry: thread.href }
  const start = (role: 'writer' | 'reader', opening?: Promise<OpenMode>) =>
    startThread(
      thread,
      { role, path, way, slowAfter: slowAfter(), ...(role === 'writer' && { team }) },
      {
        changes: publish,
        started: (heap) => logHeap(log, { role }, heap),
        failed: (error) => role === 'writer' && options.onFailed?.(error),
        answered: (call, milliseconds, failure) => {
          rest.worked()
          returnMemoryWhenIdle()
          const { store, function: name } = call
          if (failure?.sql !== undefined)
            log?.warn(
              { err: failure, workspace: directory, role, store, function: name },
              'a statement failed',
            )
          if (milliseconds < slow[role]) return
          log?.warn({ workspace: directory, role, store, function: name, milliseconds }, 'slow storage call')
        },
        notCaughtUp: (error) => log?.warn({ err: error }, 'what other hosts of the team have committed'),
        slowStatement: (sql, milliseconds) =>
          log?.warn({ workspace: directory, role, sql: onOneLine(sql), milliseconds }, slowStatementMessage),
      },
      opening,
    )

  // The writer opens the file first, because it creates and migrates it. A reader thread loads in the
  // meantime.
  const opening = Promise.withResolvers<OpenMode>()
  opening.promise.catch(() => undefined)
  const pool = openReaderPool(() => start('reader', opening.promise), {
    maxThreads: readers,
    idle: options.idle,
  })
  const starting = start('writer').catch((error: unknown) => {
    const other = fallbackWayToOpen(path, error)
    if (other === undefined) throw error
    log?.warn({ err: error, way: other }, 'nothing can be written to this workspace')
    way = other
    return way === 'frozen' ? undefined : start('writer')
  })
  pool.first().catch(() => undefined)
  const opened = async () => {
    const found = await starting
    opening.resolve(way)
    // Without a writer, the reader determines whether the file can be read.
    changeNumber = openedAt = (found ?? (await pool.first())).changeNumber
    return found
  }
  const writer = await opened().catch(async (error: unknown) => {
    opening.reject(error)
    await pool.close()
    throw error
  })
  const following = team
    ? (await import('./team/follow-team.ts')).followTeam({
        ...{ address: team.address, host, log },
        onCommits: () => writer?.catchUp(),
      })
    : undefined
  const remoteReader = <F extends StoreFunctions>(storeName: string, same: boolean) =>
    remoteFunctions<F>(storeName, (call) => pool.call(stamped(call, clock), same))

  /** One thread per store of untrusted bytes, so that no store waits for another's. */
  const apartThreads = new Map<string, EndableThread>()
  const threadApart = (
    store: { name: string },
    data: { role: 'apart' } | { role: 'reader'; path: string; way: OpenMode },
  ) => {
    const key = `${data.role} ${store.name}`
    const known = apartThreads.get(key)
    if (known) return known
    const opened = openEndableThread(thread, data, {
      budget: options.budget,
      onStarted: (heap) => logHeap(log, { role: data.role, store: store.name }, heap),
    })
    apartThreads.set(key, opened)
    return opened
  }

  return {
    path,
    way,
    team: following,
    reader: (store, { apart = false, same = false } = {}) =>
      apart
        ? remoteFunctions(store.name, (call) =>
            threadApart(store, { role: 'reader', path, way }).call(stamped(call, clock)),
          )
        : remoteReader(store.name, same),
    apart: (store) => apartCalls(store, threadApart(store, { role: 'apart' }), clock),
    writer: (store) =>
      remoteFunctions(store.name, (call) =>
        writer ? writer.call(stamped(call, clock)) : Promise.reject(readOnlyDisk(directory)),
      ),
    snapshot() {
      const { call, end } = pool.snapshot()
      return {
        reader: (store) => remoteFunctions(store.name, (threadCall) => call(stamped(threadCall, clock))),
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
      await following?.close()
      await Promise.all([...apartThreads.values()].map((apart) => apart.close()))
      // The writer closes last: closing the last connection moves the write-ahead log into the file.
      await pool.close()
      await writer?.close()
      listeners.clear()
    },
  }
}

/** A call with the time and the person of this moment. */
const stamped = <Call extends Omit<ThreadCall, 'now'>>(call: Call, clock: Clock) => ({
  ...call,
  now: clock.now(),
  person: actingPerson(),
})

/** A statement on one line. Comments are removed, because one would hide the rest of the line. */
const onOneLine = (sql: string): string =>
  sql
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Opens a database for reading only: creates no file, and migrates or changes nothing. */
export async function openForReading(options: {
  path: string
  thread: URL
  clock?: Clock
  /** How the program itself has opened the database, if it has. */
  way?: OpenMode
}): Promise<{ reader: Storage['reader']; close(): Promise<void> }> {
  const { path, thread, clock = systemClock, way = 'shared' } = options
  const reader = await startThread(
    thread,
    { role: 'reader', path, way },
    { changes: () => undefined, answered: () => undefined, slowStatement: () => undefined },
  )
  return {
    reader: (store) => remoteFunctions(store.name, (call) => reader.call(stamped(call, clock))),
    close: () => reader.close(),
  }
}

/** Creates the folder of a workspace if it is missing. @throws PlainError */
export function makeFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true })
  } catch (vague) {
    // On a read-only disk, the recursive call fails with "no such folder"; the plain call returns the actual
    // error.
    const error = causeOf(() => mkdirSync(directory)) ?? vague
    const { code, message } = (toFileError(error) ?? {}) as { code?: string; message: string }
    throw new PlainError(code ?? 'cannot-open', say`The workspace folder cannot be created. ${message}`)
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

/**
 * Wraps a store's functions as calls to a thread. Calls go by name, so the store itself is not needed here.
 */
export function remoteFunctions<F extends StoreFunctions>(
  store: string,
  call: (call: Omit<ThreadCall, 'now'>) => Promise<unknown>,
): Remote<F> {
  const functions = new Map<string, (...args: unknown[]) => Promise<unknown>>()
  return new Proxy({} as Remote<F>, {
    get(_target, name) {
      // `await` checks for a `then` property, which must not become a call.
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
