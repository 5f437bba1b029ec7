import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import type { GridLayouts } from '../../../../src-shared/feeds/draft/grid-layout.ts'
import { client, rpc } from '../../../rpc/client.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { DraftGridPlace } from './draft-editor.tsx'
import { DraftGrid } from './grid/draft-grid.tsx'
import type { LayoutMemory } from './grid/grid-layout.ts'
import type { GridSource } from './grid/grid-source.ts'
import { selectionOf } from './items/item-filter.ts'

/** All items of a draft as a grid, beside the form: both show the items of the same filter. */
export function DraftGridView({ draft, work, filter, onFilter, openItem, newItem }: DraftGridPlace) {
  const { id, kind, revision, uncheckedCount, errorCount } = draft
  const queries = useQueryClient()
  const [cell, setCell] = useState<DraftSelection['cell']>()
  const selection = useMemo((): DraftSelection => ({ ...selectionOf(filter), cell }), [filter, cell])
  const [source] = useState(
    (): GridSource => ({
      draft: id,
      rows: (question) => client.feeds.draftRows({ id, ...question }),
      item: (key) => client.feeds.draftItem({ id, key }),
      previewReplace: (question) => client.feeds.previewReplace({ id, ...question }),
      async edit(label, edits) {
        if (!(await work.flush())) throw new Error(t`What was typed in the form is not saved yet.`)
        const changed = await work.queue.send(label, edits)
        queries.setQueryData(rpc.feeds.draft.queryKey({ input: { id } }), changed.draft)
        return changed
      },
      hold: work.queue.hold,
      newItem,
    }),
  )
  const memory = useLayoutMemory()
  if (!memory) return null
  return (
    <DraftGrid
      source={source}
      kind={kind}
      version={`${revision} ${uncheckedCount} ${errorCount}`}
      filter={selection}
      memory={memory}
      onFilterChange={({ text = '', problem, cell: ofColumn }) => {
        setCell(ofColumn)
        onFilter({ text, problem })
      }}
      onOpenItem={openItem}
    />
  )
}

/** A column is made wider step by step: the last width is kept. */
const restMilliseconds = 400

/**
 * The layouts of grids among the settings of this computer; undefined until they are read. Without them the usual
 * columns are shown, and what is chosen is for this window only.
 */
function useLayoutMemory(): LayoutMemory | undefined {
  const queries = useQueryClient()
  const { data, isError } = useQuery(rpc.computer.settings.queryOptions())
  const waiting = useRef<{ layouts: GridLayouts; timer: ReturnType<typeof setTimeout> }>(undefined)
  const memory = useMemo(() => {
    const key = rpc.computer.settings.queryKey()
    const send = () => {
      const given = waiting.current
      if (!given) return
      clearTimeout(given.timer)
      waiting.current = undefined
      client.computer
        .setSettings({ feedGrids: given.layouts })
        .catch((error: unknown) => toast.failed(t`The columns are chosen for this window only`, error))
    }
    return {
      send,
      read: (kind) => queries.getQueryData(key)?.feedGrids[kind],
      keep(kind, layout) {
        const known = queries.getQueryData(key)
        // What is not known would be written over.
        if (!known) return
        const layouts = { ...known.feedGrids, [kind]: layout }
        queries.setQueryData(key, { ...known, feedGrids: layouts })
        clearTimeout(waiting.current?.timer)
        waiting.current = { layouts, timer: setTimeout(send, restMilliseconds) }
      },
    } satisfies LayoutMemory & { send: () => void }
  }, [queries])
  useEffect(() => memory.send, [memory])
  return data || isError ? memory : undefined
}
