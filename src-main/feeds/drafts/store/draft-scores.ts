import type { LackedField, RequirementProfile } from '../../../../src-shared/completeness/model.ts'
import { scoreItem } from '../../../../src-shared/completeness/score-item.ts'
import type { DraftScores } from '../../../../src-shared/feeds/draft/model.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { Database } from '../../../storage/index.ts'

/** Maximum number of scored items, from the start of the draft; takes about two seconds. */
const maxScored = 20_000
const maxWorstItems = 10
const maxLacked = 12

/** Completeness of a draft's items by a profile: mean score, missing fields, and least complete items. */
export function openDraftScores(db: Database) {
  const items = db.prepare<[string], { key: number; title: string; code: string; value: string }>(
    `SELECT key, title, code, value FROM draft_item WHERE draft = ? ORDER BY key LIMIT ${maxScored}`,
  )
  return (id: string, profile: RequirementProfile): DraftScores => {
    const lacked = new Map<string, LackedField>()
    let scored = 0
    let complete = 0
    let sum = 0
    let least: DraftScores['least'] = []
    for (const { key, title, code, value } of items.iterate(id)) {
      // The writer validated the items, so the type is certain.
      const { score, missing } = scoreItem(profile, JSON.parse(value) as PayloadItem)
      scored += 1
      sum += score
      if (missing.length === 0) complete += 1
      for (const { label, kind } of missing) {
        const known = lacked.get(`${kind} ${label}`)
        if (known) known.items += 1
        else lacked.set(`${kind} ${label}`, { label, kind, items: 1 })
      }
      const worst = least.at(-1)
      if (score < 1 && (least.length < maxWorstItems || score < (worst?.score ?? 1)))
        least = [...least, { key, position: scored, title, code, score, missing: missing.length }]
          .toSorted((one, other) => one.score - other.score)
          .slice(0, maxWorstItems)
    }
    return {
      scored,
      complete,
      score: scored === 0 ? 1 : sum / scored,
      lacked: [...lacked.values()].toSorted((one, other) => other.items - one.items).slice(0, maxLacked),
      least,
    }
  }
}
