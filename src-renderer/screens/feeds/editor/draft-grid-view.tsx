import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import { client, rpc } from '../../../rpc/client.ts'
import type { DraftGridViewProps } from './draft-editor.tsx'
import { useFirstColumns } from './first-view.ts'
import { StaleCellsDialog } from './grid/dialogs/stale-cells-dialog.tsx'
import { DraftGrid } from './grid/draft-grid.tsx'
import type { GridSource } from './grid/grid-source.ts'
import { useLayoutMemory } from './grid/use-layout-memory.ts'
import { selectionOf } from './items/item-filter.ts'
import { useStaleCells } from './session/use-stale-cells.ts'

/** Grid of all items of a draft, as an alternative to the form. Both use the same filter. */
export function DraftGridView({ draft, work, filter, onFilter, openItem, newItem }: DraftGridViewProps) {
  const { id, kind, revision, uncheckedCount, errorCount } = draft
  const queries = useQueryClient()
  const [cell, setCell] = useState<DraftSelection['cell']>()
  const selection = useMemo((): DraftSelection => ({ ...selectionOf(filter), cell }), [filter, cell])
  const { sendSettled, question } = useStaleCells(id, work)
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
        const changed = await sendSettled(label, edits)
        if (changed) queries.setQueryData(rpc.feeds.draft.queryKey({ input: { id } }), changed.draft)
        return changed
      },
      hold: work.queue.hold,
      newItem,
    }),
  )
  const first = useFirstColumns(draft)
  const memory = useLayoutMemory(draft, first?.hasOwnLayout ?? false)
  if (!first || !memory) return null
  return (
    <>
      <DraftGrid
        source={source}
        kind={kind}
        version={`${revision} ${uncheckedCount} ${errorCount}`}
        filter={selection}
        memory={memory}
        all={first.all}
        usual={first.columns}
        onFilterChange={({ text = '', problem, cell: ofColumn }) => {
          setCell(ofColumn)
          onFilter({ text, problem })
        }}
        onOpenItem={openItem}
      />
      {question && <StaleCellsDialog kind={kind} {...question} />}
    </>
  )
}
