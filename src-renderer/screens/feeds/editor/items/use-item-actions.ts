import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { DraftSelection } from '../../../../../src-shared/feeds/draft/edits.ts'
import type { Draft } from '../../../../../src-shared/feeds/draft/model.ts'
import type { PayloadItem } from '../../../../../src-shared/feeds/kinds/payload.ts'
import { client } from '../../../../rpc/client.ts'
import { toast } from '../../../../ui/overlays/toast.tsx'
import type { DraftWork } from '../session/use-draft.ts'

/** Items that something is done with: which, how many, and how one speaks of them. */
export interface ItemsMeant {
  selection: DraftSelection
  count: number
  /** `3 items`, `“Oats”`. */
  words: string
}

interface ItemActions {
  add(value: PayloadItem): Promise<void>
  duplicate(meant: ItemsMeant): Promise<void>
  remove(meant: ItemsMeant): Promise<void>
  /** Resolves to false when it was not done, which it says itself; so does `set`. */
  split(meant: ItemsMeant, name: string): Promise<boolean>
  set(meant: ItemsMeant, column: string, label: string, value: string | null): Promise<boolean>
  isBusy: boolean
}

/** What can be done with items of a draft. Each is one step that can be undone. `open` shows an item in the form. */
export function useItemActions(draft: Draft, work: DraftWork, open: (key: number) => void): ItemActions {
  const { id } = draft
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const busily = async <T>(act: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await act()
    } finally {
      setBusy(false)
    }
  }
  /** Added items stand last. */
  const openLast = async (itemCount: number, added: number) => {
    const offset = Math.max(0, itemCount - added)
    const { rows } = await client.feeds.draftRows({ id, selection: {}, offset, limit: 1, columns: [] })
    if (rows[0]) open(rows[0].key)
  }
  return {
    isBusy,
    add: (value) =>
      busily(async () => {
        const changed = await work.edit(t`Added an item`, [{ do: 'add', values: [value] }])
        if (changed) await openLast(changed.draft.itemCount, 1)
      }),
    duplicate: ({ selection, words }) =>
      busily(async () => {
        const changed = await work.edit(t`Copied ${words}`, [{ do: 'duplicate', selection }])
        if (changed) await openLast(changed.draft.itemCount, changed.items)
      }),
    remove: ({ selection, words }) =>
      busily(async () => {
        await work.edit(t`Removed ${words}`, [{ do: 'remove', selection }], ({ items }) =>
          items > 1 ? t`Removed ${plural(items, { one: '# item', other: '# items' })}` : t`Removed ${words}`,
        )
      }),
    split: ({ selection, words }, name) =>
      busily(async () => {
        const made = await work.attempt(t`The items were not moved`, () =>
          client.feeds.splitDraft({ id, selection, name }),
        )
        if (made)
          toast.offer(t`Moved ${words} into “${made.name}”`, {
            label: t`Open it`,
            onSelect: () => navigate(`/feeds/${made.id}`),
          })
        return made !== undefined
      }),
    set: ({ selection, words }, column, label, value) =>
      busily(async () => {
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
