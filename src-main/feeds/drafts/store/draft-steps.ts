import { say } from '../../../../src-shared/texts/say.ts'
import { actingName, actingPerson } from '../../../platform/acting-person.ts'
import type { DraftRow, DraftStepRow, WriterContext } from '../../../storage/index.ts'
import type { LaterStep } from '../steps/reverse-changes.ts'
import { type HeadChange, isHeadChange, type StepChange, type StepPart } from '../steps/step-change.ts'
import { type StepLink, statesOfSteps } from '../steps/step-states.ts'

/** The step that a step undoes, in the same draft; see {@link StepLink}. */
type Undone = Pick<StepLink, 'kept'> & { undoes: number }

/** A step that may be undone without the later ones. */
export interface SingleStep {
  /** Label of the step. If it undoes or redoes another step, label of the step that a person made. */
  label: string
  /** Whether the step undoes what a person did. */
  isUndoing: boolean
  /** The step in each of its drafts. */
  parts: (StepPart & { number: number })[]
}

/** Number of a step in one draft, for steps that span several drafts. */
interface StepNumber {
  draft: string
  number: number
}

/** A step to store. */
export interface NewStep extends StepPart {
  label: string
  undone?: Undone | undefined
}

/** Reason why a step that spans several drafts cannot be undone or redone now. */
export interface Blocked {
  blocked: string
}

/** Limits of the history: older steps are dropped. */
const maxSteps = 500
const maxCharacters = 64_000_000
/** Milliseconds within which further typing in the same fields is merged into one step. */
const typingInterval = 20_000
/** Larger steps are not treated as typing. */
const maxTypingChanges = 8

