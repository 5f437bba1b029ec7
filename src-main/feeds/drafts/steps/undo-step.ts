import type { ClashChoice } from '../../../../src-shared/feeds/draft/edits.ts'
import type { Draft, DraftChanged, StepClash, StepClashes } from '../../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import type { WriterContext } from '../../../storage/index.ts'
import type { ItemChange, ItemState } from '../make/item-change.ts'
import type { openDraftItems } from '../store/draft-items.ts'
import type { NewStep, openSteps, SingleStep } from '../store/draft-steps.ts'
import type { EditOutcome } from '../store/edit-outcome.ts'
import { type Reversal, reverseChanges } from './reverse-changes.ts'
import { type HeadChange, isHeadChange, isItemChange, type StepChange } from './step-change.ts'

export type UndoStepOutcome = EditOutcome | { clashes: StepClashes }

/** Number of clashes that are listed; a choice applies to all. */
const maxListedClashes = 200

type Part = SingleStep['parts'][number]

interface StepUndoingOptions {
  items: ReturnType<typeof openDraftItems>
  steps: ReturnType<typeof openSteps>
  putHead(draft: string, change: HeadChange, value: HeadChange['before']): void
  changed(draft: string, items: number): DraftChanged
  draftOf(draft: string): Draft
}

/** Undoes one step of a draft and keeps the later ones. The undoing is a step itself. */
export function openStepUndoing(
  { db, now }: WriterContext,
  { items, steps, putHead, changed, draftOf }: StepUndoingOptions,
) {
  const headOf = db.prepare<
    [string],
    Record<HeadChange['head'], string | number | null> & { kind: FeedKind; revision: number; items: number }
  >(
    `SELECT name, name_parts, group_name, kind, frame, deleted_at, revision,
       (SELECT count(*) FROM draft_item WHERE draft = draft.id) AS items
     FROM draft WHERE id = ?`,
  )
  const titleOf = db
    .prepare<[string, number], string>(
      "SELECT coalesce(nullif(title, ''), code) FROM draft_item WHERE draft = ? AND key = ?",
    )
    .pluck()

  const present = (draft: string) => {
    const head = existing(draft)
    const known = new Map<number, ItemState | undefined>()
    return {
      item(key: number): ItemState | undefined {
        if (known.has(key)) return known.get(key)
        const { revision: _, ...state } = items.read(draft, key) ?? { revision: 0, value: undefined }
        const item = state.value === undefined ? undefined : { ...state, value: state.value }
        known.set(key, item)
        return item
      },
      head: (name: HeadChange['head']) => head[name],
    }
  }
  const existing = (draft: string) => {
    const head = headOf.get(draft)
    if (!head) throw new Error(`There is no draft ${draft}`)
    return head
  }

  /** Applies changes in the direction of undo. @returns the changes made */
  function write(draft: string, changes: readonly StepChange[]): StepChange[] {
    const head = existing(draft)
    const made: StepChange[] = []
    for (const change of changes.filter(isHeadChange)) {
      const before = head[change.head]
      if (before === change.before) continue
      putHead(draft, change, change.before)
      made.push({ head: change.head, before, after: change.before })
    }
    const editing = items.editing(draft, existing(draft).kind)
    editing.walk(changes.filter(isItemChange), 'undo')
    return made.concat(editing.write())
  }

  const listed = (draft: string, { id, change }: Reversal['clashes'][number]): StepClash => {
    const values = { undone: change.before ?? undefined, current: change.after ?? undefined }
    if (isHeadChange(change)) return { id, draft, field: change.head, ...values }
    return { id, draft, keys: change.at, title: titleOf.get(draft, change.key) ?? '', ...values }
  }

  /** Undoes changes of items and of the draft's own fields, in each part alone. */
  function undoChanges(parts: Part[], label: string, choice: ClashChoice | undefined): UndoStepOutcome {
    const reversals = parts.map(({ draft, number, changes }) => ({
      draft,
      number,
      ...reverseChanges(changes, steps.later(draft, number), present(draft)),
    }))
    const clashes = reversals.flatMap(({ draft, clashes: found }) =>
      // The parts of a name are decided with the name.
      found
        .filter(({ change }) => !isHeadChange(change) || change.head !== 'name_parts')
        .map((clash) => ({ draft, clash })),
    )
    const removed = sum(reversals.map((one) => one.removed.size))
    const [first] = parts
    const { revision } = existing(first?.draft ?? '')
    if (clashes.length > 0 && choice?.revision !== revision)
      return {
        clashes: {
          revision,
          total: clashes.length,
          clashes: clashes.slice(0, maxListedClashes).map(({ draft, clash }) => listed(draft, clash)),
          removed,
          undoable: sum(reversals.map(({ changes }) => changes.length)),
        },
      }
    const isUndone = ({ id }: { id: string }) =>
      choice !== undefined && (choice.take === 'undone') !== choice.except.includes(id)
    const made = reversals.map(
      ({ draft, number, changes, clashes: found, removed: gone, isExact }): NewStep => {
        const taken = found.filter(isUndone)
        return {
          draft,
          label,
          changes: write(draft, [...changes, ...taken.map(({ change }) => change)]),
          undone: { undoes: number, kept: isExact ? null : found.length - taken.length + gone.size },
        }
      },
    )
    return keep(made)
  }

  /**
   * Moves the items of a split or join back as they are now, so that later changes of them are kept. Their
   * remarks still exist, because they are stored by key.
   */
  function undoMove(parts: Part[], label: string): UndoStepOutcome {
    const taken = parts.flatMap((part) => movesIn(part, ({ after }) => after === undefined))
    const put = parts.flatMap((part) => movesIn(part, ({ before }) => before === undefined))
    const made = new Map(parts.map(({ draft }) => [draft, [] as StepChange[]]))
    const drafts = new Map(parts.map(({ draft }) => [draft, present(draft)]))
    let kept = 0
    for (const [place, { draft: to, key }] of taken.entries()) {
      const from = put[place]
      const state = from && drafts.get(from.draft)?.item(from.key)
      if (!from || !state || items.read(to, key)) {
        kept += 1
        continue
      }
      made.get(to)?.push({ key, at: [], before: state })
      made.get(from.draft)?.push({ key: from.key, at: [], after: state })
    }
    if (kept === taken.length && kept > 0)
      return {
        refused: 'blocked',
        reason: say`The items of this step were deleted or moved on since. There is nothing to take back.`,
      }
    return keep(
      parts.map(({ draft, number, changes }): NewStep => {
        // Undoing reverses the order. Both sides of a move list the items in the same order.
        const written = write(draft, (made.get(draft) ?? []).toReversed())
        const { deleted_at: deletedAt, items: count } = existing(draft)
        for (const change of changes.filter(isHeadChange)) {
          // A draft that received further items is not deleted.
          const wanted = change.before === null ? null : count > 0 ? deletedAt : now()
          if (change.head !== 'deleted_at' || (wanted === null) === (deletedAt === null)) continue
          putHead(draft, change, wanted)
          written.unshift({ head: 'deleted_at', before: deletedAt, after: wanted })
        }
        return { draft, label, changes: written, undone: { undoes: number, kept: kept === 0 ? null : kept } }
      }),
    )
  }

  /** Stores the undoing as a step of the same drafts, so that it can be undone from each of them. */
  function keep(made: NewStep[]): EditOutcome {
    const [first, another] = made
    if (!first || made.every(({ changes }) => changes.length === 0))
      return {
        refused: 'blocked',
        reason: say`Nothing of this step is left to undo: later steps changed or removed all of it.`,
      }
    if (another) steps.keepShared(made)
    else steps.keep(first)
    const counts = made.map(({ draft, changes }) =>
      changed(draft, new Set(changes.filter(isItemChange).map(({ key }) => key)).size),
    )
    return { ...(counts[0] as DraftChanged), drafts: made.map(({ draft }) => draft) }
  }

  return {
    /** @param choice decisions on clashes, made at a revision; without it, clashes are returned and nothing changes */
    undo(draft: string, number: number, choice?: ClashChoice): UndoStepOutcome {
      const step = steps.single(draft, number)
      if (step === undefined)
        return {
          refused: 'blocked',
          reason: say`This step was undone meanwhile. The list shows the steps as they are now.`,
        }
      if ('blocked' in step) return { refused: 'blocked', reason: step.blocked }
      const label = step.isUndoing ? say`Applied “${step.label}” again` : say`Took back “${step.label}”`
      const isMove = step.parts.some(({ changes }) =>
        changes.some((change) => isHeadChange(change) && change.head === 'deleted_at'),
      )
      const outcome = isMove ? undoMove(step.parts, label) : undoChanges(step.parts, label, choice)
      return 'draft' in outcome ? { ...outcome, draft: draftOf(draft) } : outcome
    },
  }
}

/** The whole items that a part of a step takes out of its draft, or puts into it. */
const movesIn = ({ draft, changes }: Part, isMoved: (change: ItemChange) => boolean) =>
  changes
    .filter(isItemChange)
    .filter(isMoved)
    .map(({ key }) => ({ draft, key }))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
