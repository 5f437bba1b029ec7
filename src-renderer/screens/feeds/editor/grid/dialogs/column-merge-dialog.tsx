import { plural, t } from '@lingui/core/macro'
import type { DraftSelection } from '../../../../../../src-shared/feeds/draft/edits.ts'
import { nameKindOf } from '../../../../../../src-shared/names/model.ts'
import { MergeDialog } from '../../../../../names/merge-dialog.tsx'
import { toast } from '../../../../../ui/overlays/toast.tsx'
import type { GridColumn } from '../columns/grid-columns.ts'
import { useGrid } from '../grid-context.ts'
import type { GridSource } from '../grid-source.ts'

interface ColumnMergeDialogProps {
  column: GridColumn
  source: GridSource
  /** The items of the view. */
  shown: DraftSelection
  onClose: () => void
}

/** Merges alike values of a column in the items shown, as one undo step. */
export function ColumnMergeDialog({ column, source, shown, onClose }: ColumnMergeDialogProps) {
  const { actions } = useGrid()
  const { title, path } = column
  return (
    <MergeDialog
      of={title}
      kind={nameKindOf(path)}
      find={() => source.alikeValues({ selection: shown, column: column.column })}
      onMerge={async (merges) => {
        const values = plural(merges.length, { one: '# value', other: '# values' })
        const isSaved = await actions.send({
          label: t`${values} of ${title} merged`,
          edits: [{ do: 'merge', selection: shown, column: column.column, merges }],
          localEdit: undefined,
        })
        if (isSaved) toast.done(t`${values} of ${title} merged`, t`Undo takes all of them back.`)
        return isSaved
      }}
      onClose={onClose}
    />
  )
}
