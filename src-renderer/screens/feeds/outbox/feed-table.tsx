import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronRight, CircleAlert, CirclePause, Layers } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { OutboxBatch, OutboxEntry, OutboxFeed } from '../../../../src-shared/feeds/outbox/model.ts'
import { outboxStateDescriptions } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { spoken } from '../../../../src-shared/texts/spoken.ts'
import { rpc } from '../../../rpc/client.ts'
import { feedKindWords } from '../../../texts/feed-kinds.ts'
import { Badge, StatusBadge } from '../../../ui/badge.tsx'
import { NameCell, RowLink, Table, TableCell, TableRow, TimeCell } from '../../../ui/layout/table.tsx'
import { useTick, wholeNumber } from '../../../ui/text/words.ts'
import { CounterBar } from './feed/feed-results.tsx'
import { elsewhereText } from './feeds-elsewhere.tsx'
import { holdText } from './queue-actions.tsx'

const columns = [
  { label: t`Feed` },
  { label: t`State`, className: 'w-40' },
  { label: t`Items`, className: 'w-60 min-w-40' },
  { label: t`Changed`, className: 'w-36' },
]

/** Table of feeds and batches with their state and item counts. A click on a row opens the feed or batch. */
export function EntryTable({ entries }: { entries: readonly OutboxEntry[] }) {
  useTick()
  return (
    <Table label={t`Feeds in the outbox`} className="border-t border-line" columns={columns}>
      {entries.map(({ feed, batch }) =>
        feed ? <FeedRow key={feed.id} feed={feed} /> : <BatchRows key={batch.id} batch={batch} />,
      )}
    </Table>
  )
}

/** The feeds of one batch in the same columns. */
export function FeedTable({ feeds, label }: { feeds: readonly OutboxFeed[]; label: string }) {
  useTick()
  return (
    <Table label={label} className="border-t border-line" columns={columns}>
      {feeds.map((feed) => (
        <FeedRow key={feed.id} feed={feed} />
      ))}
    </Table>
  )
}

function FeedRow({ feed, isNested }: { feed: OutboxFeed; isNested?: boolean }) {
  const [, navigate] = useLocation()
  const { icon: Icon, label } = feedKindWords[feed.kind]
  // A note that only repeats the state is omitted.
  const note = feed.note === outboxStateDescriptions[feed.state].label ? undefined : feed.note
  const by = feed.postedBy === undefined ? undefined : t`Posted by ${feed.postedBy}`
  const waitingText = feed.elsewhere ? elsewhereText(feed.elsewhere) : feed.hold && holdText(feed.hold)
  const shown =
    feed.shown && feed.shown.fields > 0
      ? t`Shown in the catalog: ${wholeNumber(feed.shown.shown)} of ${plural(feed.shown.fields, { one: '# field', other: '# fields' })}`
      : undefined
  const details = [waitingText ?? note, shown, by].filter(Boolean).join(' · ')
  return (
    <TableRow onClick={() => navigate(`/outbox/${feed.id}`)} className={clsx(isNested && 'bg-sunken')}>
      <NameCell>
        <div className={clsx('flex items-start gap-2.5', isNested && 'ps-8')}>
          <Icon className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-label={label} />
          <div className="min-w-0">
            <RowLink href={`/outbox/${feed.id}`}>{feed.name}</RowLink>
            <span className="block truncate text-xs text-ink-faint" title={details}>
              {details || label}
            </span>
          </div>
        </div>
      </NameCell>
      <TableCell>
        <FeedStateBadge feed={feed} />
      </TableCell>
      <TableCell>
        <CounterBar itemCount={feed.itemCount} counters={feed.counters} />
      </TableCell>
      <TimeCell at={feed.updatedAt} />
    </TableRow>
  )
}

/** A batch as one row that expands to show its first feeds. */
function BatchRows({ batch }: { batch: OutboxBatch }) {
  const [, navigate] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const href = `/outbox/batch/${batch.id}`
  return (
    <>
      <TableRow onClick={() => navigate(href)}>
        <NameCell>
          <div className="flex items-start gap-1">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={isOpen ? t`Hide the feeds of ${batch.name}` : t`Show the feeds of ${batch.name}`}
              onClick={(event) => {
                event.stopPropagation()
                setOpen(!isOpen)
              }}
              className="-ms-1.5 flex size-5 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:bg-pressed hover:text-ink"
            >
              <ChevronRight
                className={clsx('size-4 transition-transform', isOpen && 'rotate-90')}
                aria-hidden
              />
            </button>
            <Layers
              className="mt-0.5 me-1.5 size-4 shrink-0 text-ink-faint"
              aria-label={t`${feedKindWords[batch.kind].label}, in several feeds`}
            />
            <div className="min-w-0">
              <RowLink href={href}>{batch.name}</RowLink>
              <span className="block truncate text-xs text-ink-faint">{batchText(batch)}</span>
            </div>
          </div>
        </NameCell>
        <TableCell>
          <BatchStateBadge batch={batch} />
        </TableCell>
        <TableCell>
          <CounterBar itemCount={batch.itemCount} counters={batch.counters} />
        </TableCell>
        <TimeCell at={batch.updatedAt} />
      </TableRow>
      {isOpen && <BatchFeeds batch={batch} />}
    </>
  )
}

