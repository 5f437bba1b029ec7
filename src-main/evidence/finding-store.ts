import {
  type DecidedKey,
  type Decision,
  type DecisionKind,
  type DecisionStep,
  type Finding,
  type FindingCounts,
  type FindingKey,
  type FindingKind,
  type FindingPage,
  type FindingRow,
  type FindingsQuery,
  findingKinds,
  type ItemEvidence,
  subjectOf,
} from '../../src-shared/evidence/model.ts'
import type { PictureRule } from '../../src-shared/media/picture-checks.ts'
import { actingName } from '../platform/acting-person.ts'
import {
  defineReader,
  defineWriter,
  type EvidenceDecisionRow,
  type EvidenceFindingRow,
  windowStart,
} from '../storage/index.ts'
import { openItemEvidence } from './item-evidence.ts'

/** The place of a finding in the order of lists. */
interface FindingPlace {
  weight: number
  item: string
  position: number
}

type StoredFinding = FindingPlace &
  Pick<EvidenceFindingRow, 'finding'> & { name: string | null; code: string | null } & {
    [Column in keyof Pick<EvidenceDecisionRow, 'decision' | 'reason' | 'note' | 'decided_at' | 'decided_by'>]:
      | EvidenceDecisionRow[Column]
      | null
  }

const keyText = ({ kind, sha256, subject }: { kind: string; sha256: string; subject: string }): string =>
  [kind, sha256, subject].join('\n')

interface ManyDecided extends Pick<DecidedKey, 'decision' | 'reason' | 'note'> {
  which: { findings: readonly FindingKey[] } | { kinds: readonly FindingKind[] }
}

interface ListedFindings extends Pick<FindingsQuery, 'kinds' | 'decision'> {
  itemIds?: readonly string[] | undefined
}

type ListName = 'open' | DecisionKind

