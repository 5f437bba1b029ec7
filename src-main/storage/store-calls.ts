import type { Change, ChangeBatch } from '../../src-shared/rpc/changes.ts'
import { openChangeNumbers } from './change-number.ts'
import type { Database, ReaderContext, Store, StoreFunctions, WriterContext } from './store.ts'
import { StoreError, toStoreError } from './store-error.ts'

export interface Call {
  store: string
  function: string
  arguments: unknown[]
  now: number
}

// biome-ignore lint/suspicious/noExplicitAny: a list of stores whose functions differ; a call finds them by name
type AnyStore<Context> = Store<any, Context>

/** Opens stores over one connection, each when it is first called, and finds their functions by name. */
function openStores<Context>(stores: AnyStore<Context>[], context: Context) {
  const opened = new Map<string, StoreFunctions>()
  return ({ store: storeName, function: functionName, arguments: args }: Call): unknown => {
    let functions = opened.get(storeName)
    if (!functions) {
      const store = stores.find(({ name }) => name === storeName)
      if (!store)
        throw new StoreError('unknown-store', `src-main/thread.ts does not list a store "${storeName}".`)
      functions = store.open(context) as StoreFunctions
      opened.set(storeName, functions)
    }
    const called = functions[functionName]
    if (!called)
      throw new StoreError('unknown-function', `The store "${storeName}" has no "${functionName}".`)
    const value = called(...args)
    if (value instanceof Promise) {
      throw new StoreError('asynchronous', `"${storeName}.${functionName}" must not be asynchronous.`)
    }
    return value
  }
}

/** Answers calls of reader stores; all statements of one call see the same state of the database. */
export function openReaderCalls(db: Database, stores: AnyStore<ReaderContext>[]): (call: Call) => unknown {
  const run = db.transaction(openStores(stores, { db }))
  return (call) => plainly(() => run.deferred(call))
}

/**
 * Answers calls of writer stores; each is one transaction. What it records is published after it is committed,
 * under a change number raised in the same transaction.
 */
export function openWriterCalls(
  db: Database,
  stores: AnyStore<WriterContext>[],
  publish: (batch: ChangeBatch) => void,
): (call: Call) => unknown {
  const changeNumbers = openChangeNumbers(db)
  let changes: Change[] = []
  let now = 0
  const answer = openStores(stores, {
    db,
    now: () => now,
    record: (change: Change) => void changes.push(change),
  })
  const run = db.transaction((call: Call) => {
    const value = answer(call)
    if (changes.length === 0) return { value }
    const merged = mergeChanges(changes)
    const changeNumber = changeNumbers.raise(merged.map(({ topic }) => topic))
    return { value, batch: { changeNumber, changes: merged } }
  })
  return (call) =>
    plainly(() => {
      changes = []
      now = call.now
      const { value, batch } = run.immediate(call)
      if (batch) publish(batch)
      return value
    })
}

/** One change for each topic: the identifiers together, or none when any of them concerns the whole topic. */
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

function plainly<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw toStoreError(error)
  }
}
