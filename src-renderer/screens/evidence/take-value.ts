import { t } from '@lingui/core/macro'
import { draftCellsOf } from '../../../src-shared/evidence/draft-cells.ts'
import type { FindingRow } from '../../../src-shared/evidence/model.ts'
import { cellOf } from '../../../src-shared/feeds/draft/columns.ts'
import type { Draft } from '../../../src-shared/feeds/draft/model.ts'
import { unitOf } from '../../../src-shared/values/units.ts'
import { client } from '../../rpc/client.ts'
import { pictureTitle } from './finding-words.ts'

/** The draft that collects the values of one review. */
export type CollectingDraft = Pick<Draft, 'id' | 'name'>

/** What was taken in this session: the draft that collects it, and the draft of each finding. */
export const taken = {
  draft: undefined as CollectingDraft | undefined,
  findings: new Map<string, CollectingDraft>(),
}

interface TakenValue {
  draft: CollectingDraft
  /** Text of the step in the draft's history, which names the picture. */
  label: string
  undo: () => Promise<unknown>
}

/** Maximum items of a draft in which the item is looked for. */
const maxItems = 1000

/** Whether the printed value can be written into a draft. */
export const isTakeable = ({ kind, value }: FindingRow): boolean =>
  kind === 'label-differs' && value !== undefined && draftCellsOf(value) !== undefined

/**
 * Puts the printed value into the item's entry of a refresh draft, as one step of its history.
 * @param collecting the draft that earlier values went into; a new one is made if it is absent or was sent or deleted
 * @param photograph name of the photograph that shows the value, if it is no picture of the item
 */
export async function takeValue(
  finding: FindingRow,
  collecting?: CollectingDraft,
  photograph?: string,
): Promise<TakenValue> {
  const { item, value, view } = finding
  const cells = value && draftCellsOf(value)
  if (!value || !cells) throw new Error(t`This value cannot be written into a draft.`)
  const target = await draftWithItem(item.id, collecting)
  const { draft, key } = target
  const before = (await client.feeds.draftItem({ id: draft.id, key })).value
  const changes = cells.map(({ column, value: next }) => {
    const former = cellOf(before, column) ?? null
    const isSameUnit = former !== null && unitOf(former) !== undefined && unitOf(former) === unitOf(next)
    return { key, column, former, value: isSameUnit ? former : next }
  })
  const picture = view === '' ? pictureTitle(finding) : view
  const label =
    photograph === undefined
      ? t`${value.label} ${value.printed}, read from picture ${picture}`
      : readFromPhotograph(value, photograph)
  const edit = (text: string, of: (change: (typeof changes)[number]) => string | null) =>
    client.feeds.editDraft({
      id: draft.id,
      label: text,
      edits: [
        { do: 'cells', cells: changes.map((change) => ({ key, column: change.column, value: of(change) })) },
      ],
    })
  try {
    if (changes.every(({ former }) => former === null))
      throw new Error(t`The draft of this item has no such value. Open the item and edit it there.`)
    await edit(label, ({ value: next }) => next)
  } catch (error) {
    await target.undo?.()
    throw error
  }
  return {
    draft,
    label,
    undo: target.undo ?? (() => edit(t`Undone: ${label}`, ({ former }) => former)),
  }
}

/** Text of a step that takes a value from a photograph. */
export const readFromPhotograph = (
  { label, printed }: { label: string; printed: string },
  photograph: string,
): string => t`${label} ${printed}, read from photograph ${photograph}`

interface DraftWithItem {
  draft: CollectingDraft
  key: number
  /** Removes the item from the draft again, or the draft; absent if the item was there before. */
  undo?: () => Promise<unknown>
}

/** The draft with an entry for the item, which is filled from the record if it is new. */
async function draftWithItem(itemId: string, collecting?: CollectingDraft): Promise<DraftWithItem> {
  const open = collecting && (await openDraft(collecting.id))
  const known = open && (await keyIn(open.id, itemId))
  if (open && known !== undefined) return { draft: open, key: known }
  const made = await client.feeds.createDraft({
    kind: 'refresh',
    fromItemIds: [itemId],
    name: open?.name ?? t`Values read in pictures`,
  })
  const draft = open ? await client.feeds.joinDrafts({ ids: [open.id, made.id] }) : made
  const key = await keyIn(draft.id, itemId)
  if (key === undefined) throw new Error(t`The item was not found in the draft “${draft.name}”.`)
  const undo = open
    ? () =>
        client.feeds.editDraft({
          id: draft.id,
          label: t`Item removed`,
          edits: [{ do: 'remove', selection: { keys: [key] } }],
        })
    : () => client.feeds.deleteDraft({ id: draft.id })
  return { draft, key, undo }
}

/** The draft, unless it was sent, deleted or joined into another one. */
async function openDraft(id: string): Promise<CollectingDraft | undefined> {
  if ((await client.feeds.draftOutcome({ id })) !== null) return undefined
  return client.feeds.draft({ id })
}

async function keyIn(id: string, itemId: string): Promise<number | undefined> {
  const { rows } = await client.feeds.draftRows({
    id,
    selection: {},
    offset: 0,
    limit: maxItems,
    columns: [],
  })
  return rows.find(({ about }) => about === itemId)?.key
}
