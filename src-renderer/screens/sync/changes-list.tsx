import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileDiff } from 'lucide-react'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { wholeNumber } from '../../ui/words.ts'
import type { ChangesQuery } from './changes-query.ts'
import { ChangesRow } from './changes-row.tsx'

/** Items on one page of the list. */
export const pageSize = 50

/** A page of what a run brought or changed. */
export function ChangesList({
  runId,
  query,
  onPage,
}: {
  runId: string
  query: ChangesQuery
  onPage: (page: number) => void
}) {
  const { kind, field, text, page } = query
  const changes = useQuery(
    rpc.history.changes.queryOptions({
      input: {
        runId,
        kind,
        ...(field !== '' && kind === 'changed' && { field }),
        text,
        offset: (page - 1) * pageSize,
        limit: pageSize,
      },
      placeholderData: keepPreviousData,
    }),
  )
  if (changes.isError && !changes.data)
    return (
      <ErrorState
        title="The changes cannot be shown"
        error={changes.error}
        onRetry={() => void changes.refetch()}
      />
    )
  if (!changes.data) return <Skeleton className="m-4 h-64" />
  const { total, offset, rows } = changes.data
  if (total === 0) {
    const isNarrowed = text !== '' || field !== ''
    return (
      <EmptyState
        icon={FileDiff}
        title={isNarrowed ? 'Nothing matches' : kind === 'changed' ? 'No item changed' : 'No item is new'}
      >
        {isNarrowed
          ? 'No item of this run has all of these words and this field. Search for fewer words, or choose another field.'
          : kind === 'changed'
            ? 'Everything this run received was known already, or new.'
            : 'Everything this run received was known already.'}
      </EmptyState>
    )
  }
  const isNew = kind === 'created'
  return (
    <div aria-busy={changes.isPlaceholderData || undefined}>
      <Table
        label={isNew ? 'New items' : 'Changed items'}
        className="border-t border-line"
        columns={[
          { label: <span className="sr-only">Values</span>, className: 'w-px pr-0!' },
          { label: 'Item', className: isNew ? '' : 'w-2/5' },
          ...(isNew ? [] : [{ label: 'What changed' }]),
          { label: 'Received', className: 'text-right' },
        ]}
      >
        {rows.map((item) => (
          <ChangesRow key={`${kind} ${item.itemId} ${item.version}`} item={item} isNew={isNew} />
        ))}
      </Table>
      <nav aria-label="Pages" className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm">
        <span role="status" className="tabular flex-1 text-ink-soft">
          {wholeNumber(offset + 1)}–{wholeNumber(offset + rows.length)} of {wholeNumber(total)}
        </span>
        <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button size="small" disabled={offset + rows.length >= total} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </nav>
    </div>
  )
}
