import { CircleAlert } from 'lucide-react'
import { outboxStateDescriptions } from '../../../src-shared/outbox/outbox-state.ts'
import type { OutboxFeed } from '../../../src-shared/rpc/feed-contract.ts'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { wholeNumber } from '../../ui/words.ts'

/** Where a feed is. Done says that the service is through with it, not that every item was accepted: that is added. */
export function FeedStateBadge({ feed }: { feed: OutboxFeed }) {
  const { label } = outboxStateDescriptions[feed.state]
  const refused = feed.counters?.failed ?? 0
  if (feed.state === 'done' && refused > 0) {
    return (
      <Badge tone="warn" icon={<CircleAlert className="size-3" aria-hidden />}>
        {label}, {wholeNumber(refused)} refused
      </Badge>
    )
  }
  return <StatusBadge status={feed.state} label={label} />
}
