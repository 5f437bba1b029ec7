import type { WriterContext } from '../storage/index.ts'
import type { ItemChange } from './item-change.ts'

/** A change of the draft as a whole. */
export interface HeadChange {
  head: 'name' | 'name_parts' | 'group_name' | 'kind' | 'frame'
  before: string | null
  after: string | null
}
export type StepChange = ItemChange | HeadChange

interface Step {
  number: number
  changes: StepChange[]
}

/** Beyond these, the oldest steps can no longer be undone. */
const mostSteps = 500
const mostCharacters = 64_000_000
/** Milliseconds within which typing on in the same fields stays one step. */
const stillTyping = 20_000
/** Only a change of so few fields can be typing. */
const fewChanges = 8

/** What was done to drafts, one step for each thing a person did. */
export function openSteps({ db, now }: WriterContext) {
  const at = db.prepare<[string], number>('SELECT step FROM draft WHERE id = ?').pluck()
  const read = db.prepare<
    [string, number],
    { number: number; label: string; made_at: number; changes: string }
  >('SELECT number, label, made_at, changes FROM draft_step WHERE draft = ? AND number = ?')
  const next = db.prepare<[string, number], { number: number; changes: string }>(
    'SELECT number, changes FROM draft_step WHERE draft = ? AND number > ? ORDER BY number LIMIT 1',
  )
  const before = db
    .prepare<[string, number], number>(
      'SELECT coalesce(max(number), 0) FROM draft_step WHERE draft = ? AND number < ?',
    )
    .pluck()
  const forgetUndone = db.prepare('DELETE FROM draft_step WHERE draft = ? AND number > ?')
  const insert = db.prepare('INSERT INTO draft_step VALUES (@draft, @number, @label, @now, @changes)')
  const replace = db.prepare(
    'UPDATE draft_step SET changes = @changes, made_at = @now WHERE draft = @draft AND number = @number',
  )
  const forget = db.prepare(
    `DELETE FROM draft_step WHERE draft = @draft AND number < @number AND number <= (
       SELECT max(number) FROM (SELECT number, sum(length(changes)) OVER (ORDER BY number DESC) AS characters,
         row_number() OVER (ORDER BY number DESC) AS place FROM draft_step WHERE draft = @draft)
       WHERE characters > ${mostCharacters} OR place > ${mostSteps})`,
  )
  const move = db.prepare('UPDATE draft SET step = ? WHERE id = ?')

  const stepOf = (row: { number: number; changes: string } | undefined): Step | undefined =>
    row && { number: row.number, changes: JSON.parse(row.changes) }

  return {
    /** Keeps what was done as the newest step; those that were undone are forgotten. */
    keep(draft: string, label: string, changes: StepChange[]): void {
      const number = at.get(draft) ?? 0
      forgetUndone.run(draft, number)
      const last = read.get(draft, number)
      if (last && last.label === label && now() - last.made_at < stillTyping) {
        const joined = joinTyping(JSON.parse(last.changes), changes)
        if (joined) {
          replace.run({ draft, number, changes: JSON.stringify(joined), now: now() })
          return
        }
      }
      insert.run({ draft, number: number + 1, label, changes: JSON.stringify(changes), now: now() })
      move.run(number + 1, draft)
      forget.run({ draft, number: number + 1 })
    },
    /** The step that undoing takes back; it is undone from now on. */
    undo(draft: string): Step | undefined {
      const number = at.get(draft) ?? 0
      const step = stepOf(read.get(draft, number))
      if (step) move.run(before.get(draft, number) ?? 0, draft)
      return step
    },
    redo(draft: string): Step | undefined {
      const step = stepOf(next.get(draft, at.get(draft) ?? 0))
      if (step) move.run(step.number, draft)
      return step
    },
  }
}

const placeOf = (change: StepChange): string =>
  'head' in change ? change.head : `${change.key} ${JSON.stringify(change.at)}`

/** Two steps of typing in the same fields as one; nothing where they are two. */
function joinTyping(earlier: StepChange[], later: StepChange[]): StepChange[] | undefined {
  if (earlier.length > fewChanges || earlier.length !== later.length) return undefined
  const known = new Map(earlier.map((change) => [placeOf(change), change]))
  const joined = later.flatMap((change) => {
    const former = known.get(placeOf(change))
    return former && !isWhole(change) ? [{ ...change, before: former.before } as StepChange] : []
  })
  return joined.length === later.length ? joined : undefined
}

/** Adding and removing are steps of their own. */
const isWhole = (change: StepChange): boolean => 'at' in change && change.at.length === 0
