import type { ItemFindings } from '../../../src-shared/catalog/model.ts'
import { differingKinds, type FindingKind, findingKinds } from '../../../src-shared/evidence/model.ts'
import { openChangeNumbers } from '../change-number.ts'
import type { Database } from '../store.ts'

/** Findings that a person has not dismissed, apart from those that support a record. */
const isOpen = `decision <> 'dismissed' AND weight IN (${differingKinds.map((kind) => findingKinds.indexOf(kind)).join(', ')})`

/** Reads the number of open findings of an item of each kind, the heaviest first. */
export function openItemFindings(db: Database): (itemId: string) => ItemFindings {
  const counts = db.prepare<[string], { kind: FindingKind; count: number }>(
    `SELECT kind, count(*) AS count FROM evidence_finding WHERE item = ? AND ${isOpen} GROUP BY weight ORDER BY weight`,
  )
  return (itemId) => counts.all(itemId)
}

/** Reads the row numbers (`item.seq`) of the items with open findings of each kind. They are kept until a change. */
export function openItemsWithFindings(db: Database): () => ReadonlyMap<FindingKind, readonly number[]> {
  const changeNumbers = openChangeNumbers(db)
  const rows = db
    .prepare<[], [number, number]>(`
    SELECT DISTINCT weight, item.seq FROM evidence_finding CROSS JOIN item ON item.id = evidence_finding.item
    WHERE ${isOpen}`)
    .raw()
  let asOf = ''
  let found = new Map<FindingKind, number[]>()
  return () => {
    const current = `${changeNumbers.lastOf('findings')} ${changeNumbers.lastOf('items')}`
    if (current === asOf) return found
    found = new Map(differingKinds.map((kind) => [kind, []]))
    for (const [weight, seq] of rows.iterate()) found.get(findingKinds[weight] as FindingKind)?.push(seq)
    asOf = current
    return found
  }
}
