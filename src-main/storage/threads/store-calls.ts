import { performance } from 'node:perf_hooks'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { Change, ChangeBatch } from '../../../src-shared/rpc/changes.ts'
import type { Person } from '../../../src-shared/team/person.ts'
import { actAs } from '../../platform/acting-person.ts'
import { memoryLimits } from '../../platform/memory/memory-limits.ts'
import { openChangeNumbers } from '../change-number.ts'
import { openDatabase } from '../open-database.ts'
import type { OpenMode } from '../open-mode.ts'
import { toPlainError } from '../plain-failures.ts'
import type { Database, ReaderContext, Store, StoreFunctions, WriterContext } from '../store.ts'
import { TeamBehind } from '../team/team-behind.ts'
import type { TeamCommits } from '../team/team-commits.ts'
import type { StatementWatch } from '../watch-statements.ts'

interface Call {
  store: string
  function: string
  arguments: unknown[]
  now: number
  person?: Person | undefined
}

/** Finds a store by its name. @throws if there is none */
// biome-ignore lint/suspicious/noExplicitAny: stores of every shape; a call finds their functions by name
type FindStore<Context> = (name: string) => Store<any, Context>

/** Opens stores on one connection, each at its first call, and calls their functions by name. */
function openStores<Context>(findStore: FindStore<Context>, context: Context) {
  const opened = new Map<string, StoreFunctions>()
  return ({ store: storeName, function: functionName, arguments: args, person }: Call): unknown => {
    let functions = opened.get(storeName)
    if (!functions) {
      functions = findStore(storeName).open(context) as StoreFunctions
      opened.set(storeName, functions)
    }
    const called = functions[functionName]
    if (!called)
      throw new PlainError('unknown-function', `The store "${storeName}" has no "${functionName}".`)
    return person ? actAs(person, () => called(...args)) : called(...args)
  }
}

/**
 * @throws PlainError if a store function with a database is asynchronous: its transaction would end before it
 * does
 */
function refusePromise(value: unknown, { store, function: name }: Call): unknown {
  if (value instanceof Promise)
    throw new PlainError('asynchronous', `"${store}.${name}" must not be asynchronous.`)
  return value
}

/** Runs calls of reader stores. All statements of one call see the same state of the database. */
export function openReaderCalls(
  db: Database,
  findStore: FindStore<ReaderContext>,
): (call: Call) => Answered[] {
  const find = openStores(findStore, { db })
  const run = db.transaction((call: Call) => refusePromise(find(call), call))
  return (call) => {
    const start = performance.now()
    try {
      return [{ value: run.deferred(call), milliseconds: performance.now() - start }]
    } catch (error) {
      return [{ error: toPlainError(error), milliseconds: performance.now() - start }]
    }
  }
}

/** Runs calls without opening a transaction: one is open already, or the functions must run outside of one. */
function openCalls(findStore: FindStore<ReaderContext>, context: ReaderContext): (call: Call) => Answered[] {
  const run = openStores(findStore, context)
  return (call) => {
    const start = performance.now()
    try {
      return [{ value: refusePromise(run(call), call), milliseconds: performance.now() - start }]
    } catch (error) {
      return [{ error: toPlainError(error), milliseconds: performance.now() - start }]
    }
  }
}

/**
 * Runs calls of stores without a database, which may be asynchronous. The caller waits for one call before
 * the next.
 */
export function openApartCalls(findStore: FindStore<undefined>): (call: Call) => Promise<Answered> {
  const run = openStores(findStore, undefined)
  return async (call) => {
    const start = performance.now()
    try {
      return { value: await run(call), milliseconds: performance.now() - start }
    } catch (error) {
      return { error: toPlainError(error), milliseconds: performance.now() - start }
    }
  }
}

/** Result or error of one call, with its duration. */
export type Answered = ({ value: unknown } | { error: unknown }) & { milliseconds: number }

/**
 * Runs calls of writer stores, each in a transaction unless its store runs outside of them. Further calls from
 * `another` join the transaction and share its wait for the disk. If one of them fails, each call runs again in its own transaction. Recorded
 * changes are published after the commit, with a change number raised in the same transaction.
 */
