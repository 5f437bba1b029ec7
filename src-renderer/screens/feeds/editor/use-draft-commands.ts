import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useRef } from 'react'
import { client } from '../../../rpc/client.ts'
import { useCommands } from '../../../shell/commands/command-registry.ts'
import { itemCommands } from '../../../shell/commands/shortcuts.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { focusFirstField } from './form/use-first-field.ts'
import { type ItemFilter, isFiltered, selectionOf } from './items/item-filter.ts'

/** Maximum number of items of a filter in which the next one is looked up. */
const maxFiltered = 500

interface DraftCommands {
  draftId: string
  filter: ItemFilter
  openKey: number
  /** 1-based position of the open item in the draft. */
  position: number
  /** Key of the item that was asked for last; it differs from `openKey` while that item loads. */
  asked: RefObject<number | undefined>
  openItem: (key: number) => Promise<void>
  scroller: RefObject<HTMLElement | null>
}

/** Offers the commands that open the next or previous item of a draft and edit the open one. */
export function useDraftCommands({
  draftId,
  filter,
  openKey,
  position,
  asked,
  openItem,
  scroller,
}: DraftCommands): void {
  const shown = useRef({ key: openKey, position })
  useEffect(() => {
    shown.current = { key: openKey, position }
  })
  /** The item that the last step led to. It counts while nothing else was asked for since. */
  const reached = useRef<{ key: number; position: number }>(undefined)
  // Steps run in sequence, so that two quick key presses move by two items.
  const steps = useRef(Promise.resolve())
  const step = async (by: number) => {
    const from = reached.current && reached.current.key === asked.current ? reached.current : shown.current
    const isPart = isFiltered(filter)
    const offset = isPart ? 0 : from.position - 1 + by
    if (offset < 0) return
    try {
      const { rows } = await client.feeds.draftRows({
        id: draftId,
        selection: selectionOf(filter),
        offset,
        limit: isPart ? maxFiltered : 1,
        columns: [],
      })
      const next = isPart ? rows[rows.findIndex(({ key }) => key === from.key) + by] : rows[0]
      if (!next) return
      reached.current = { key: next.key, position: from.position + by }
      await openItem(next.key)
    } catch (error) {
      toast.failed(t`The items could not be read`, error)
    }
  }
  const go = (by: number) => {
    steps.current = steps.current.then(() => step(by))
  }
  useCommands(t`Items`, [
    { ...itemCommands.next, run: () => go(1) },
    { ...itemCommands.previous, run: () => go(-1) },
    { ...itemCommands.edit, run: () => focusFirstField(scroller.current) },
  ])
}
