import type { Database } from 'better-sqlite3'
import type { Change } from '../../src-shared/rpc/changes.ts'

export type { Database }

/** Context of a reader store: a read-only connection. */
export interface ReaderContext {
  db: Database
}
/** Context of a writer store. Each call of a function of the store is one transaction. */
export interface WriterContext {
  db: Database
  /** Milliseconds since the epoch, from the injected clock. */
  now(): number
  /** Records a change of this transaction: published after the commit, dropped on rollback. */
  record(change: Change): void
}

/** Functions without a database, synchronous or not, that parse untrusted bytes in a separate thread. */
export type ApartStore<F extends StoreFunctions> = Store<F, undefined>

/** Functions that run in a storage thread. Arguments and results are structured-cloneable. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments' types are those of each function; `unknown[]` would refuse them all
export type StoreFunctions = Record<string, (...args: any[]) => unknown>

export interface Store<Functions extends StoreFunctions, Context> {
  kind: 'reader' | 'writer' | 'apart'
  /** The room's name; if the room has several stores of one kind, followed by `/` and a name. */
  name: string
  open(context: Context): Functions
  /** Of a writer: its functions run outside of a transaction, for statements that SQLite refuses in one. */
  outsideTransactions?: true
}
export type ReaderStore<F extends StoreFunctions> = Store<F, ReaderContext>
export type WriterStore<F extends StoreFunctions> = Store<F, WriterContext>

export const defineReader = <F extends StoreFunctions>(
  name: string,
  open: (context: ReaderContext) => F,
): ReaderStore<F> => ({ kind: 'reader', name, open })

export const defineWriter = <F extends StoreFunctions>(
  name: string,
  open: (context: WriterContext) => F,
  options: Pick<WriterStore<F>, 'outsideTransactions'> = {},
): WriterStore<F> => ({ kind: 'writer', name, open, ...options })

export const defineThreadFunctions = <F extends StoreFunctions>(
  name: string,
  functions: F,
): ApartStore<F> => ({
  kind: 'apart',
  name,
  open: () => functions,
})

type CamelCaseName<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCaseName<Rest>>}`
  : Name
/** A row whose columns a statement renames to camel case: `received_at AS receivedAt`. */
export type CamelCase<Row> = { [Column in keyof Row & string as CamelCaseName<Column>]: Row[Column] }

/** A store as the main thread sees it: the same functions, asynchronous. */
export type Remote<F extends StoreFunctions> = {
  [K in keyof F]: (...args: Parameters<F[K]>) => Promise<Awaited<ReturnType<F[K]>>>
}

/** Offset of a window of a list: the requested offset, or that of the last window if the list is shorter. */
export const windowStart = ({ offset, limit }: { offset: number; limit: number }, total: number): number =>
  Math.min(offset, Math.max(0, Math.ceil(total / limit) - 1) * limit)
