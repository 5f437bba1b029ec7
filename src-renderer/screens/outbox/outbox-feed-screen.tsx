import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import type { OutboxEvent, OutboxFeedDetail } from '../../../src-shared/outbox/model.ts'
import { isUnderWay, outboxStateDescriptions } from '../../../src-shared/outbox/outbox-state.ts'
import { rpc } from '../../rpc/client.ts'
import { Badge, type Tone, toneOf } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CodeView } from '../../ui/code-view.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { byteSize, counted, dateAndTime, plannedTime, useTick } from '../../ui/words.ts'
import { changesHref } from '../changes/changes-query.ts'
import { feedKindWords } from '../feeds/feed-kinds.ts'
import { FeedActions } from './feed-actions.tsx'
import { StuckFeed, UncertainNotice, WaitsFor } from './feed-in-doubt.tsx'
import { FeedResults } from './feed-results.tsx'
import { FeedStateBadge } from './feed-table.tsx'

const back = { href: '/outbox', label: 'Outbox' }

/** The statuses of a feed that the service is known to use; others are shown as they came. */
const feedStatusWords: Record<string, string> = {
  RECEIVED: 'Received',
  INPROGRESS: 'In progress',
  PROCESSED: 'Processed',
  ERROR: 'Error',
}

/** One frozen feed: its state and history, the results of its items, and the XML that was sent. */
export function OutboxFeedScreen({ feedId }: { feedId: string }) {
  const feed = useQuery(rpc.outbox.feed.queryOptions({ input: { id: feedId } }))
  if (feed.isError)
    return (
      <ErrorState title="This feed cannot be shown" error={feed.error} onRetry={() => void feed.refetch()} />
    )
  if (!feed.data) {
    return (
      <Page header={<PageHeader back={back} title={<Skeleton className="my-1 h-4 w-48" />} />}>
        {['h-24', 'h-64'].map((height) => (
          <Skeleton key={height} className={height} />
        ))}
      </Page>
    )
  }
  return <FeedDetail feed={feed.data} />
}

function FeedDetail({ feed }: { feed: OutboxFeedDetail }) {
  useTick(10)
  const [tab, setTab] = useState<'results' | 'xml'>('results')
  const description = outboxStateDescriptions[feed.state]
  const changes = useChangesOf(feed)
  const pending = feed.nextAttemptAt && !description.terminal
  return (
    <Page
      header={
        <PageHeader
          back={back}
          title={feed.name}
          badges={
            <>
              <FeedStateBadge feed={feed} />
              <Badge>{feedKindWords[feed.kind].label}</Badge>
            </>
          }
          actions={
            <>
              {changes !== undefined && <ButtonLink href={changes}>What changed</ButtonLink>}
              <FeedActions feed={feed} />
            </>
          }
        />
      }
    >
      {feed.state === 'uncertain' && <UncertainNotice feed={feed} />}
      <div className="grid grid-cols-[minmax(0,1fr)_19rem] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Panel flush>
          <Tabs
            label="Parts of the feed"
            value={tab}
            onValueChange={setTab}
            listClassName="px-4"
            tabs={[
              { value: 'results', label: 'Items', count: feed.itemCount, panel: <FeedResults feed={feed} /> },
              {
                value: 'xml',
                label: 'XML as sent',
                panel: (
                  <div className="h-[60vh] min-h-80">
                    <CodeView label="XML of the feed, frozen" value={feed.xml} />
                  </div>
                ),
              },
            ]}
          />
        </Panel>
        <div className="flex flex-col gap-4">
          <Panel title="Status">
            <p className="text-sm">{description.meaning}</p>
            {feed.note && feed.note !== description.label && feed.state !== 'uncertain' && (
              <p className="mt-2 text-sm whitespace-pre-line text-ink-soft">{feed.note}</p>
            )}
            {pending && (
              <p className="mt-2 text-xs text-ink-faint">
                Next {feed.state === 'queued' ? 'attempt' : 'question'}{' '}
                <time dateTime={feed.nextAttemptAt} title={dateAndTime(feed.nextAttemptAt ?? '')}>
                  {plannedTime(feed.nextAttemptAt ?? '')}
                </time>
              </p>
            )}
            {description.actions.includes('settle') && isUnderWay(feed.state) && <StuckFeed feed={feed} />}
            {feed.waitsFor.length > 0 && <WaitsFor feed={feed} />}
          </Panel>
          <Panel title="What happened">
            <FeedTimeline events={feed.events} />
          </Panel>
          <Panel title="Details" description="What identifies this feed here and at the service.">
            <KeyValue
              entries={[
                {
                  label: 'Feed identifier',
                  value: feed.upstreamFeedId && (
                    <Copyable text={feed.upstreamFeedId} label="Copy the feed identifier" />
                  ),
                },
                {
                  label: 'Status at the service',
                  value: feed.feedStatus && (feedStatusWords[feed.feedStatus] ?? feed.feedStatus),
                },
                { label: 'Content', value: `${counted(feed.itemCount, 'item')}, ${byteSize(feed.bytes)}` },
                { label: 'Sent', value: feed.attempts === 0 ? 'not yet' : counted(feed.attempts, 'time') },
                {
                  label: 'Checksum (SHA-256)',
                  value: <Copyable text={feed.sha256} label="Copy the checksum" />,
                },
                {
                  label: 'Idempotency key',
                  value: <Copyable text={feed.idempotencyKey} label="Copy the idempotency key" />,
                },
                { label: 'Queued', value: dateAndTime(feed.createdAt) },
              ]}
            />
          </Panel>
        </div>
      </div>
    </Page>
  )
}

/** The address of the changes that a feed made in this catalog. It is known only in a sandbox. */
function useChangesOf({ upstreamFeedId, counters }: OutboxFeedDetail): string | undefined {
  const workspace = useQuery(rpc.workspace.state.queryOptions())
  if (workspace.data?.role !== 'sandbox' || !upstreamFeedId || !counters?.succeeded) return undefined
  return changesHref({ kind: 'feed', reference: upstreamFeedId })
}

/** A long code, shortened on the screen; the button copies all of it. */
function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 truncate font-mono text-xs" title={text}>
        {text}
      </code>
      <span className="-my-1 flex-1">
        <CopyButton text={text} label={label} />
      </span>
    </span>
  )
}

const dots: Record<Tone, string> = {
  neutral: 'bg-edge',
  accent: 'bg-accent',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad-solid',
}

/** The events of a feed, the newest first. */
function FeedTimeline({ events }: { events: readonly OutboxEvent[] }) {
  return (
    <ol className="flex flex-col">
      {[...events].reverse().map((event, index) => (
        <li
          key={`${event.at} ${event.state} ${event.message}`}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {index < events.length - 1 && (
            <span className="absolute top-4 bottom-0 left-[3.5px] w-px bg-line-strong" aria-hidden />
          )}
          <span
            className={clsx('mt-1.5 size-2 shrink-0 rounded-full', dots[toneOf(event.state)])}
            aria-hidden
          />
          <div className="min-w-0">
            <p className="text-sm">
              <span className="font-medium">{outboxStateDescriptions[event.state].label}</span>
              <span className="text-ink-faint"> · {dateAndTime(event.at)}</span>
            </p>
            {event.message !== outboxStateDescriptions[event.state].label && (
              <p className="text-xs break-words whitespace-pre-line text-ink-soft">{event.message}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
