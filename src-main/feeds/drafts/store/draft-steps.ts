import { say } from '../../../../src-shared/texts/say.ts'
import type { DraftRow, DraftStepRow, WriterContext } from '../../../storage/index.ts'
import type { ItemChange } from '../make/item-change.ts'

/** A change of the draft as a whole. */
export interface HeadChange {
  head: 'name' | 'name_parts' | 'group_name' | 'kind' | 'frame' | 'deleted_at'
  before: string | number | null
  after: string | number | null
}
export type StepChange = ItemChange | HeadChange
export const isHeadChange = (change: StepChange): change is HeadChange => 'head' in change

/** What a step changes in one draft. */
export interface StepPart {
  draft: string
  changes: StepChange[]
}

/** Position of a part of a step over several drafts. */
interface Place {
  draft: string
  number: number
}

/** Why a step over several drafts can be neither undone nor redone now. */
export interface Blocked {
  blocked: string
}

/** Beyond these, the oldest steps can no longer be undone. */
const maxSteps = 500
const maxCharacters = 64_000_000
/** Milliseconds within which typing on in the same fields stays one step. */
const stillTyping = 20_000
/** Only a change of so few fields can be typing. */
const fewChanges = 8

/**
 * What was done to drafts, one step for each thing a person did. A step over several drafts has a row for each of them,
 * whose `shared` lists them all; it is undone and redone in all of them or in none.
 */
