import { performance } from 'node:perf_hooks'
import type { Statement } from 'better-sqlite3'
import type { Database } from './store.ts'

export interface StatementWatch {
  /** Duration from which a statement is reported, in milliseconds. */
  slowAfter: number
  slow(sql: string, milliseconds: number): void
  /** Returns milliseconds; `performance.now` when absent. */
  now?: () => number
}

/** An error thrown by a statement, with its SQL but without values. */
export type StatementError = Error & { sql?: string }

const withSql = (error: unknown, sql: string): unknown => {
  if (error instanceof Error) (error as StatementError).sql ??= sql
  return error
}

/**
 * Makes every statement of a connection report when it is slow, and adds the SQL of a failed statement to its
 * error. Statements get a wrapper prototype, so watching costs only two clock readings per run.
 */
export function watchStatements(db: Database, given: StatementWatch): void {
  const watch = { now: () => performance.now(), ...given }
  const { now, slow, slowAfter } = watch
  const prepare = db.prepare.bind(db)
  let watched: object | undefined
  db.prepare = ((sql: string) => {
    try {
      const statement = prepare(sql)
      watched ??= watchedPrototype(Object.getPrototypeOf(statement), watch)
      return Object.setPrototypeOf(statement, watched)
    } catch (error) {
      throw withSql(error, sql)
    }
  }) as Database['prepare']
  const exec = db.exec.bind(db)
  db.exec = (sql) => {
    const start = now()
    try {
      return exec(sql)
    } catch (error) {
      throw withSql(error, sql)
    } finally {
      const milliseconds = now() - start
      if (milliseconds >= slowAfter) slow(sql, milliseconds)
    }
  }
}

type Called = (this: Statement, ...args: unknown[]) => unknown

function watchedPrototype(
  native: Statement & Record<string, unknown>,
  { slowAfter, slow, now }: Required<StatementWatch>,
): object {
  const watched = Object.create(native)
  for (const name of ['run', 'get', 'all'] as const) {
    const call = native[name] as Called
    watched[name] = function (this: Statement, ...args: unknown[]) {
      const start = now()
      let answer: unknown
      try {
        answer = call.apply(this, args)
      } catch (error) {
        throw withSql(error, this.source)
      }
      const milliseconds = now() - start
      if (milliseconds >= slowAfter) slow(this.source, milliseconds)
      return answer
    }
  }
  const iterate = native.iterate as unknown as (
    this: Statement,
    ...args: unknown[]
  ) => IterableIterator<unknown>
  watched.iterate = function (this: Statement, ...args: unknown[]) {
    return watchedRows(this.source, () => iterate.apply(this, args), { slowAfter, slow, now })
  }
  return watched
}

/** Yields rows one by one; only the time SQLite takes for them counts, not the caller's work in between. */
function* watchedRows(
  sql: string,
  iterate: () => IterableIterator<unknown>,
  { slowAfter, slow, now }: Required<StatementWatch>,
): Generator<unknown> {
  let milliseconds = 0
  try {
    let start = now()
    const rows = iterate()
    try {
      for (let row = rows.next(); !row.done; row = rows.next()) {
        milliseconds += now() - start
        yield row.value
        start = now()
      }
      milliseconds += now() - start
    } finally {
      rows.return?.()
    }
  } catch (error) {
    throw withSql(error, sql)
  } finally {
    if (milliseconds >= slowAfter) slow(sql, milliseconds)
  }
}
