import type { Topic } from '../../src-shared/rpc/changes.ts'
import type { Database } from './store.ts'

const prefix = 'changed:'

/**
 * Counts the committed changes of a workspace, and keeps for each topic the number of its last change. The database
 * keeps both: a result worked out at some number still holds, in any process, while the topic's number is the same.
 */
export function openChangeNumbers(db: Database) {
  const read = db.prepare<[string], number>('SELECT value FROM meta WHERE key = ?').pluck()
  const increase = db
    .prepare<[], number>("UPDATE meta SET value = value + 1 WHERE key = 'change_number' RETURNING value")
    .pluck()
  const note = db.prepare(
    'INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const since = db
    .prepare<[string, number], Topic>('SELECT substr(key, 9) FROM meta WHERE key GLOB ? AND value > ?')
    .pluck()
  return {
    last: (): number => read.get('change_number') ?? 0,
    lastOf: (topic: Topic): number => read.get(prefix + topic) ?? 0,
    /** Topics that changed after a number. */
    topicsSince: (number: number): Topic[] => since.all(`${prefix}*`, number),
    /** Counts one more change, inside the transaction that makes the change. */
    raise(topics: Iterable<Topic>): number {
      const number = increase.get() ?? 0
      for (const topic of topics) note.run(prefix + topic, number)
      return number
    },
  }
}
