import type { Database, ItemRow } from '../../storage/index.ts'
import { openFactTable } from './item-facts.ts'
import type { ItemProjection } from './item-projection.ts'

type Value = string | number | null | Buffer
type Row = Value[]

/**
 * A dependent table of items: statements to read and write its rows, and a function that creates them from a
 * projection.
 */
interface Dependent {
  stored: { all(seq: number): Row[] }
  remove: { run(seq: number): unknown }
  insert: { run(...row: Row): unknown }
  of(projection: ItemProjection): Row[]
}

/** A row of `item` without its number. */
type Columns = Omit<ItemRow, 'seq'>

/**
 * Stores the columns of items: the row of `item`, the rows of codes and further parties, and the packed
 * facts.
 */
export function openItemColumns(db: Database) {
  // Read from the table, so that a migration that adds a column needs no change here.
  const names = db
    .prepare<[], keyof Columns>("SELECT name FROM pragma_table_info('item') WHERE name <> 'seq'")
    .pluck()
    .all()
  const stored = db.prepare<[number], Row>(`SELECT ${names.join(', ')} FROM item WHERE seq = ?`).raw()
  const replace = db.prepare(`
    INSERT INTO item (seq, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})
    ON CONFLICT (seq) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`)
  const removeItem = db.prepare('DELETE FROM item WHERE seq = ?')
  const removeNamesake = db.prepare('DELETE FROM item WHERE id = ? AND seq <> ?')

  const dependent = (table: string, columns: string[], order: string, of: Dependent['of']): Dependent => ({
    stored: db
      .prepare<[number], Row>(`SELECT ${columns.join(', ')} FROM ${table} WHERE item = ? ORDER BY ${order}`)
      .raw(),
    remove: db.prepare(`DELETE FROM ${table} WHERE item = ?`),
    insert: db.prepare(
      `INSERT INTO ${table} (item, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
    ),
    of,
  })
  const codes = dependent('item_code', ['position', 'gtin14', 'code', 'type'], 'position', (projection) =>
    projection.codes.map(({ gtin14, code, type }, position) => [position, gtin14 ?? null, code, type]),
  )
  const parties = dependent('item_party', ['kind', 'id', 'name'], 'kind, id', ({ otherParties }) =>
    otherParties.map(({ kind, id, name }) => [kind, id, name]),
  )
  const dependents = [codes, parties]
  const facts = openFactTable(db)

  const rowOf = ({ columns }: ItemProjection, verified: number): Row => {
    const row: Columns = { ...columns, verified }
    return names.map((name) => row[name])
  }
  const insertRows = (seq: number, { insert, of }: Dependent, projection: ItemProjection): void => {
    for (const row of of(projection)) insert.run(seq, ...row)
  }

  const columns = {
    together: facts.together,
    /** For an item that has no rows yet. */
    insert(seq: number, projection: ItemProjection, verified: number): void {
      replace.run(seq, ...rowOf(projection, verified))
      for (const each of dependents) insertRows(seq, each, projection)
      facts.put(seq, projection.facts)
    },
    replace(seq: number, projection: ItemProjection, verified: number): void {
      for (const { remove } of dependents) remove.run(seq)
      columns.insert(seq, projection, verified)
    },
    /** Corrects only the rows that differ from the projection. Returns true if there were any. */
    repair(seq: number, projection: ItemProjection, verified: number): boolean {
      let isRepaired = false
      const row = rowOf(projection, verified)
      if (!isSame(stored.get(seq), row)) {
        removeNamesake.run(projection.columns.id, seq)
        replace.run(seq, ...row)
        isRepaired = true
      }
      for (const each of dependents) {
        const existing = each.stored.all(seq)
        const expected = each.of(projection)
        // Parties are unordered.
        const isCorrect =
          existing.length === expected.length &&
          (each === parties
            ? existing.every((one) => expected.some((other) => isSame(one, other)))
            : existing.every((one, index) => isSame(one, expected[index])))
        if (isCorrect) continue
        each.remove.run(seq)
        insertRows(seq, each, projection)
        isRepaired = true
      }
      return facts.repair(seq, projection.facts) || isRepaired
    },
    remove(seq: number): boolean {
      facts.remove(seq)
      return removeItem.run(seq).changes > 0
    },
    clear(): void {
      db.exec('DELETE FROM item_code; DELETE FROM item_party; DELETE FROM item;')
      facts.clear()
    },
  }
  return columns
}

const isSame = (one: Row | undefined, other: Row | undefined): boolean =>
  one !== undefined && other !== undefined && one.every((value, index) => isSameValue(value, other[index]))

/** Whether two column values are equal; buffers are compared by content. */
export const isSameValue = (one: Value, other: Value | undefined): boolean =>
  Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other
