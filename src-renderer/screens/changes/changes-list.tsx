import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileDiff } from 'lucide-react'
import type { ItemOrigin } from '../../../src-shared/history/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import type { ChangesQuery } from './changes-query.ts'
import { ChangesRow } from './changes-row.tsx'
import { originScreens } from './changes-words.ts'

/** Items on one page of the list. */
export const pageSize = 50

/** A page of what a run, a feed or an import changed. */
export function ChangesList({
  origin,
  query,
  onPage,
}: {
  origin: ItemOrigin
  query: ChangesQuery
  onPage: (page: number) => void
}) {
  const { kind, field, text, page } = query
  const changes = useQuery(
    rpc.history.changes.queryOptions({
      input: {
        origin,
        ...(kind !== 'all' && { kind }),
        ...(field !== '' && { field }),
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
  if (total === 0) return <NoChanges origin={origin} query={query} />
  return (
    <div aria-busy={changes.isPlaceholderData || undefined}>
      <Table
        label="Changed items"
        className="border-t border-line"
        columns={[
          { label: <span className="sr-only">Values</span>, className: 'w-px pr-0!' },
          { label: 'Item', className: 'w-2/5' },
          { label: 'What happened' },
          { label: 'Received', className: 'text-right' },
        ]}
      >
        {rows.map((item) => (
          <ChangesRow key={`${item.kind} ${item.itemId} ${item.version}`} item={item} />
        ))}
      </Table>
      <Pager offset={offset} shown={rows.length} total={total} pageSize={pageSize} onPage={onPage} />
    </div>
  )
}

const nothing: Record<ChangesQuery['kind'], { title: string; why: (noun: string) => string }> = {
  all: {
    title: 'Nothing changed',
    why: (noun) => `Everything this ${noun} held was known already.`,
  },
  changed: {
    title: 'No item changed',
    why: (noun) => `Everything this ${noun} held was known already, or new.`,
  },
  created: { title: 'No item is new', why: (noun) => `Every item this ${noun} held was known already.` },
  gone: {
    title: 'Every item is listed still',
    why: () => 'Only a sync of everything, read without a gap, can tell that an item is no longer listed.',
  },
}

function NoChanges({ origin, query: { kind, field, text } }: { origin: ItemOrigin; query: ChangesQuery }) {
  const { noun } = originScreens[origin.kind]
  if (text !== '' || field !== '')
    return (
      <EmptyState icon={FileDiff} title="Nothing matches">
        No item of this {noun} has all of these words and this field. Search for fewer words, or choose
        another field.
      </EmptyState>
    )
  const { title, why } = nothing[kind]
  return (
    <EmptyState icon={FileDiff} title={title}>
      {why(noun)}
    </EmptyState>
  )
}