export const findingReader = defineReader('evidence/findings', ({ db }) => {
  const evidence = openItemEvidence(db)
  const kindOf = (weight: number): FindingKind => findingKinds[weight] as FindingKind
  /** The rows of a subquery that yields places in order. An item that no longer exists has findings until it is compared. */
  const complete = (places: string) => `
    SELECT weight, finding.item, position, finding, item.name, item.code, made.decision, reason, note, decided_at, decided_by
    FROM (${places}) AS place CROSS JOIN evidence_finding AS finding USING (item, position)
    LEFT JOIN item ON item.id = finding.item
    LEFT JOIN evidence_decision AS made ON made.item = finding.item AND made.kind = finding.kind
      AND made.sha256 = finding.sha256 AND made.subject = finding.subject
    ORDER BY weight, finding.item, position`
  const openList = (condition: string) => ({
    counts: db.prepare<[], { weight: number; count: number }>(
      `SELECT weight, count(*) AS count FROM evidence_finding WHERE ${condition} GROUP BY weight`,
    ),
    /** Each kind is a part of the index, which is read from an offset. */
    page: db.prepare<[number, number, number], StoredFinding>(
      complete(`SELECT item, position FROM evidence_finding WHERE ${condition} AND weight = ?
        ORDER BY item, position LIMIT ? OFFSET ?`),
    ),
    following: db.prepare<[number, string, number, number], StoredFinding>(
      complete(`SELECT item, position FROM evidence_finding WHERE ${condition} AND weight = ?
        AND (item, position) > (?, ?) ORDER BY item, position LIMIT ?`),
    ),
  })
  // The conditions are those of the indexes.
  const listed = {
    open: openList("decision <> 'dismissed'"),
    agreed: openList("decision = 'agreed' AND decision <> ''"),
    dismissed: openList("decision = 'dismissed' AND decision <> ''"),
  }
  const ofItem = db.prepare<[string], StoredFinding>(
    complete('SELECT item, position FROM evidence_finding WHERE item = ?'),
  )
  const decisionsOf = db.prepare<
    [string],
    Pick<EvidenceDecisionRow, 'kind' | 'sha256' | 'subject' | 'decision'>
  >('SELECT kind, sha256, subject, decision FROM evidence_decision WHERE item = ?')

  const countsOf = (list: ListName): number[] => {
    const counts = findingKinds.map(() => 0)
    for (const { weight, count } of listed[list].counts.all()) counts[weight] = count
    return counts
  }
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

  return {
    /** Open findings of each kind, and the numbers of those that a person has decided about. */
    counts(): FindingCounts {
      const open = countsOf('open')
      return {
        counts: Object.fromEntries(findingKinds.map((kind, weight) => [kind, open[weight] ?? 0])) as Record<
          FindingKind,
          number
        >,
        agreed: sum(countsOf('agreed')),
        dismissed: sum(countsOf('dismissed')),
      }
    },
    list({ kinds = findingKinds, itemId, decision, ...window }: FindingsQuery): FindingPage {
      const list = decision ?? 'open'
      if (itemId !== undefined) {
        const found = ofItem
          .all(itemId)
          .map(rowOf)
          .filter((row) => kinds.includes(row.kind) && isListed(row, list))
        const offset = windowStart(window, found.length)
        return {
          total: found.length,
          undecided: found.filter((row) => row.decision === undefined).length,
          offset,
          findings: found.slice(offset, offset + window.limit),
        }
      }
      const counts = countsOf(list).map((count, weight) => (kinds.includes(kindOf(weight)) ? count : 0))
      const total = sum(counts)
      const offset = windowStart(window, total)
      const findings: FindingRow[] = []
      let before = 0
      for (const [weight, count] of counts.entries()) {
        const missing = window.limit - findings.length
        const skipped = Math.max(0, offset - before)
        if (missing > 0 && skipped < count)
          findings.push(...listed[list].page.all(weight, missing, skipped).map(rowOf))
        before += count
      }
      const agreed = countsOf('agreed').map((count, weight) => (kinds.includes(kindOf(weight)) ? count : 0))
      return { total, undecided: list === 'open' ? total - sum(agreed) : 0, offset, findings }
    },
    /** The next findings of a list in its order, for reading all of it; all findings of given items at once. */
    after(
      { kinds = findingKinds, decision, itemIds }: ListedFindings,
      place: FindingPlace | undefined,
      limit: number,
    ): { findings: FindingRow[]; last?: FindingPlace } {
      if (itemIds)
        return {
          findings: itemIds
            .flatMap((id) => ofItem.all(id).map(rowOf))
            .filter((row) => kinds.includes(row.kind) && isListed(row, decision ?? 'open')),
        }
      const rows: StoredFinding[] = []
      const start = place ?? { weight: 0, item: '', position: -1 }
      for (let { weight } = start; weight < findingKinds.length && rows.length < limit; weight++) {
        if (!kinds.includes(kindOf(weight))) continue
        const [item, position] = weight === start.weight ? [start.item, start.position] : ['', -1]
        rows.push(...listed[decision ?? 'open'].following.all(weight, item, position, limit - rows.length))
      }
      const last = rows.at(-1)
      return {
        findings: rows.map(rowOf),
        ...(last &&
          rows.length === limit && {
            last: { weight: last.weight, item: last.item, position: last.position },
          }),
      }
    },
    item(id: string, rules: readonly PictureRule[]): ItemEvidence | undefined {
      const found = evidence.ofId(id, rules)
      if (!found) return undefined
      const decisions = new Map(decisionsOf.all(id).map((one) => [keyText(one), one.decision]))
      return {
        ...found,
        findings: found.findings.filter(
          (one) => decisions.get(keyText({ ...one, subject: subjectOf(one) })) !== 'dismissed',
        ),
      }
    },
  }
})

const isListed = ({ decision }: FindingRow, list: ListName): boolean =>
  list === 'open' ? decision?.kind !== 'dismissed' : decision?.kind === list

