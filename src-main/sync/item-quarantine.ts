import type { Database } from '../storage/index.ts'
import type { ItemPageQuery } from '../upstream/index.ts'
import type { KeptPage } from './page-keeper.ts'
import type { openQuarantineWriter } from './quarantine-store.ts'
import type { OpenRun } from './run-row.ts'
import { listQuery, type SliceTask } from './slice.ts'

/**
 * Puts items that cannot be kept into quarantine one by one, and counts them in their run; each is asked for again by
 * its identifier where it has one.
 */
export function openItemQuarantine(db: Database, quarantine: ReturnType<typeof openQuarantineWriter>) {
  const countSetAside = db.prepare('UPDATE sync_run SET set_aside = set_aside + ? WHERE sequence = ?')
  return (
    { sequence, run }: OpenRun,
    aside: KeptPage['aside'],
    task: SliceTask,
    queryOf: (index: number) => ItemPageQuery,
  ): void => {
    let added = 0
    for (const { index, id, body, problem } of aside) {
      const { path, line, message } = problem
      const place = line === undefined ? path : `${path}, line ${line}`
      const query = id === '' ? queryOf(index) : listQuery({ by: 'id', profile: task.profile }, id)
      const error = `One item of the answer cannot be kept (${place}): ${message}`
      if (quarantine.putItem({ run: run.id, task, query, error, answer: body })) added++
    }
    if (added > 0) countSetAside.run(added, sequence)
  }
}
