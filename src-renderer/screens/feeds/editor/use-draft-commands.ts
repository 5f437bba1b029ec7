import { t } from '@lingui/core/macro'
import type { RefObject } from 'react'
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
  openItem: (key: number) => Promise<void>
  scroller: RefObject<HTMLElement | null>
}

/** Offers the commands that open the next or previous item of a draft and edit the open one. */
export function useDraftCommands({
  draftId,
  filter,
  openKey,
  position,
  openItem,
  scroller,
}: DraftCommands): void {
  const step = async (by: number) => {
    const isPart = isFiltered(filter)
    const offset = isPart ? 0 : position - 1 + by
    if (offset < 0) return
    try {
      const { rows } = await client.feeds.draftRows({
        id: draftId,
        selection: selectionOf(filter),
        offset,
        limit: isPart ? maxFiltered : 1,
        columns: [],
      })
      const next = isPart ? rows[rows.findIndex(({ key }) => key === openKey) + by] : rows[0]
      if (next) await openItem(next.key)
    } catch (error) {
      toast.failed(t`The items could not be read`, error)
    }
  }
  useCommands(t`Items`, [
    { ...itemCommands.next, run: () => void step(1) },
    { ...itemCommands.previous, run: () => void step(-1) },
    { ...itemCommands.edit, run: () => focusFirstField(scroller.current) },
  ])
}