function rowOf({ finding, item: id, name, code, ...made }: StoredFinding): FindingRow {
  return {
    ...(JSON.parse(finding) as Finding),
    item: { id, name: name ?? '', ...(code && { code }) },
    ...(made.decision && {
      decision: {
        ...{ kind: made.decision, reason: made.reason, note: made.note, by: made.decided_by },
        at: new Date(made.decided_at ?? 0).toISOString(),
      } as Decision,
    }),
  }
}

/** Stores what a person has decided about findings. It is kept when readings and findings are deleted. */
export const decisionWriter = defineWriter('evidence/decisions', ({ db, now, record }) => {
  const put = db.prepare(`
    INSERT OR REPLACE INTO evidence_decision
      (item, kind, sha256, subject, decision, reason, note, decided_at, decided_by)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const remove = db.prepare(
    'DELETE FROM evidence_decision WHERE item = ? AND kind = ? AND sha256 = ? AND subject = ?',
  )
  const set = db.prepare(
    'UPDATE evidence_finding SET decision = ? WHERE item = ? AND kind = ? AND sha256 = ? AND subject = ?',
  )
  /** The time of a step identifies it, so it differs from that of every other decision. */
  const nextStep = db
    .prepare<[number], number>('SELECT max(?, coalesce(max(decided_at), 0) + 1) FROM evidence_decision')
    .pluck()
  const putFrom = (condition: string) =>
    db.prepare(`
      INSERT OR REPLACE INTO evidence_decision
        (item, kind, sha256, subject, decision, reason, note, decided_at, decided_by)
      SELECT item, kind, sha256, subject, @decision, @reason, @note, @step, @by
      FROM evidence_finding WHERE decision = '' AND ${condition}`)
  const ofKey = 'item = @item AND kind = @kind AND sha256 = @sha256 AND subject = @subject'
  const putKind = putFrom('weight = @weight')
  const putOne = putFrom(ofKey)
  const setKind = db.prepare("UPDATE evidence_finding SET decision = ? WHERE decision = '' AND weight = ?")
  const setOne = db.prepare(
    `UPDATE evidence_finding SET decision = @decision WHERE decision = '' AND ${ofKey}`,
  )
  const clearStep = db.prepare(`
    UPDATE evidence_finding SET decision = '' FROM evidence_decision AS made
    WHERE made.decided_at = ? AND made.item = evidence_finding.item AND made.kind = evidence_finding.kind
      AND made.sha256 = evidence_finding.sha256 AND made.subject = evidence_finding.subject`)
  const removeStep = db.prepare('DELETE FROM evidence_decision WHERE decided_at = ?')
  return {
    decide({ itemId, kind, sha256, subject, ...made }: DecidedKey): void {
      const { decision, reason, note } = made
      put.run(itemId, kind, sha256, subject, decision, reason, note, now(), actingName())
      set.run(decision, itemId, kind, sha256, subject)
      record({ topic: 'findings' })
    },
    /** Decides about all named findings, or all of some kinds, that nobody has decided about. */
    decideMany({ which, decision, reason, note }: ManyDecided): DecisionStep {
      const step = nextStep.get(now()) ?? now()
      const made = { decision, reason, note, step, by: actingName() }
      let decided = 0
      if ('kinds' in which)
        for (const kind of which.kinds) {
          const weight = findingKinds.indexOf(kind)
          putKind.run({ ...made, weight })
          decided += setKind.run(decision, weight).changes
        }
      else
        for (const { itemId, ...key } of which.findings) {
          putOne.run({ ...made, item: itemId, ...key })
          decided += setOne.run({ decision, item: itemId, ...key }).changes
        }
      if (decided > 0) record({ topic: 'findings' })
      return { decided, step }
    },
    /** Takes back all decisions of a step. */
    undoStep(step: number): void {
      clearStep.run(step)
      removeStep.run(step)
      record({ topic: 'findings' })
    },
    /** Takes back what was decided. */
    undecide({ itemId, kind, sha256, subject }: FindingKey): void {
      remove.run(itemId, kind, sha256, subject)
      set.run('', itemId, kind, sha256, subject)
      record({ topic: 'findings' })
    },
  }
})
