/** The log of changes that replicas follow. Triggers fill it (src-main/storage/migrations/0099-replicas.ts). */
import { randomBytes } from 'node:crypto'
import { type LookupKind, lookupKinds } from '../../../src-shared/catalog/model.ts'
import {
  type CamelCase,
  type Database,
  defineReader,
  defineWriter,
  type PictureRow,
  type ReplicaChangeRow,
} from '../../storage/index.ts'
import type { LoggedChange } from './protocol.ts'

/** Maximum changes of one page, and bytes of records after which it ends. */
const maxPage = { changes: 2000, bytes: 4_000_000 }

/** Changes after a number, each with the current content, in the order of the commits. */
interface ChangePage {
  /** The name of the log; undefined if nothing is logged. */
  log: string | undefined
  /** The last number of this page. */
  number: number
  /** The last number of the log. */
  last: number
  /** The changes as JSON. */
  changes: string
  count: number
}

export const changeLogReader = defineReader('local-api/change-log', ({ db }) => {
  const log = db.prepare<[], string>('SELECT id FROM replica_log').pluck()
  const last = db.prepare<[], number>('SELECT max(number) FROM replica_change').pluck()
  const after = db.prepare<[number, number], ReplicaChangeRow>(
    'SELECT number, kind, key FROM replica_change WHERE number > ? ORDER BY number LIMIT ?',
  )
  const contents = openContents(db)
  return {
    page(start: number): ChangePage {
      const changes: string[] = []
      let [number, bytes] = [start, 0]
      for (const { number: its, kind, key } of after.all(start, maxPage.changes)) {
        const change = JSON.stringify(contents(kind, key))
        changes.push(change)
        number = its
        bytes += change.length
        if (bytes >= maxPage.bytes) break
      }
      return {
        log: log.get(),
        number,
        last: last.get() ?? 0,
        changes: `[${changes.join(',')}]`,
        count: changes.length,
      }
    },
  }
})

const isLookup = (kind: string): kind is LookupKind => (lookupKinds as readonly string[]).includes(kind)

/** Reads the current content of an entry of the log; null where it is removed. */
function openContents(db: Database): (kind: string, key: string) => LoggedChange {
  const item = db.prepare<[string], { body: Buffer; verified: number }>(
    'SELECT body, item.verified FROM item JOIN item_document USING (seq) WHERE id = ?',
  )
  const name = db
    .prepare<[string, string], string>('SELECT name FROM lookup WHERE kind = ? AND id = ?')
    .pluck()
  const picture = db.prepare<
    [string],
    CamelCase<Pick<PictureRow, 'sha256' | 'mime_type' | 'width' | 'height' | 'bytes'>>
  >(
    'SELECT sha256, mime_type AS mimeType, width, height, bytes FROM picture WHERE address = ? AND sha256 IS NOT NULL',
  )
  return (kind, key) => {
    if (kind === 'item') {
      const found = item.get(key)
      return { kind, key, body: found ? found.body.toString() : null, verified: found?.verified === 1 }
    }
    if (isLookup(kind)) return { kind, key, name: name.get(kind, key) ?? null }
    const found = picture.get(key)
    return {
      kind: 'picture',
      key,
      picture: found
        ? {
            sha256: found.sha256 ?? '',
            mimeType: found.mimeType ?? '',
            width: found.width ?? 0,
            height: found.height ?? 0,
            bytes: found.bytes ?? 0,
          }
        : null,
    }
  }
}

/** Begins the log, with all present entries, unless it exists. */
function beginLog(db: Database): void {
  if (db.prepare('INSERT INTO replica_log VALUES (1, ?) ON CONFLICT DO NOTHING').run(newName()).changes === 0)
    return
  db.exec(`
    DELETE FROM replica_change;
    INSERT INTO replica_change (kind, key)
      SELECT kind, id FROM lookup WHERE kind IN (${lookupKinds.map((kind) => `'${kind}'`).join(', ')});
    INSERT INTO replica_change (kind, key) SELECT 'item', id FROM item ORDER BY seq;
    INSERT INTO replica_change (kind, key) SELECT 'picture', address FROM picture WHERE sha256 IS NOT NULL;`)
}

const newName = (): string => randomBytes(12).toString('base64url')

export const changeLogWriter = defineWriter('local-api/change-log', ({ db }) => ({
  /** Begins the log, with all present entries, unless it exists. */
  begin: (): void => beginLog(db),
}))
