import type { DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import { englishName } from '../../../../src-shared/feeds/draft/made-name.ts'
import type { Draft, DraftChanged } from '../../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import { counted, say } from '../../../../src-shared/texts/say.ts'
import type { WriterContext } from '../../../storage/index.ts'
import type { openRemarks } from '../check/item-remarks.ts'
import type { ItemChange, ItemState } from '../make/item-change.ts'
import type { HeadChange, StepChange } from '../steps/step-change.ts'
import type { openDraftItems } from './draft-items.ts'
import type { openSteps } from './draft-steps.ts'
import type { NewDraft, openDraftTable } from './draft-table.ts'

/** Why drafts cannot be joined. */
type Refusal = { refused: 'missing' | 'kinds' }

interface AcrossDraftsOptions {
  table: ReturnType<typeof openDraftTable>
  items: ReturnType<typeof openDraftItems>
  steps: ReturnType<typeof openSteps>
  remarks: ReturnType<typeof openRemarks>
  putHead(id: string, change: HeadChange, value: HeadChange['after']): void
  apply(
    id: string,
    edits: readonly ({ do: 'remove'; selection: DraftSelection } | { do: 'group'; group: string })[],
  ): { changes: StepChange[] }
  changed(id: string, count: number): DraftChanged
  /** Undefined if there is no such draft. */
  kindOf(id: string): FeedKind | undefined
}

/** Actions that change several drafts in one step: split, join and group. */
export function openAcrossDrafts(
  { now }: WriterContext,
  { table, items, steps, remarks, putHead, apply, changed, kindOf }: AcrossDraftsOptions,
) {
  /** Moves items of a draft to the end of another draft. */
  function moveItems(
    from: string,
    keys: number[],
    to: string,
    kind: FeedKind,
  ): { taken: StepChange[]; put: ItemChange[] } {
    const states = keys.flatMap((key): ItemState[] => {
      const { revision: _, ...state } = items.read(from, key) ?? { revision: 0, value: undefined }
      return state.value === undefined ? [] : [state]
    })
    const moved = items.append(to, kind, states)
    for (const [place, key] of keys.entries()) remarks.copy(from, key, to, moved[place] ?? 0)
    const put = moved.map((key, place): ItemChange => ({ key, at: [], after: states[place] }))
    return { taken: apply(from, [{ do: 'remove', selection: { keys } }]).changes, put }
  }

  return {
    /** Moves items into a new draft: one step that spans both. */
    split(id: string, selection: DraftSelection, draft: NewDraft): Draft | undefined {
      if (kindOf(id) === undefined) return undefined
      const { kind, name } = table.existing(id)
      const keys = items.keysWhere(kind, id, selection)
      const creation: HeadChange = { head: 'deleted_at', before: now(), after: null }
      table.create(draft)
      const { taken, put } = moveItems(id, keys, draft.id, draft.kind)
      const words = counted(keys.length, 'item')
      steps.keepShared([
        { draft: id, changes: taken, label: say`${words} moved to “${englishName(draft.name)}”` },
        { draft: draft.id, changes: [creation, ...put], label: say`${words} moved from “${name}”` },
      ])
      changed(id, keys.length)
      return changed(draft.id, keys.length).draft
    },
    /** Moves the items of all drafts into the first and deletes the others: one step that spans all. */
    join(ids: string[]): Draft | Refusal {
      const [first, ...others] = new Set(ids)
      const kinds = new Set(ids.map((id) => kindOf(id)))
      if (first === undefined || kinds.has(undefined)) return { refused: 'missing' }
      if (kinds.size > 1) return { refused: 'kinds' }
      const { kind, name } = table.existing(first)
      const joined: ItemChange[][] = []
      const parts = others.map((id) => {
        const keys = items.keysWhere(kind, id, {})
        const { taken, put } = moveItems(id, keys, first, kind)
        joined.push(put)
        const deletion: HeadChange = { head: 'deleted_at', before: null, after: now() }
        putHead(id, deletion, deletion.after)
        return {
          draft: id,
          changes: [...taken, deletion],
          label: say`${counted(keys.length, 'item')} moved to “${name}”`,
        }
      })
      const changes = joined.flat()
      steps.keepShared([
        { draft: first, changes, label: say`${counted(changes.length, 'item')} joined` },
        ...parts,
      ])
      for (const id of others) changed(id, 0)
      return changed(first, changes.length).draft
    },
    /**
     * Sets the group of drafts ('' for none): one step in all drafts that had another group.
     * @returns those drafts
     */
    group(ids: string[], group: string): string[] | { refused: 'missing' } {
      if (!ids.every((id) => kindOf(id) !== undefined)) return { refused: 'missing' }
      const label = group === '' ? say`Taken out of its group` : say`Put into “${group}”`
      const parts = [...new Set(ids)].flatMap((draft) => {
        const { changes } = apply(draft, [{ do: 'group', group }])
        return changes.length > 0 ? [{ draft, label, changes }] : []
      })
      if (parts.length === 1) for (const part of parts) steps.keep(part)
      else if (parts.length > 1) steps.keepShared(parts)
      return parts.map(({ draft }) => {
        changed(draft, 0)
        return draft
      })
    },
  }
}
