import { CircleAlert } from 'lucide-react'
import type { OutboxFeed } from '../../../src-shared/outbox/model.ts'
import { outboxStateDescriptions } from '../../../src-shared/outbox/outbox-state.ts'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { wholeNumber } from '../../ui/words.ts'

/** Where a feed is. Done says that the service is through with it, not that every item was accepted: that is added. */
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
