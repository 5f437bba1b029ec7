import { useLocation } from 'wouter'
import { outboxStateDescriptions } from '../../../src-shared/outbox/outbox-state.ts'
import type { OutboxFeed } from '../../../src-shared/rpc/feed-contract.ts'
import { RowLink, Table, TableCell, TableRow, TimeCell } from '../../ui/table.tsx'
import { useTick } from '../../ui/words.ts'
import { feedKindWords } from '../feeds/feed-kinds.ts'
import { CounterBar } from './counter-bar.tsx'
import { FeedStateBadge } from './feed-state-badge.tsx'

/** Feeds with where each is and what became of its items. A row opens its feed. */
export function FeedTable({ feeds }: { feeds: readonly OutboxFeed[] }) {
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
  )
}