export function openSteps({ db, now }: WriterContext) {
  const at = db.prepare<[string], number>('SELECT step FROM draft WHERE id = ?').pluck()
  const read = db.prepare<[string, number], DraftStepRow>(
    'SELECT * FROM draft_step WHERE draft = ? AND number = ?',
  )
  const next = db.prepare<[string, number], DraftStepRow>(
    'SELECT * FROM draft_step WHERE draft = ? AND number > ? ORDER BY number LIMIT 1',
  )
  const head = db.prepare<[string], Pick<DraftRow, 'name' | 'deleted_at'>>(
    'SELECT name, deleted_at FROM draft WHERE id = ?',
  )
  const before = db
    .prepare<[string, number], number>(
      'SELECT coalesce(max(number), 0) FROM draft_step WHERE draft = ? AND number < ?',
    )
    .pluck()
  const sharedAfter = db
    .prepare<[string, number], string>(
      'SELECT shared FROM draft_step WHERE draft = ? AND number > ? AND shared IS NOT NULL',
    )
    .pluck()
  const deleteAfter = db.prepare('DELETE FROM draft_step WHERE draft = ? AND number > ?')
  const insert = db.prepare(
    'INSERT INTO draft_step VALUES (@draft, @number, @label, @now, @changes, @shared)',
  )
  const replace = db.prepare(
    'UPDATE draft_step SET changes = @changes, made_at = @now WHERE draft = @draft AND number = @number',
  )
  const forget = db.prepare(
    `DELETE FROM draft_step WHERE draft = @draft AND number < @number AND number <= (
       SELECT max(number) FROM (SELECT number, sum(length(changes)) OVER (ORDER BY number DESC) AS characters,
         row_number() OVER (ORDER BY number DESC) AS place FROM draft_step WHERE draft = @draft)
       WHERE characters > ${maxCharacters} OR place > ${maxSteps})`,
  )
  const move = db.prepare('UPDATE draft SET step = ? WHERE id = ?')

  /** Steps after this one are forgotten; of those over several drafts, the other parts with all that follows them. */
  function forgetUndone(draft: string, number: number): void {
    const shared = sharedAfter.all(draft, number)
    deleteAfter.run(draft, number)
    for (const place of shared.flatMap(placesIn))
      if (read.get(place.draft, place.number)) forgetUndone(place.draft, place.number - 1)
  }

  function add(draft: string, label: string, changes: StepChange[], shared: string | null): void {
    const number = (at.get(draft) ?? 0) + 1
    insert.run({ draft, number, label, changes: JSON.stringify(changes), now: now(), shared })
    move.run(number, draft)
    forget.run({ draft, number })
  }

  /** All parts of a step, when each is the one that `rowOf` finds in its draft. */
  function partsOf(
    row: DraftStepRow,
    way: 'do' | 'undo',
    rowOf: (draft: string) => DraftStepRow | undefined,
  ): (StepPart & Place)[] | Blocked {
    const parts: (StepPart & Place)[] = []
    for (const { draft, number } of row.shared === null ? [row] : placesIn(row.shared)) {
      const there = head.get(draft)
      const part = rowOf(draft)
      if (!there || !read.get(draft, number))
        return {
          blocked: say`This step also concerns a draft that was queued, or deleted for good, since. It cannot be taken back or done again.`,
        }
      if (part?.number !== number || part.shared !== row.shared)
        return {
          blocked: say`This step also concerns “${there.name}”, which was changed since. Undo its later steps first.`,
        }
      const changes: StepChange[] = JSON.parse(part.changes)
      if (there.deleted_at !== null && row.draft !== draft && !mayBeDeleted(changes, way))
        return {
          blocked: say`This step also concerns “${there.name}”, which was deleted since. Take that draft back first.`,
        }
      parts.push({ draft, number, changes })
    }
    return parts
  }

  return {
    /** Keeps what was done as the newest step; those that were undone are forgotten. */
    keep(draft: string, label: string, changes: StepChange[]): void {
      const number = at.get(draft) ?? 0
      forgetUndone(draft, number)
      const last = read.get(draft, number)
      if (last && last.shared === null && last.label === label && now() - last.made_at < stillTyping) {
        const joined = joinTyping(JSON.parse(last.changes), changes)
        if (joined) {
          replace.run({ draft, number, changes: JSON.stringify(joined), now: now() })
          return
        }
      }
      add(draft, label, changes, null)
    },
    /** Keeps what was done to several drafts as the newest step of each of them. */
    keepShared(parts: (StepPart & { label: string })[]): void {
      for (const { draft } of parts) forgetUndone(draft, at.get(draft) ?? 0)
      const places = parts.map(({ draft }): Place => ({ draft, number: (at.get(draft) ?? 0) + 1 }))
      for (const { draft, label, changes } of parts) add(draft, label, changes, JSON.stringify(places))
    },
    /** The parts of the step that undoing takes back, from now on undone; none where there is no step. */
    undo(draft: string): StepPart[] | Blocked {
      const latest = (id: string) => read.get(id, at.get(id) ?? 0)
      const row = latest(draft)
      const parts = row ? partsOf(row, 'undo', latest) : []
      if (!('blocked' in parts))
        for (const part of parts) move.run(before.get(part.draft, part.number) ?? 0, part.draft)
      return parts
    },
    redo(draft: string): StepPart[] | Blocked {
      const following = (id: string) => next.get(id, at.get(id) ?? 0)
      const row = following(draft)
      const parts = row ? partsOf(row, 'do', following) : []
      if (!('blocked' in parts)) for (const part of parts) move.run(part.number, part.draft)
      return parts
    },
    /** Whether the latest step moved the draft's items to another one, and deleted it. */
    isJoinedAway(draft: string): boolean {
      const row = read.get(draft, at.get(draft) ?? 0)
      const changes: StepChange[] = row && row.shared !== null ? JSON.parse(row.changes) : []
      return changes.some((change) => isDeletion(change) && change.after !== null)
    },
  }
}

const placesIn = (shared: string): Place[] => JSON.parse(shared)

const isDeletion = (change: StepChange): change is HeadChange =>
  isHeadChange(change) && change.head === 'deleted_at'

/** A draft that the step itself makes or deletes may be deleted when the step is undone, but not when it is to give items. */
const mayBeDeleted = (changes: StepChange[], way: 'do' | 'undo'): boolean =>
  changes.some((change) => isDeletion(change) && (way === 'undo' || change.before !== null))

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
