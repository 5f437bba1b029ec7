import { performance } from 'node:perf_hooks'
import { type Finding, findingKinds, subjectOf } from '../../src-shared/evidence/model.ts'
import type { PictureRule } from '../../src-shared/media/picture-checks.ts'
import type { Topic } from '../../src-shared/rpc/changes.ts'
import {
  defineReader,
  defineWriter,
  type EvidenceDecisionRow,
  type EvidencePendingRow,
  openChangeNumbers,
} from '../storage/index.ts'
import { openItemEvidence } from './item-evidence.ts'

/** Maximum duration of one part of a comparison in milliseconds, so that other calls are not delayed. */
const maxSlice = 30
const itemsPerRead = 50

/** An item that was compared. */
interface ComparedItem extends EvidencePendingRow {
  /** Absent if they are those that are stored. */
  findings?: Finding[]
  /** Addresses of the pictures in its record. */
  addresses: string[]
}

/** The items of one part of a comparison. */
interface ComparedSlice {
  items: ComparedItem[]
  /** Change number that the data of all items is at least as new as. */
  asOf: number
  /** The last item of the part; absent at the end. */
  last?: string
}

/** What findings are made from. */
const sources: readonly Topic[] = ['items', 'media', 'evidence']

/** Compares the items that have changed since their findings were made. */
export const comparisonReader = defineReader('evidence/comparison', ({ db }) => {
  const evidence = openItemEvidence(db)
  const changeNumbers = openChangeNumbers(db)
  const stored = db
    .prepare<[string], string>('SELECT finding FROM evidence_finding WHERE item = ? ORDER BY position')
    .pluck()
  const basis = db.prepare<[], string>('SELECT basis FROM evidence_comparison').pluck()
  const isPending = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM evidence_pending)').pluck()
  const pendingCount = db.prepare<[], number>('SELECT count(*) FROM evidence_pending').pluck()
  const pending = db.prepare<[string, number], EvidencePendingRow>(
    'SELECT item, mark FROM evidence_pending WHERE item > ? ORDER BY item LIMIT ?',
  )
  return {
    /** What the findings are made by, and whether items have changed since. */
    state: (): { basis: string; isPending: boolean } => ({
      basis: basis.get() ?? '',
      isPending: isPending.get() === 1,
    }),
    countPending: (): number => pendingCount.get() ?? 0,
    contentsOf: (ids: readonly string[]): string[] => evidence.contentsOf(ids),
    /** Compares the next items, for a limited time. */
    compare(after: string, rules: readonly PictureRule[]): ComparedSlice {
      const until = performance.now() + maxSlice
      const slice: ComparedSlice = { items: [], asOf: changeNumbers.last() }
      for (let last = after; ; ) {
        const rows = pending.all(last, itemsPerRead)
        for (const compared of evidence.ofIds(
          rows.map(({ item }) => item),
          rules,
        )) {
          const { id, findings, addresses } = compared
          const texts = findings.map((finding) => JSON.stringify(finding))
          const known = stored.all(id)
          const isSame = known.length === texts.length && known.every((text, at) => text === texts[at])
          const mark = rows.find(({ item }) => item === id)?.mark ?? 0
          slice.items.push({ item: id, mark, addresses, ...(!isSame && { findings }) })
        }
        last = rows.at(-1)?.item ?? last
        if (rows.length < itemsPerRead) return slice
        if (performance.now() > until) return { ...slice, last }
      }
    },
  }
})

export const comparisonWriter = defineWriter('evidence/comparison', ({ db, record }) => {
  const changeNumbers = openChangeNumbers(db)
  const remove = db.prepare('DELETE FROM evidence_finding WHERE item = ?')
  const put = db.prepare(`
    INSERT INTO evidence_finding (item, position, kind, weight, sha256, subject, decision, finding)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const decision = db
    .prepare<[string, string, string, string], EvidenceDecisionRow['decision']>(
      'SELECT decision FROM evidence_decision WHERE item = ? AND kind = ? AND sha256 = ? AND subject = ?',
    )
    .pluck()
  const link = db.prepare('INSERT OR IGNORE INTO evidence_picture (address, item) VALUES (?, ?)')
  const settle = db.prepare('DELETE FROM evidence_pending WHERE item = ? AND mark = ?')
  const setBasis = db.prepare('UPDATE evidence_comparison SET basis = ?')
  return {
    /** Marks all items for comparison: their findings are made by something else from now on. */
    begin(basis: string): void {
      setBasis.run(basis)
      db.exec(`
        DELETE FROM evidence_picture;
        DELETE FROM evidence_pending;
        INSERT INTO evidence_pending (item, mark)
          SELECT id, 0 FROM item UNION SELECT item, 0 FROM evidence_finding ORDER BY 1`)
      record({ topic: 'evidence' })
    },
    /**
     * Stores the findings of compared items. Those that may have changed meanwhile are compared again: a change
     * before its finding or its pictures are stored marks no item.
     */
    store({ items, asOf }: Pick<ComparedSlice, 'items' | 'asOf'>): void {
      const isCurrent = sources.every((topic) => changeNumbers.lastOf(topic) <= asOf)
      let isChanged = false
      for (const { item, mark, findings, addresses } of items) {
        for (const address of addresses) link.run(address, item)
        if (findings) {
          isChanged = true
          remove.run(item)
          for (const [position, finding] of findings.entries()) {
            const { kind, sha256 } = finding
            const subject = subjectOf(finding)
            put.run(
              ...[item, position, kind, findingKinds.indexOf(kind), sha256, subject],
              ...[decision.get(item, kind, sha256, subject) ?? '', JSON.stringify(finding)],
            )
          }
        }
        if (isCurrent) settle.run(item, mark)
      }
      if (isChanged) record({ topic: 'findings' })
    },
  }
})
