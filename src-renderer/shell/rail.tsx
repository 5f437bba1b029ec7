import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Search } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { rpc } from '../rpc/client.ts'
import { useMe } from '../screens/feeds/editor/review/use-me.ts'
import { feedsIn, waitingStates } from '../screens/feeds/outbox/feed/feed-results.tsx'
import { commandKey, Kbd } from '../ui/text/keys.tsx'
import { shortCount, wholeNumber } from '../ui/text/words.ts'
import { type Destination, destinations } from './commands/shortcuts.tsx'
import { PersonMenu } from './person-menu.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

/** Navigation between the screens, with counts for some. Narrow windows show only icons. */
export function Rail({ onOpenPalette }: { onOpenPalette: () => void }) {
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  const drafts = useQuery(rpc.feeds.drafts.queryOptions({ input: { offset: 0, limit: 1 } }))
  const me = useMe()
  const mentions = useQuery(rpc.reviews.mentions.queryOptions({ enabled: me !== undefined }))
  const outbox = useQuery(rpc.outbox.overview.queryOptions())
  const counts: Record<string, number | undefined> = {
    '/catalog': workspace.data?.items,
    '/feeds': drafts.data?.total,
    '/outbox': outbox.data && feedsIn(outbox.data, waitingStates),
  }
  // A sandbox has no sync screen: it is the service itself.
  const shown = destinations.filter(
    ({ path, isAdvanced }) => !isAdvanced && (path !== '/sync' || workspace.data?.role === 'connected'),
  )
  const [settings, ...screens] = [...shown].reverse()
  return (
    <nav
      aria-label={t`Screens`}
      className="flex w-14 flex-col gap-0.5 border-e border-line bg-sunken p-2 lg:w-52"
    >
      <WorkspaceSwitcher />
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpenPalette}
        className="mb-2 flex h-8 items-center gap-2 rounded-md border border-line-strong bg-surface px-2 text-start text-sm text-ink-faint hover:bg-hover max-lg:justify-center"
      >
        <Search className="size-4 shrink-0" aria-hidden />
        <span className="flex-1 truncate max-lg:sr-only">
          <Trans>
            Search <span className="sr-only">or go to</span>
          </Trans>
        </span>
        <span className="max-lg:hidden" aria-hidden>
          <Kbd keys={[commandKey, 'K']} />
        </span>
      </button>
      {screens.reverse().map((destination) => (
        <RailLink
          key={destination.path}
          destination={destination}
          count={counts[destination.path]}
          mentions={me && destination.path === '/feeds' ? mentions.data?.total : undefined}
        />
      ))}
      <div className="flex-1" />
      {settings && <RailLink destination={settings} />}
      <PersonMenu />
    </nav>
  )
}

interface RailLinkProps {
  destination: Destination
  count?: number
  /** Number of unseen mentions of this person. */
  mentions?: number | undefined
}

function RailLink({ destination, count, mentions = 0 }: RailLinkProps) {
  const { path, label, icon: Icon } = destination
  const [location] = useLocation()
  const isOpen = (one: Destination) => location === one.path || location.startsWith(`${one.path}/`)
  // Advanced screens belong to the settings.
  const current =
    isOpen(destination) ||
    (path === '/settings' && destinations.some((one) => one.isAdvanced === true && isOpen(one)))
  return (
    <Link
      href={path}
      title={label}
      aria-current={current ? 'page' : undefined}
      className={clsx(
        'relative flex h-8 items-center gap-2.5 rounded-md px-2 text-sm max-lg:justify-center',
        current
          ? 'bg-surface font-medium text-ink shadow-low forced-colors:border-s-4'
          : 'text-ink-soft hover:bg-pressed hover:text-ink',
      )}
    >
      <Icon className={clsx('size-4 shrink-0', current && 'text-accent')} aria-hidden />
      <span className="flex-1 truncate max-lg:sr-only">{label}</span>
      {mentions > 0 && (
        <span
          title={plural(mentions, { one: '# mention of you', other: '# mentions of you' })}
          className="tabular rounded-full bg-info-wash px-1.5 text-2xs font-medium text-info max-lg:absolute max-lg:-end-1 max-lg:top-0 forced-colors:border"
        >
          <span aria-hidden>@{wholeNumber(mentions)}</span>
          <span className="sr-only">
            {plural(mentions, { one: '# mention of you', other: '# mentions of you' })}
          </span>
        </span>
      )}
      {count !== undefined && count > 0 && (
        <span className="tabular text-xs text-ink-faint max-lg:sr-only" title={wholeNumber(count)}>
          {shortCount(count)}
        </span>
      )}
    </Link>
  )
}
