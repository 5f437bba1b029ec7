import type { Database } from 'better-sqlite3'
import type { Change } from '../../src-shared/rpc/changes.ts'

export type { Database }

/** The means of a reader store: a read-only connection. */
export interface ReaderContext {
  db: Database
}
/** The means of a writer store, each call of whose functions is one transaction. */
export interface WriterContext {
  db: Database
  /** Milliseconds since the epoch, from the injected clock. */
  now(): number
  /** Notes a change of this transaction, to be published after the commit and dropped at a rollback. */
  record(change: Change): void
}

/** Functions without a database, asynchronous or not, which read foreign bytes in a thread of their own. */
export type ApartStore<F extends StoreFunctions> = Store<F, undefined>

/** Functions that run in a storage thread. Arguments and answers are structured-cloneable. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments' types are those of each function; `unknown[]` would refuse them all
export type StoreFunctions = Record<string, (...args: any[]) => unknown>

export interface Store<Functions extends StoreFunctions, Context> {
  kind: 'reader' | 'writer' | 'apart'
  /** The name of its room; for one of several of the same kind, followed by `/` and a name of its own. */
  name: string
  open(context: Context): Functions
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
): WriterStore<F> => ({ kind: 'writer', name, open })

export const defineApart = <F extends StoreFunctions>(name: string, functions: F): ApartStore<F> => ({
  kind: 'apart',
  name,
  open: () => functions,
})

type CamelCaseName<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCaseName<Rest>>}`
  : Name
/** A row whose statement renames its columns in the style of values: `received_at AS receivedAt`. */
export type CamelCase<Row> = { [Column in keyof Row & string as CamelCaseName<Column>]: Row[Column] }

/** A store seen from the main thread: the same functions, answered later. */
export type Remote<F extends StoreFunctions> = {
  [K in keyof F]: (...args: Parameters<F[K]>) => Promise<Awaited<ReturnType<F[K]>>>
}

/** Where a window of a list begins: at the wanted offset, or at the last window when the list is shorter. */
export const windowStart = ({ offset, limit }: { offset: number; limit: number }, total: number): number =>
  Math.min(offset, Math.max(0, Math.ceil(total / limit) - 1) * limit)
