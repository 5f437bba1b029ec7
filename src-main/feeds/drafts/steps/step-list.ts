import type { DraftStep, DraftSteps } from '../../../../src-shared/feeds/draft/model.ts'
import { isoTime } from '../../../../src-shared/values/iso-time.ts'
import { actingName } from '../../../platform/acting-person.ts'
import type { Database, DraftRow, DraftStepRow } from '../../../storage/index.ts'
import { statesOfSteps } from './step-states.ts'

type ListedRow = Pick<
  DraftStepRow,
  'number' | 'label' | 'made_at' | 'items' | 'made_by' | 'undoes' | 'kept'
> & {
  /** JSON list of names. */
  others: string
}

/** Reads the steps of a draft; undefined if there is no such draft. */
export function openStepList(db: Database): (id: string) => DraftSteps | undefined {
  const head = db.prepare<[string], Pick<DraftRow, 'step' | 'created_at'>>(
    'SELECT step, created_at FROM draft WHERE id = ?',
  )
  const rows = db.prepare<[string], ListedRow>(
    `SELECT number, label, made_at, items, made_by, undoes, kept,
       (SELECT json_group_array(other.name) FROM json_each(s.shared) place
         JOIN draft other ON other.id = place.value ->> 'draft' WHERE other.id <> s.draft) AS others
     FROM draft_step s WHERE draft = ? ORDER BY number`,
  )
  return (id) => {
    const draft = head.get(id)
    if (!draft) return undefined
    const all = rows.all(id)
    const { states } = statesOfSteps(all.filter(({ number }) => number <= draft.step))
    const account = actingName()
    const steps = all.map(
      ({ number, label, made_at, items, made_by: by, undoes, others }): DraftStep => ({
        ...{ number, label, at: isoTime(made_at), by, isOwn: by === account, items },
        state: states.get(number) ?? 'ahead',
        ...(undoes !== null && { undoes }),
        others: JSON.parse(others),
      }),
    )
    return { steps: steps.toReversed(), createdAt: isoTime(draft.created_at) }
  }
}
