import type { Topic } from '../../src-shared/rpc/changes.ts'
import type { Database } from './store.ts'

const prefix = 'changed:'

/**
 * Counts the committed changes of a workspace and stores the number of the last change of each topic. Both
 * are in the database: a result computed at some number is valid in any process until the topic's number
 * rises.
 */
export function openChangeNumbers(db: Database) {
  const read = db.prepare<[string], number>('SELECT value FROM meta WHERE key = ?').pluck()
  const increase = db
    .prepare<[], number>("UPDATE meta SET value = value + 1 WHERE key = 'change_number' RETURNING value")
    .pluck()
  const setTopicNumber = db.prepare(
    'INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const since = db
    .prepare<[string, number], Topic>('SELECT substr(key, 9) FROM meta WHERE key GLOB ? AND value > ?')
    .pluck()
  return {
    last: (): number => read.get('change_number') ?? 0,
    lastOf: (topic: Topic): number => read.get(prefix + topic) ?? 0,
    /** Topics that changed after the given number. */
    topicsSince: (number: number): Topic[] => since.all(`${prefix}*`, number),
    /** Increments the change number, inside the transaction of the change. */
    raise(topics: Iterable<Topic>): number {
      const number = increase.get() ?? 0
      for (const topic of topics) setTopicNumber.run(prefix + topic, number)
      return number
    },
  }
}
