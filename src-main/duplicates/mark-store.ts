import { defineReader, defineWriter } from '../storage/index.ts'

export const markReader = defineReader('duplicates/marks', ({ db }) => {
  const all = db.prepare<[], [string, string]>('SELECT one, other FROM not_duplicates').raw()
  return { all: () => all.all() }
})

export const markWriter = defineWriter('duplicates/marks', ({ db, now, record }) => {
  const put = db.prepare('INSERT INTO not_duplicates VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  const remove = db.prepare('DELETE FROM not_duplicates WHERE one = ? AND other = ?')
  return {
    /** Returns the newly marked pairs. */
    put(itemIds: string[]): [string, string][] {
      const sorted = [...new Set(itemIds)].sort()
      const pairs = sorted.flatMap((one, index) =>
        sorted.slice(index + 1).map((other): [string, string] => [one, other]),
      )
      const added = pairs.filter(([one, other]) => put.run(one, other, now()).changes > 0)
      if (added.length > 0) record({ topic: 'duplicates' })
      return added
    },
    remove(pairs: [string, string][]): number {
      const removed = pairs.filter(([one, other]) => remove.run(one, other).changes > 0).length
      if (removed > 0) record({ topic: 'duplicates' })
      return removed
    },
  }
})
