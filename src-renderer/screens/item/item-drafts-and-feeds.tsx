import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ItemNotShown } from '../../../src-shared/feeds/outbox/shown.ts'
import { spoken } from '../../../src-shared/texts/spoken.ts'
import type { Item } from '../../../src-shared/vocabulary/elements/item.ts'
import { rpc } from '../../rpc/client.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { FeedStateBadge } from '../feeds/outbox/feed-table.tsx'
import { notShownWords } from '../feeds/outbox/shown-words.ts'

const maxShown = 5

/** The drafts and feeds that contain the item's code. Renders nothing if there are none. */
export function ItemDraftsAndFeeds({ item }: { item: Item }) {
  const code = item.upcs?.find(({ text }) => text !== '')?.text ?? ''
  const window = { text: code, offset: 0, limit: maxShown }
  const enabled = code !== ''
  const drafts = useQuery(rpc.feeds.drafts.queryOptions({ input: window, enabled }))
  const feeds = useQuery(rpc.outbox.list.queryOptions({ input: window, enabled }))
  const notShown = useQuery(
    rpc.outbox.notShownOf.queryOptions({ input: { itemId: item.id ?? '' }, enabled: item.id !== undefined }),
  )
  if (!drafts.data?.total && !feeds.data?.total) return null
  return (
    <Panel title={t`In drafts and feeds`}>
      <ul className="flex flex-col gap-1.5 text-sm">
        {drafts.data?.drafts.map(({ id, name, itemCount }) => (
          <Place
            key={id}
            kind={t`Draft`}
            to={`/feeds/${id}`}
            name={name}
            detail={plural(itemCount, { one: '# item', other: '# items' })}
          />
        ))}
        {feeds.data?.feeds.map((feed) => (
          <Place
            key={feed.id}
            kind={t`Feed`}
            to={`/outbox/${feed.id}`}
            name={feed.name}
            detail={
              <>
                <FeedStateBadge feed={feed} />
                <NotShownNote of={notShown.data?.find((one) => one.feed === feed.id)} />
              </>
            }
          />
        ))}
        <More total={drafts.data?.total} words={moreDrafts} to="/feeds" />
        <More total={feeds.data?.total} words={moreFeeds} to="/outbox" />
      </ul>
    </Panel>
  )
}

/** Number of the item's fields that are not shown as sent in a feed, and why. */
function NotShownNote({ of: found }: { of: ItemNotShown | undefined }) {
  if (!found) return null
  const reasons = found.states.map((state) => spoken(notShownWords[state].label)).join(', ')
  return (
    <span className="ms-2 text-warn">
      {plural(found.fields, { one: '# field not shown as sent', other: '# fields not shown as sent' })} (
      {reasons})
    </span>
  )
}

interface PlaceProps {
  kind: string
  to: string
  name: string
  detail: ReactNode
}

const Place = ({ kind, to, name, detail }: PlaceProps) => (
  <li className="flex items-baseline gap-3">
    <span className="w-10 shrink-0 text-xs text-ink-faint">{kind}</span>
    <Link dir="auto" to={to} className="min-w-0 truncate text-accent hover:underline">
      {name}
    </Link>
    <span className="shrink-0 text-xs text-ink-soft">{detail}</span>
  </li>
)

const moreDrafts = (count: number) => plural(count, { one: 'and # more draft', other: 'and # more drafts' })
const moreFeeds = (count: number) => plural(count, { one: 'and # more feed', other: 'and # more feeds' })

interface MoreProps {
  total: number | undefined
  words: (count: number) => string
  to: string
}

function More({ total = 0, words, to }: MoreProps) {
  if (total <= maxShown) return null
  return (
    <li className="ps-13 text-xs">
      <Link to={to} className="text-accent hover:underline">
        {words(total - maxShown)}
      </Link>
    </li>
  )
}
