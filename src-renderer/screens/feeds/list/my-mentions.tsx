import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Mention } from '../../../../src-shared/feeds/review/model.ts'
import { rpc } from '../../../rpc/client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { relativeTime } from '../../../ui/text/words.ts'

/** Comments that mention this person, with a link to the discussion of each. Nothing if there are none. */
export function MyMentions() {
  const { data } = useQuery(rpc.reviews.mentions.queryOptions())
  if (!data || data.total === 0) return null
  return (
    <Panel title={t`Mentions of you`} actions={<Badge tone="accent">{data.total}</Badge>}>
      <ul className="flex flex-col gap-1.5">
        {data.mentions.map((mention) => (
          <li key={mention.comment} className="min-w-0 text-sm">
            <Link href={hrefOf(mention)} className="font-medium text-accent hover:underline">
              {mention.name ?? t`A queued draft`}
            </Link>
            <span className="text-ink-soft">
              {' '}
              · {mention.by}, {relativeTime(mention.at)}
            </span>
            <p className="truncate text-ink-soft">{mention.text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const hrefOf = ({ draft, key }: Mention): string =>
  `/feeds/${draft}?discussion=1${key === undefined ? '' : `&item=${key}`}`