export function openWriterCalls(
  db: Database,
  findStore: FindStore<WriterContext>,
  publish: (batch: ChangeBatch) => void,
  team?: TeamCommits,
): (first: Call, another?: () => Call | undefined) => Answered[] {
  const changeNumbers = openChangeNumbers(db)
  let changes: Change[] = []
  let now = 0
  const answer = openStores(findStore, {
    db,
    now: () => now,
    record: (change: Change) => void changes.push(change),
  })
  const one = (call: Call) => {
    const start = performance.now()
    changes = []
    now = call.now
    const value = refusePromise(answer(call), call)
    const merged = mergeChanges(changes)
    const batch = merged.length > 0 && {
      changeNumber: changeNumbers.raise(merged.map(({ topic }) => topic)),
      changes: merged,
    }
    return { value, batch, milliseconds: performance.now() - start }
  }
  const runInTransaction = db.transaction((taken: Call[], another: () => Call | undefined) => {
    team?.begin()
    const done = taken.map(one)
    for (let call = another(); call; call = another()) {
      taken.push(call)
      done.push(one(call))
    }
    team?.commit(mergeChanges(done.flatMap(({ batch }) => (batch ? batch.changes : []))))
    return done
  })
  /** In a team, runs again when other hosts have committed meanwhile. */
  const runOnLatest = (taken: Call[], another: () => Call | undefined) => {
    for (;;)
      try {
        return runInTransaction.immediate(taken, another)
      } catch (error) {
        if (!(error instanceof TeamBehind)) throw error
        team?.catchUp()
      }
  }
  const maintain = openCalls(findStore as FindStore<ReaderContext>, { db })
  const isOutside = ({ store }: Call): boolean => {
    try {
      return findStore(store).outsideTransactions === true
    } catch {
      // The call itself reports why there is no such store.
      return false
    }
  }
  const executeAlone = (call: Call): Answered[] => execute([call], () => undefined)
  const execute = (taken: Call[], another: () => Call | undefined): Answered[] => {
    const start = performance.now()
    let done: ReturnType<typeof runInTransaction>
    try {
      done = runOnLatest(taken, another)
    } catch (error) {
      if (taken.length > 1) return taken.flatMap(executeAlone)
      return [{ error: toPlainError(error), milliseconds: performance.now() - start }]
    }
    const committed = performance.now() - start
    return done.map(({ value, batch, milliseconds }) => {
      if (batch) publish(batch)
      return { value, milliseconds: done.length === 1 ? committed : milliseconds }
    })
  }
  return (first, another = () => undefined) =>
    isOutside(first) ? maintain(first) : execute([first], another)
}

/** Merges the changes of each topic: all identifiers, or none if one change concerns the whole topic. */
function mergeChanges(changes: Change[]): Change[] {
  const merged = new Map<Change['topic'], Set<string> | undefined>()
  for (const { topic, ids } of changes) {
    if (!merged.has(topic)) merged.set(topic, new Set())
    const known = merged.get(topic)
    if (!ids) merged.set(topic, undefined)
    else for (const id of ids) known?.add(id)
  }
  return [...merged].map(([topic, ids]) => (ids ? { topic, ids: [...ids] } : { topic }))
}

export type Snapshots = ReturnType<typeof openSnapshots>

/**
 * The snapshots of one reader thread. Each has its own connection, and all its calls see the same state of
 * the database.
 */
export function openSnapshots(
  path: string,
  way: OpenMode,
  findStore: FindStore<ReaderContext>,
  watch: StatementWatch,
) {
  const open = new Map<number, { db: Database; answer: (call: Call) => Answered[] }>()
  const start = (snapshot: number) => {
    const db = openDatabase(path, { readonly: true, way, pages: memoryLimits.databasePages.snapshot, watch })
    const started = { db, answer: openCalls(findStore, { db }) }
    open.set(snapshot, started)
    // A transaction sees the state at its first read, not at BEGIN.
    db.exec('BEGIN')
    db.prepare('SELECT 1 FROM meta LIMIT 1').get()
    return started
  }
  const end = (snapshot: number): void => {
    open.get(snapshot)?.db.close()
    open.delete(snapshot)
  }
  return {
    /** Runs a call in a snapshot. The first call with a new number starts the snapshot. */
    answer(snapshot: number, call: Call): Answered[] {
      try {
        return (open.get(snapshot) ?? start(snapshot)).answer(call)
      } catch (error) {
        end(snapshot)
        return [{ error: toPlainError(error), milliseconds: 0 }]
      }
    },
    end,
    close(): void {
      for (const snapshot of [...open.keys()]) end(snapshot)
    },
  }
}