/** Number of feeds shown in an expanded batch row. The batch's own page shows all. */
const maxNestedFeeds = 20

function BatchFeeds({ batch }: { batch: OutboxBatch }) {
  const list = useQuery(
    rpc.outbox.list.queryOptions({
      input: { batch: batch.id, offset: 0, limit: maxNestedFeeds },
      placeholderData: keepPreviousData,
    }),
  )
  const { feeds = [], total = 0 } = list.data ?? {}
  return (
    <>
      {feeds.map((feed) => (
        <FeedRow key={feed.id} feed={feed} isNested />
      ))}
      {(list.isError || total > feeds.length) && (
        <TableRow className="bg-sunken">
          <TableCell colSpan={columns.length} className="ps-14! text-sm text-ink-soft">
            {list.isError ? (
              t`Its feeds cannot be shown now.`
            ) : (
              <RowLink href={`/outbox/batch/${batch.id}`}>
                {t`All ${plural(total, { one: '# feed', other: '# feeds' })} of ${batch.name}`}
              </RowLink>
            )}
          </TableCell>
        </TableRow>
      )}
    </>
  )
}

/** For example `3 of 5 feeds sent, 1 failed, 2 held`. */
export function batchText({ feeds, sent, held, counts }: OutboxBatch): string {
  const parts = [
    t`${wholeNumber(sent)} of ${plural(feeds, { one: '# feed', other: '# feeds' })} sent`,
    ...(['failed', 'uncertain', 'withdrawn'] as const).flatMap((state) => {
      const count = counts[state] ?? 0
      return count > 0 ? [`${wholeNumber(count)} ${spoken(outboxStateDescriptions[state].label)}`] : []
    }),
    ...(held > 0 ? [plural(held, { one: '# held', other: '# held' })] : []),
  ]
  return parts.join(', ')
}

/**
 * State of a feed. "Done" means that the service has processed it, not that all items were accepted, so the
 * number of rejected items is added.
 */
export function FeedStateBadge({ feed }: { feed: OutboxFeed }) {
  if (feed.state === 'queued' && feed.hold) return <HeldBadge />
  if (hasRefused(feed)) return <RefusedBadge {...feed} />
  return <StatusBadge status={feed.state} label={outboxStateDescriptions[feed.state].label} />
}

/**
 * State of a batch: the state of the feed that most needs attention, otherwise of the feed that is least far
 * along.
 */
export function BatchStateBadge({ batch }: { batch: OutboxBatch }) {
  const { state, held, counts, sent, feeds } = batch
  if (state === 'queued' && held > 0 && held === counts.queued) return <HeldBadge />
  if (hasRefused(batch)) return <RefusedBadge {...batch} />
  const isUnderWay = outboxStateDescriptions[state].group === 'under-way'
  const label =
    isUnderWay && sent > 0 && sent < feeds ? t`${wholeNumber(sent)} of ${wholeNumber(feeds)} sent` : undefined
  return <StatusBadge status={state} {...(label !== undefined && { label })} />
}

const HeldBadge = () => (
  <Badge tone="warn" icon={<CirclePause className="size-3" aria-hidden />}>
    <Trans>Held</Trans>
  </Badge>
)

/** Whether the service has processed a feed or batch and refused items of it. */
const hasRefused = ({ state, counters }: Pick<OutboxFeed | OutboxBatch, 'state' | 'counters'>): boolean =>
  (state === 'done' || state === 'partly-done') && counters !== undefined && counters.failed > 0

/** How many items of a processed feed or batch the service refused. */
function RefusedBadge({ itemCount, counters }: Pick<OutboxFeed | OutboxBatch, 'itemCount' | 'counters'>) {
  const { failed: refused = 0, received = 0 } = counters ?? {}
  // In a batch, feeds that the service has not received are in no counter.
  const items = Math.max(received, itemCount)
  return refused < items ? (
    <Badge tone="warn" icon={<CircleAlert className="size-3" aria-hidden />}>
      <Trans>
        {wholeNumber(refused)} of {wholeNumber(items)} refused
      </Trans>
    </Badge>
  ) : (
    <Badge tone="bad" icon={<CircleAlert className="size-3" aria-hidden />}>
      <Plural value={refused} one="Refused" other="All # refused" />
    </Badge>
  )
}
