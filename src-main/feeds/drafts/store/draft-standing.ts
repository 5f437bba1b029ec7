import type { DraftDifferences, Standing } from '../../../../src-shared/feeds/draft/model.ts'
import type { Database } from '../../../storage/index.ts'
import { isUnchanged } from '../selection.ts'

const names = ['conflicts', 'outdated', 'changed', 'removed', 'doubled'] as const

export const standingOf = (countOf: (name: keyof Standing) => number): Standing => ({
  conflicts: countOf('conflicts'),
  outdated: countOf('outdated'),
  changed: countOf('changed'),
  removed: countOf('removed'),
  doubled: countOf('doubled'),
})

/** Whether there is any difference. */
export const hasDifferences = (standing: Standing): boolean => names.some((name) => standing[name] > 0)

/** Differences between a draft's items and the catalog, as of the last checks. */
export function openOutboxStatus(db: Database): (draft: string) => DraftDifferences | undefined {
  const sums = names.map((name) => `total(${name} > 0) AS ${name}_items, total(${name}) AS ${name}_fields`)
  const read = db.prepare<
    [string],
    Record<`${keyof Standing}_${'items' | 'fields'}` | 'unchanged' | 'withoutBase' | 'uncheckedCount', number>
  >(
    `SELECT ${sums.join(', ')}, total(${isUnchanged('draft_item')}) AS unchanged,
       total(about <> '' AND base IS NULL) AS withoutBase,
       total(is_checked = 0) AS uncheckedCount
     FROM draft_item WHERE draft = ?`,
  )
  return (draft) => {
    const row = read.get(draft)
    return (
      row && {
        items: standingOf((name) => row[`${name}_items`]),
        fields: standingOf((name) => row[`${name}_fields`]),
        unchanged: row.unchanged,
        withoutBase: row.withoutBase,
        uncheckedCount: row.uncheckedCount,
      }
    )
  }
}
