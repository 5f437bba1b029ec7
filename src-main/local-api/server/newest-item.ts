import { defineReader } from '../../storage/index.ts'

/** When the record that was changed last was changed, by its own `lastUpdated`. */
export const newestItemReader = defineReader('newest-item', ({ db }) => {
  const newest = db.prepare<[], number | null>('SELECT max(updated_at) FROM item').pluck()
  return {
    /** Milliseconds since the epoch; undefined in an empty catalog. */
    updatedAt: (): number | undefined => newest.get() ?? undefined,
  }
})
