import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import type { GridLayouts } from '../../../../src-shared/feeds/draft/grid-layout.ts'
import type { Draft } from '../../../../src-shared/feeds/draft/model.ts'
import { client, rpc } from '../../../rpc/client.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { DraftGridViewProps } from './draft-editor.tsx'
import { gridColumns } from './grid/columns/grid-columns.ts'
import { DraftGrid } from './grid/draft-grid.tsx'
import { type LayoutMemory, usualColumns } from './grid/grid-layout.ts'
import type { GridSource } from './grid/grid-source.ts'
import { selectionOf } from './items/item-filter.ts'

/** Grid of all items of a draft, as an alternative to the form. Both use the same filter. */
export function DraftGridView({ draft, work, filter, onFilter, openItem, newItem }: DraftGridViewProps) {
  const { id, kind, revision, uncheckedCount, errorCount } = draft
  const queries = useQueryClient()
  const [cell, setCell] = useState<DraftSelection['cell']>()
  const selection = useMemo((): DraftSelection => ({ ...selectionOf(filter), cell }), [filter, cell])
  const [source] = useState(
    (): GridSource => ({
      draft: id,
      rows: (query) => client.feeds.draftRows({ id, ...query }),
      item: (key) => client.feeds.draftItem({ id, key }),
      previewReplace: (query) => client.feeds.previewReplace({ id, ...query }),
      async alikeValues(query) {
        if (!(await work.flush())) throw new Error(t`What was typed in the form is not saved yet.`)
        return client.feeds.alikeValues({ id, ...query })
      },
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
  const common = useLayoutMemory()
  const memory = useDraftLayout(draft, common)
  const usual = useUsualColumns(draft)
  if (!memory || (usual.isPending && memory.read(kind) === undefined)) return null
  return (
    <DraftGrid
      source={source}
      kind={kind}
      version={`${revision} ${uncheckedCount} ${errorCount}`}
      filter={selection}
      memory={memory}
      usual={usual.data}
      onFilterChange={({ text = '', problem, cell: ofColumn }) => {
        setCell(ofColumn)
        onFilter({ text, problem })
      }}
      onOpenItem={openItem}
    />
  )
}

/** Number of items, from the first, whose values decide which columns are usual. */
const sampledItems = 100

/** The usual columns of a draft, by the values it has when the grid is opened. */
const useUsualColumns = ({ id, kind }: Draft) =>
  useQuery({
    queryKey: ['usual-columns', id],
    queryFn: async () => {
      const columns = [...gridColumns(kind).keys()]
      const { rows } = await client.feeds.draftRows({
        id,
        selection: {},
        offset: 0,
        limit: sampledItems,
        columns,
      })
      const filled = columns.filter((_, index) => rows.some(({ cells }) => (cells[index] ?? '') !== ''))
      return usualColumns(kind, new Set(filled))
    },
    // The columns stay as they are while the grid is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })

/** The layout of a draft with columns of its own; else that of its kind. */
function useDraftLayout({ id, grid }: Draft, common: LayoutMemory | undefined): LayoutMemory | undefined {
  const hasOwn = grid !== undefined
  const own = useRef(grid)
  return useMemo(
    () =>
      common &&
      (hasOwn
        ? {
            read: () => own.current,
            keep(_kind, layout) {
              own.current = layout
              client.feeds
                .setDraftGrid({ id, grid: layout })
                .catch((error: unknown) =>
                  toast.failed(t`The columns are chosen for this window only`, error),
                )
            },
          }
        : common),
    [id, hasOwn, common],
  )
}

/** Milliseconds without a change before a layout is saved, because a resize changes it many times. */
const saveDelayMilliseconds = 400

/**
 * The grid layouts stored in the settings of this computer; undefined while loading. If the settings cannot
 * be read, the default columns are shown and changes apply only to this window.
 */
function useLayoutMemory(): LayoutMemory | undefined {
  const queries = useQueryClient()
  const { data, isError } = useQuery(rpc.computer.settings.queryOptions())
  const unsaved = useRef<{ layouts: GridLayouts; timer: ReturnType<typeof setTimeout> }>(undefined)
  const memory = useMemo(() => {
    const key = rpc.computer.settings.queryKey()
    const send = () => {
      const pending = unsaved.current
      if (!pending) return
      clearTimeout(pending.timer)
      unsaved.current = undefined
      client.computer
        .setSettings({ feedGrids: pending.layouts })
        .catch((error: unknown) => toast.failed(t`The columns are chosen for this window only`, error))
    }
    return {
      send,
      read: (kind) => queries.getQueryData(key)?.feedGrids[kind],
      keep(kind, layout) {
        const settings = queries.getQueryData(key)
        // Without the current settings, the other layouts would be overwritten.
        if (!settings) return
        const layouts = { ...settings.feedGrids, [kind]: layout }
        queries.setQueryData(key, { ...settings, feedGrids: layouts })
        clearTimeout(unsaved.current?.timer)
        unsaved.current = { layouts, timer: setTimeout(send, saveDelayMilliseconds) }
      },
    } satisfies LayoutMemory & { send: () => void }
  }, [queries])
  useEffect(() => memory.send, [memory])
  return data || isError ? memory : undefined
}
