import type { Statement } from 'better-sqlite3'
import type { Database } from '../../storage/index.ts'

/** Prepared statements by their text. The texts are few: one for each combination of conditions. */
export class StatementCache {
  readonly #db: Database
  readonly #statements = new Map<string, Statement<unknown[], unknown>>()

  constructor(db: Database) {
    this.#db = db
  }

  rows<Row>(text: string): Statement<unknown[], Row> {
    let statement = this.#statements.get(text)
    if (!statement) {
      if (this.#statements.size > 200) this.#statements.clear()
      statement = this.#db.prepare<unknown[], unknown>(text)
      this.#statements.set(text, statement)
    }
    return statement as Statement<unknown[], Row>
  }

  /** A statement of one column, whose answers are its bare values. */
  pluck<Value>(text: string): Statement<unknown[], Value> {
    return this.rows<Value>(text).pluck()
  }
}
