import { indexedWords } from '../../../src-shared/values/fold.ts'
import type { Database } from '../store.ts'

/** Adds an event of a feed to the full-text index of the trail. */
export function openTrailIndex(db: Database) {
  const insert = db.prepare('INSERT INTO outbox_trail (words, feed) VALUES (?, ?)')
  return (sequence: number, message: string, detail: object | undefined): void =>
    void insert.run(indexedWords([message, ...Object.values(detail ?? {})].join(' ')), sequence)
}
