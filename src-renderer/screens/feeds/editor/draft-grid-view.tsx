import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import { client, rpc } from '../../../rpc/client.ts'
import type { DraftGridPlace } from './draft-editor.tsx'
import { DraftGrid } from './grid/draft-grid.tsx'
import type { GridSource } from './grid/grid-source.ts'
import { useLayoutMemory } from './grid/use-layout-memory.ts'
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
