import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { rpc } from '../../rpc/client.ts'
import { Panel } from '../../ui/panel.tsx'
import { dateAndTime, relativeTime, useTick } from '../../ui/words.ts'
import { FeedStateBadge } from '../outbox/feed-state-badge.tsx'

/** The Content+ feeds in this workspace's outbox that name the item: all that a copy knows of its retailer content. */
export function SentContentPlus({ itemId, isCopy }: { itemId: string; isCopy: boolean }) {
  useTick()
  const feeds = useQuery(rpc.outbox.contentPlusOf.queryOptions({ input: { itemId } })).data
  if (!feeds || (feeds.length === 0 && !isCopy)) return null
  return (
    <Panel
      title="Content+ feeds from here"
      description={
        feeds.length === 0
          ? 'No Content+ feed for this item is in the outbox.'
          : 'Feeds of this workspace that name the item. What other programs sent is not known here.'
      }
      flush
    >
      {feeds.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {feeds.map((feed) => (
            <li key={feed.id} className="flex items-center gap-4 px-4 py-2 text-sm">
              <Link
                href={`/outbox/${feed.id}`}
                className="min-w-0 flex-1 truncate font-medium hover:underline"
              >
                {feed.name}
              </Link>
              <FeedStateBadge feed={feed} />
              <time
                dateTime={feed.updatedAt}
                title={dateAndTime(feed.updatedAt)}
                className="w-28 text-right text-xs whitespace-nowrap text-ink-faint"
              >
                {relativeTime(feed.updatedAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
