/** The outbox: every frozen feed and where it is on its way, and whether anything can be sent at the moment. */
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { outboxStateDescriptions } from '../../../src-shared/outbox/outbox-state.ts'
import type { OutboxFeed } from '../../../src-shared/rpc/feed-contract.ts'
import { rpc } from '../../rpc/client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListSkeleton, RowLink, TimeCell } from '../../ui/list-parts.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Table, TableCell, TableRow } from '../../ui/table.tsx'
import { useTick, wholeNumber } from '../../ui/words.ts'
import { feedKindWords } from '../feeds/feed-kinds.ts'
import { ConnectionState } from './connection-state.tsx'
import { CounterBar } from './counter-bar.tsx'
import { FeedStateBadge } from './feed-state-badge.tsx'

type Filter = 'open' | 'all'

export function OutboxScreen() {
  const [filter, setFilter] = useState<Filter>('all')
  const outbox = useQuery(rpc.outbox.list.queryOptions())
  const feeds = outbox.data?.feeds ?? []
  const open = feeds.filter(({ state }) => !outboxStateDescriptions[state].terminal)
  const shown = filter === 'open' ? open : feeds
  return (
    <Page
      header={
        <PageHeader
          title="Outbox"
          description="Feeds wait here until the service has them, and are followed until every item is settled."
          actions={
            feeds.length > 0 && (
              <Segmented
                label="Show"
                labelHidden
                value={filter}
                onValueChange={setFilter}
                options={[
                  { value: 'all', label: `All ${wholeNumber(feeds.length)}` },
                  { value: 'open', label: `Open ${wholeNumber(open.length)}` },
                ]}
              />
            )
          }
        />
      }
    >
      {outbox.isError ? (
        <ErrorState
          title="The outbox cannot be shown"
          error={outbox.error}
          onRetry={() => void outbox.refetch()}
        />
      ) : !outbox.data ? (
        <ListSkeleton />
      ) : (
        <>
          <ConnectionState outbox={outbox.data} />
          {shown.length === 0 ? (
            <EmptyState
              icon={Send}
              title={feeds.length === 0 ? 'Nothing in the outbox' : 'Nothing is waiting'}
              action={<ButtonLink href="/feeds">Go to the drafts</ButtonLink>}
            >
              {feeds.length === 0
                ? 'A draft that you queue comes here. It is kept safe and sent as soon as the service can be reached.'
                : 'Every feed is settled.'}
            </EmptyState>
          ) : (
            <FeedTable feeds={shown} />
          )}
        </>
      )}
    </Page>
  )
}

function FeedTable({ feeds }: { feeds: readonly OutboxFeed[] }) {
  useTick()
  const [, navigate] = useLocation()
  return (
    <Panel flush>
      <Table
        label="Feeds in the outbox"
        columns={[
          { label: 'Feed' },
          { label: 'State', className: 'w-40' },
          { label: 'Items', className: 'w-60' },
          { label: 'Changed', className: 'w-36' },
        ]}
      >
        {feeds.map((feed) => {
          const { icon: Icon, label } = feedKindWords[feed.kind]
          // A note that only repeats the state says nothing.
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
    </Panel>
  )
}
