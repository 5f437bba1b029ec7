import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'
import { client } from '../../../../rpc/client.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'
import type { DraftWork } from '../session/use-draft.ts'

/** The items of an action: selection, number and name. */
export interface TargetItems {
  selection: DraftSelection
  count: number
  /** Display text, such as `3 items` or `“Oats”`. */
  words: string
}

interface ItemActions {
  add(value: PayloadItem): Promise<void>
  duplicate(items: TargetItems): Promise<void>
  remove(items: TargetItems): Promise<void>
  /**
   * Moves the items to a new draft. Resolves to false if that failed, after showing the error. The same
   * applies to `set`.
   */
  split(items: TargetItems, name: string): Promise<boolean>
  set(items: TargetItems, column: string, label: string, value: string | null): Promise<boolean>
  isBusy: boolean
}

/** Actions for the items of a draft. Each is one undo step. `openAdded` opens an added item in the form. */
export function useItemActions(draft: Draft, work: DraftWork, openAdded: (key: number) => void): ItemActions {
  const { id } = draft
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const whileBusy = async <T>(action: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await action()
    } finally {
      setBusy(false)
    }
  }
  /** Opens the first of the added items, which are at the end of the draft. */
  const openLast = async (itemCount: number, added: number) => {
    const offset = Math.max(0, itemCount - added)
    const { rows } = await client.feeds.draftRows({ id, selection: {}, offset, limit: 1, columns: [] })
    if (rows[0]) openAdded(rows[0].key)
  }
  return {
    isBusy,
    add: (value) =>
      whileBusy(async () => {
        const changed = await work.edit(t`Added an item`, [{ do: 'add', values: [value] }])
        if (changed) await openLast(changed.draft.itemCount, 1)
      }),
    duplicate: ({ selection, words }) =>
      whileBusy(async () => {
        const changed = await work.edit(t`Copied ${words}`, [{ do: 'duplicate', selection }])
        if (changed) await openLast(changed.draft.itemCount, changed.items)
      }),
    remove: ({ selection, words }) =>
      whileBusy(async () => {
        await work.edit(t`Removed ${words}`, [{ do: 'remove', selection }], ({ items }) =>
          items > 1 ? t`Removed ${plural(items, { one: '# item', other: '# items' })}` : t`Removed ${words}`,
        )
      }),
    split: ({ selection, words }, name) =>
      whileBusy(async () => {
        const newDraft = await work.attempt(t`The items were not moved`, () =>
          client.feeds.splitDraft({ id, selection, name }),
        )
        if (newDraft)
          toast.offer(t`Moved ${words} into “${newDraft.name}”`, {
            label: t`Open it`,
            onSelect: () => navigate(`/feeds/${newDraft.id}`),
          })
        return newDraft !== undefined
      }),
    set: ({ selection, words }, column, label, value) =>
      whileBusy(async () => {
        const changed = await work.edit(
          value === null ? t`Emptied ${label} of ${words}` : t`Set ${label} of ${words}`,
          [{ do: 'set', selection, column, value }],
          ({ items }) =>
            value === null
              ? t`${label} emptied in ${plural(items, { one: '# item', other: '# items' })}`
              : t`${label} set in ${plural(items, { one: '# item', other: '# items' })}`,
        )
        return changed !== undefined
      }),
  }
}
