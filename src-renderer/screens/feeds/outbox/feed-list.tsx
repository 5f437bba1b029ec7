import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { rpc } from '../../../rpc/client.ts'
import { Pager } from '../../../ui/layout/pager.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { EntryTable } from './feed-table.tsx'
import type { OutboxQuery } from './outbox-query.ts'

/** Number of rows per page. A page is refetched when the outbox changes. */
const pageSize = 50

/** One page of the outbox: entries that need attention first, then the newest. */
export function FeedList({ query, onPage }: { query: OutboxQuery; onPage: (page: number) => void }) {
  const { show, text, page } = query
  const list = useQuery(
    rpc.outbox.entries.queryOptions({
      input: {
        group: show !== 'all' ? show : undefined,
        text: text || undefined,
        offset: (page - 1) * pageSize,
        limit: pageSize,
      },
      placeholderData: keepPreviousData,
    }),
  )
  if (list.isError && !list.data)
    return (
      <ErrorState
        title={t`The feeds cannot be shown`}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    )
  if (!list.data) return <Skeleton className="m-4 h-64" />
  const { entries, total, offset } = list.data
  if (total === 0) return <NoFeeds query={query} />
  return (
    <div aria-busy={list.isPlaceholderData || undefined}>
      <EntryTable entries={entries} />
      {total > pageSize && (
        <Pager offset={offset} shown={entries.length} total={total} pageSize={pageSize} onPage={onPage} />
      )}
    </div>
  )
}

const nothing: Record<OutboxQuery['show'], { title: string; why: string }> = {
  all: { title: t`No feed matches`, why: '' },
  'under-way': { title: t`Nothing is under way`, why: t`Every feed that could be sent is settled.` },
  'needs-you': {
    title: t`Nothing needs you`,
    why: t`Feeds that the service did not take, or may not have, would be here.`,
  },
  done: { title: t`No feed is done yet`, why: t`Feeds that the service has processed come here.` },
  withdrawn: { title: t`No feed was taken back`, why: t`Feeds that became drafts again come here.` },
}

function NoFeeds({ query: { show, text } }: { query: OutboxQuery }) {
  if (text !== '')
    return (
      <EmptyState icon={Send} title={t`No feed matches`}>
        <Trans>
          Search by name, start of an identifier, hash or key, full item code, words of the response, service,
          user, or date such as 2026-11-22
          {show === 'all' ? '.' : t`, or look at all feeds.`}
        </Trans>
      </EmptyState>
    )
  const { title, why } = nothing[show]
  return (
    <EmptyState icon={Send} title={title}>
      {why}
    </EmptyState>
  )
}
