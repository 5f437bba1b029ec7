import type { Database } from '../../storage/index.ts'
import type { ItemProjection } from './item-projection.ts'

type Row = (string | number | null | Buffer)[]

/** Rows of a table that depend on an item: what is there, what it says now, and how they are written. */
interface Dependent {
  stored: { all(seq: number): Row[] }
  remove: { run(seq: number): unknown }
  insert: { run(...row: Row): unknown }
  of(projection: ItemProjection): Row[]
}

/** The statements that keep the columns of one item: `item`, and its codes, further parties and media. */
export function openItemColumns(db: Database) {
  const names = `id, hash, status, name, brand_id, brand, manufacturer_id, manufacturer, code, updated_at, updated,
    created_at, verified`
  const stored = db.prepare<[number], Row>(`SELECT ${names} FROM item WHERE seq = ?`).raw()
  const replace = db.prepare(`
    INSERT INTO item (seq, ${names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (seq) DO UPDATE SET
      id = excluded.id, hash = excluded.hash, status = excluded.status, name = excluded.name,
      brand_id = excluded.brand_id, brand = excluded.brand, manufacturer_id = excluded.manufacturer_id,
      manufacturer = excluded.manufacturer, code = excluded.code, updated_at = excluded.updated_at,
      updated = excluded.updated, created_at = excluded.created_at, verified = excluded.verified`)
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
  const media = dependent(
    'medium',
    ['position', 'view', 'type', 'mime_type', 'image_source', 'added', 'description', 'url'],
    'position',
    (projection) =>
      projection.media.map(({ view, type, mimeType, imageSource, added, description, url }, position) => [
        position,
        view,
        type,
        mimeType,
        imageSource,
        added,
        description,
        url,
      ]),
  )
  const dependents = [codes, parties, media]

  const rowOf = (of: ItemProjection, verified: number): Row => [
    of.id,
    Buffer.from(of.hash),
    of.status,
    of.name,
    of.brand.id,
    of.brand.name,
    of.manufacturer.id,
    of.manufacturer.name,
    of.codes[0]?.code ?? '',
    of.updatedAt,
    of.updated,
    of.createdAt,
    verified,
  ]
  const insertRows = (seq: number, { insert, of }: Dependent, projection: ItemProjection): void => {
    for (const row of of(projection)) insert.run(seq, ...row)
  }

  const columns = {
    /** Of an item that has none. */
    insert(seq: number, projection: ItemProjection, verified: number): void {
      replace.run(seq, ...rowOf(projection, verified))
      for (const each of dependents) insertRows(seq, each, projection)
    },
    replace(seq: number, projection: ItemProjection, verified: number): void {
      for (const { remove } of dependents) remove.run(seq)
      columns.insert(seq, projection, verified)
    },
    replaceMedia(seq: number, projection: ItemProjection): void {
      media.remove.run(seq)
      insertRows(seq, media, projection)
    },
    /** Writes what is not as it should be, and nothing else; whether that was anything. */
    mend(seq: number, projection: ItemProjection, verified: number): boolean {
      let isMended = false
      const row = rowOf(projection, verified)
      if (!isSame(stored.get(seq), row)) {
        removeNamesake.run(projection.id, seq)
        replace.run(seq, ...row)
        isMended = true
      }
      for (const each of dependents) {
        const there = each.stored.all(seq)
        const wanted = each.of(projection)
        // Parties have no order of their own.
        const isAsWanted =
          there.length === wanted.length &&
          (each === parties
            ? there.every((one) => wanted.some((other) => isSame(one, other)))
            : there.every((one, index) => isSame(one, wanted[index])))
        if (isAsWanted) continue
        each.remove.run(seq)
        insertRows(seq, each, projection)
        isMended = true
      }
      return isMended
    },
    remove: (seq: number): boolean => removeItem.run(seq).changes > 0,
    clear: () =>
      void db.exec('DELETE FROM item_code; DELETE FROM item_party; DELETE FROM medium; DELETE FROM item;'),
  }
  return columns
}

function isSame(one: Row | undefined, other: Row | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    one.every((value, index) => {
      const compared = other[index]
      return Buffer.isBuffer(value) && Buffer.isBuffer(compared) ? value.equals(compared) : value === compared
    })
  )
}