/**
 * Undo history of drafts, one step per user action. A step that spans several drafts has one row per draft,
 * whose `shared` lists all of them; it is undone and redone in all of them or in none.
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
    `INSERT INTO draft_step (draft, number, label, made_at, changes, shared, items, made_by, undoes, kept)
     VALUES (@draft, @number, @label, @now, @changes, @shared, @items, @madeBy, @undoes, @kept)`,
  )
  const links = db.prepare<[string, number], StepLink>(
    'SELECT number, undoes, kept FROM draft_step WHERE draft = ? AND number <= ? ORDER BY number',
  )
  const changesAfter = db.prepare<
    { draft: string; number: number; last: number },
    Pick<DraftStepRow, 'number' | 'changes'>
  >(
    'SELECT number, changes FROM draft_step WHERE draft = @draft AND number > @number AND number <= @last ORDER BY number',
  )
  const replace = db.prepare(
    'UPDATE draft_step SET changes = @changes, made_at = @now WHERE draft = @draft AND number = @number',
  )
  const dropOldest = db.prepare(
    `DELETE FROM draft_step WHERE draft = @draft AND number < @number AND number <= (
       SELECT max(number) FROM (SELECT number, sum(length(changes)) OVER (ORDER BY number DESC) AS characters,
         row_number() OVER (ORDER BY number DESC) AS place FROM draft_step WHERE draft = @draft)
       WHERE characters > ${maxCharacters} OR place > ${maxSteps})`,
  )
  const move = db.prepare('UPDATE draft SET step = ? WHERE id = ?')

  /**
   * Deletes the steps after `number`. For steps that span several drafts, the other parts and their later
   * steps are deleted as well.
   */
  function dropLaterSteps(draft: string, number: number): void {
    const shared = sharedAfter.all(draft, number)
    deleteAfter.run(draft, number)
    for (const place of shared.flatMap(stepNumbersIn))
      if (read.get(place.draft, place.number)) dropLaterSteps(place.draft, place.number - 1)
  }

  function add({ draft, label, changes, undone }: NewStep, shared: string | null): void {
    const number = (at.get(draft) ?? 0) + 1
    insert.run({
      ...{ draft, number, label, changes: JSON.stringify(changes), now: now(), shared },
      items: new Set(changes.flatMap((change) => (isHeadChange(change) ? [] : [change.key]))).size,
      madeBy: actingName(),
      undoes: undone?.undoes ?? null,
      kept: undone?.kept ?? null,
    })
    move.run(number, draft)
    dropOldest.run({ draft, number })
  }

  /** All parts of a step, provided that `rowOf` returns this step in each of its drafts. */
  function partsOf(
    row: DraftStepRow,
    direction: 'do' | 'undo',
    rowOf: (draft: string) => DraftStepRow | undefined,
  ): (StepPart & StepNumber)[] | Blocked {
    const parts: (StepPart & StepNumber)[] = []
    for (const { draft, number } of row.shared === null ? [row] : stepNumbersIn(row.shared)) {
      const other = head.get(draft)
      const part = rowOf(draft)
      if (!other || !read.get(draft, number))
        return {
          blocked: say`This step also concerns a draft that was queued, or deleted for good, since. It cannot be taken back or done again.`,
        }
      if (part?.number !== number || part.shared !== row.shared)
        return {
          blocked: say`This step also concerns “${other.name}”, which was changed since. Undo its later steps first.`,
        }
      const changes: StepChange[] = JSON.parse(part.changes)
      if (other.deleted_at !== null && row.draft !== draft && !mayBeDeleted(changes, direction))
        return {
          blocked: say`This step also concerns “${other.name}”, which was deleted since. Take that draft back first.`,
        }
      parts.push({ draft, number, changes })
    }
    return parts
  }

  return {
    /** Stores the newest step; undone steps are deleted. */
    keep(step: NewStep): void {
      const { draft, label, changes, undone } = step
      const number = at.get(draft) ?? 0
      dropLaterSteps(draft, number)
      const last = read.get(draft, number)
      const isAlone = last && last.shared === null && last.undoes === null && undone === undefined
      const isTyping = isAlone && last.made_by === actingName()
      if (isTyping && last.label === label && now() - last.made_at < typingInterval) {
        const joined = joinTyping(JSON.parse(last.changes), changes)
        if (joined) {
          replace.run({ draft, number, changes: JSON.stringify(joined), now: now() })
          return
        }
      }
      add(step, null)
    },
    /** Stores a step that spans several drafts as the newest one of each. */
    keepShared(parts: NewStep[]): void {
      for (const { draft } of parts) dropLaterSteps(draft, at.get(draft) ?? 0)
      const places = parts.map(({ draft }): StepNumber => ({ draft, number: (at.get(draft) ?? 0) + 1 }))
      for (const part of parts) add(part, JSON.stringify(places))
    },
    /** The step, to undo it without the later ones; undefined if it is not applied, or is undone already. */
    single(draft: string, number: number): SingleStep | Blocked | undefined {
      const row = read.get(draft, number)
      const last = at.get(draft) ?? 0
      if (!row || number > last || statesOfSteps(links.all(draft, last)).states.get(number) === 'undone')
        return undefined
      const places = row.shared === null ? [row] : stepNumbersIn(row.shared)
      const parts = partsOf(row, 'undo', (id) =>
        read.get(id, places.find((place) => place.draft === id)?.number ?? 0),
      )
      if ('blocked' in parts) return parts
      let made = row
      let isUndoing = false
      while (made.undoes !== null) {
        const undone = read.get(draft, made.undoes)
        if (!undone) break
        made = undone
        isUndoing = !isUndoing
      }
      return { label: made.label, isUndoing, parts }
    },
    /** The applied steps after `number`, in ascending order. */
    later(draft: string, number: number): LaterStep[] {
      const last = at.get(draft) ?? 0
      const { cancelled } = statesOfSteps(links.all(draft, last))
      return changesAfter.all({ draft, number, last }).map((row) => ({
        changes: JSON.parse(row.changes),
        isEffective: !cancelled.has(row.number),
      }))
    },
    /** Why the acting person cannot undo or redo the next step with a key: another person of the team made it. */
    othersStep(draft: string, direction: 'do' | 'undo'): Blocked | undefined {
      const number = at.get(draft) ?? 0
      const by = (direction === 'undo' ? read.get(draft, number) : next.get(draft, number))?.made_by
      const person = actingPerson()
      if (!person || !by || by === person.name) return undefined
      return {
        blocked: say`${by} made this step. Open the history of the draft to take back the step of another person.`,
      }
    },
    /** Marks the latest step as undone. @returns its parts; empty if there is no step */
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
    /** Whether the latest step moved the draft's items to another draft and deleted it. */
    wasJoined(draft: string): boolean {
      const row = read.get(draft, at.get(draft) ?? 0)
      const changes: StepChange[] = row && row.shared !== null ? JSON.parse(row.changes) : []
      return changes.some((change) => isDeletion(change) && change.after !== null)
    },
  }
}

const stepNumbersIn = (shared: string): StepNumber[] => JSON.parse(shared)

const isDeletion = (change: StepChange): change is HeadChange =>
  isHeadChange(change) && change.head === 'deleted_at'

/**
 * A draft that the step itself created or deleted may be deleted when undoing, but not when redoing must take
 * items from it.
 */
const mayBeDeleted = (changes: StepChange[], direction: 'do' | 'undo'): boolean =>
  changes.some((change) => isDeletion(change) && (direction === 'undo' || change.before !== null))

const changedField = (change: StepChange): string =>
  'head' in change ? change.head : `${change.key} ${JSON.stringify(change.at)}`

/** Merges two steps of typing in the same fields; undefined if they are separate steps. */
function joinTyping(earlier: StepChange[], later: StepChange[]): StepChange[] | undefined {
  if (earlier.length > maxTypingChanges || earlier.length !== later.length) return undefined
  const known = new Map(earlier.map((change) => [changedField(change), change]))
  const joined = later.flatMap((change) => {
    const former = known.get(changedField(change))
    return former && !isAddOrRemove(change) ? [{ ...change, before: former.before } as StepChange] : []
  })
  return joined.length === later.length ? joined : undefined
}

/** Whether the change adds or removes an item; these are always separate steps. */
const isAddOrRemove = (change: StepChange): boolean => 'at' in change && change.at.length === 0
