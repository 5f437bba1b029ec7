import { t } from '@lingui/core/macro'
import { useMemo, useState } from 'react'
import type { CellEdit, DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import type { GridLayout } from '../../../../src-shared/feeds/draft/grid-layout.ts'
import type { FileColumn, RejectedSummary } from '../../../../src-shared/import/model.ts'
import { client } from '../../../rpc/client.ts'
import { DraftGrid } from '../../feeds/editor/grid/draft-grid.tsx'
import type { GridSource } from '../../feeds/editor/grid/grid-source.ts'
import { columnWidth, fileColumns } from './file-columns.ts'

interface RejectedGridProps {
  job: string
  summary: RejectedSummary
  filter: DraftSelection
  onFilter: (filter: DraftSelection) => void
}

/** The rejected rows of a job in the grid of drafts, with the columns of the file. */
export default function RejectedGrid({ job, summary, filter, onFilter }: RejectedGridProps) {
  const [columns] = useState(summary.columns)
  const all = useMemo(() => fileColumns(columns), [columns])
  const source = useMemo(() => sourceOf(job), [job])
  const memory = useMemo(() => layoutOf(columns), [columns])
  return (
    <DraftGrid
      source={source}
      kind="create"
      version={`${summary.rejected} ${summary.edited} ${summary.revision}`}
      filter={filter}
      onFilterChange={onFilter}
      memory={memory}
      all={all}
      first={columns[0]?.name ?? ''}
      lastPosition={summary.lastLine}
      usual={columns.map(({ name }) => name)}
    />
  )
}

const sourceOf = (id: string): GridSource => ({
  draft: id,
  rows: (query) => client.imports.rejectedGrid({ id, ...query }),
  item: async (key) => ({
    key,
    position: key,
    revision: 0,
    value: {},
    problems: await client.imports.rejectedProblems({ id, line: key }),
    isChecked: true,
  }),
  previewReplace: (query) => client.imports.previewRejectedReplace({ id, ...query }),
  alikeValues: (query) => client.imports.alikeRejected({ id, ...query }),
  async edit(label, edits) {
    const changed = await client.imports.editRejected({ id, label, edits: edits.filter(isCellEdit) })
    if (changed.rows === 0) throw new Error(t`These rows are no longer here, or cannot be changed here.`)
  },
})

const isCellEdit = (edit: { do: string }): edit is CellEdit =>
  ['set', 'cells', 'replace', 'merge'].includes(edit.do)

/** A layout that lasts as long as the grid: files have too many kinds of columns to remember each. */
function layoutOf(columns: readonly FileColumn[]) {
  let layout: GridLayout = {
    columns: columns.map(({ name }) => name),
    widths: Object.fromEntries(columns.map(({ name }) => [name, columnWidth])),
    frozen: 1,
  }
  return {
    read: () => layout,
    keep(_kind: unknown, next: GridLayout) {
      layout = next
    },
  }
}
