import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, Send } from 'lucide-react'
import { useLocation } from 'wouter'
import type { OutboxFeed } from '../../../src-shared/outbox/model.ts'
import { type FeedGroup, outboxStateDescriptions } from '../../../src-shared/outbox/outbox-state.ts'
import { rpc } from '../../rpc/client.ts'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { RowLink, Table, TableCell, TableRow, TimeCell } from '../../ui/table.tsx'
import { useTick, wholeNumber } from '../../ui/words.ts'
import { feedKindWords } from '../feeds/feed-kinds.ts'
import { CounterBar } from './feed-results.tsx'

/** A table of feeds with their states and results. A row opens its feed. */
function FeedTable({ feeds }: { feeds: readonly OutboxFeed[] }) {
  useTick()
  const [, navigate] = useLocation()
  return (
    <Table
      label="Feeds in the outbox"
      className="border-t border-line"
      columns={[
        { label: 'Feed' },
        { label: 'State', className: 'w-40' },
        { label: 'Items', className: 'w-60' },
        { label: 'Changed', className: 'w-36' },
      ]}
    >
      {feeds.map((feed) => {
        const { icon: Icon, label } = feedKindWords[feed.kind]
        // A note that repeats the state is not shown.
        const note = feed.note === outboxStateDescriptions[feed.state].label ? undefined : feed.note
        return (
          <TableRow key={feed.id} onClick={() => navigate(`/outbox/${feed.id}`)}>
            <TableCell className="max-w-0">
              <div className="flex items-start gap-2.5">
                <Icon className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-label={label} />
                <div className="min-w-0">
                  <RowLink href={`/outbox/${feed.id}`}>{feed.name}</RowLink>
                  <span className="block truncate text-xs text-ink-faint" title={note}>
                    {note ?? label}
                  </span>
                </div>
              </div>
            </TableCell>
            <TableCell>
              <FeedStateBadge feed={feed} />
            </TableCell>
            <TableCell>
              <CounterBar itemCount={feed.itemCount} counters={feed.counters} />
            </TableCell>
            <TimeCell at={feed.updatedAt} />
          </TableRow>
        )
      })}
    </Table>
  )
}

/** The state of a feed. Done means that the service has processed it, so the number of refused items is added. */
export function FeedStateBadge({ feed }: { feed: OutboxFeed }) {
  const refused = feed.counters?.failed ?? 0
  if ((feed.state === 'done' || feed.state === 'partly-done') && refused > 0) {
    return (
      <Badge tone="warn" icon={<CircleAlert className="size-3" aria-hidden />}>
        Done, {wholeNumber(refused)} refused
      </Badge>
    )
  }
  return <StatusBadge status={feed.state} label={outboxStateDescriptions[feed.state].label} />
}

/** Feeds on one page of the list. A change in the outbox fetches one page only. */
const pageSize = 50

/** The filter and page of the outbox, as the address has them: `?show=done&q=tea&page=2`. */
export interface OutboxQuery {
  show: FeedGroup | 'all'
  text: string
  /** From 1. */
  page: number
}

/** A page of the feeds, the newest first. */
export function FeedList({ query, onPage }: { query: OutboxQuery; onPage: (page: number) => void }) {
  const { show, text, page } = query
  const list = useQuery(
    rpc.outbox.list.queryOptions({
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
      <ErrorState title="The feeds cannot be shown" error={list.error} onRetry={() => void list.refetch()} />
    )
  if (!list.data) return <Skeleton className="m-4 h-64" />
  const { feeds, total, offset } = list.data
  if (total === 0) return <NoFeeds query={query} />
  return (
    <div aria-busy={list.isPlaceholderData || undefined}>
      <FeedTable feeds={feeds} />
      {total > pageSize && (
        <Pager offset={offset} shown={feeds.length} total={total} pageSize={pageSize} onPage={onPage} />
      )}
    </div>
  )
}

const nothing: Record<OutboxQuery['show'], { title: string; why: string }> = {
  all: { title: 'No feed matches', why: '' },
  'under-way': { title: 'Nothing is under way', why: 'Every feed that could be sent is settled.' },
  'needs-you': {
    title: 'Nothing needs you',
    why: 'Feeds that the service did not take, or may not have, would be here.',
  },
  done: { title: 'No feed is done yet', why: 'Feeds that the service has processed come here.' },
  withdrawn: { title: 'No feed was taken back', why: 'Feeds that became drafts again come here.' },
}

function NoFeeds({ query: { show, text } }: { query: OutboxQuery }) {
  if (text !== '')
    return (
      <EmptyState icon={Send} title="No feed matches">
        Search for a part of a feed’s name, the beginning of its identifier, or the whole code of an item in
        it
        {show === 'all' ? '.' : ', or look at all feeds.'}
      </EmptyState>
    )
  const { title, why } = nothing[show]
  return (
    <EmptyState icon={Send} title={title}>
      {why}
    </EmptyState>
  )
}
