import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import type { OutboxFeedDetail } from '../../../../../src-shared/feeds/outbox/model.ts'
import { isUnderWay, outboxStateDescriptions } from '../../../../../src-shared/feeds/outbox/outbox-state.ts'
import { senderLabel } from '../../../../../src-shared/feeds/outbox/result-words.ts'
import { rpc } from '../../../../rpc/client.ts'
import { DragHandle } from '../../../../shell/drag-handle.tsx'
import { feedKindWords } from '../../../../texts/feed-kinds.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { CodeView } from '../../../../ui/inputs/code-view.tsx'
import { KeyValue } from '../../../../ui/layout/key-value.tsx'
import { Page, PageHeader } from '../../../../ui/layout/page-header.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../../../ui/layout/states.tsx'
import { Tabs } from '../../../../ui/layout/tabs.tsx'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import { byteSize, dateAndTime, plannedTime, useTick } from '../../../../ui/text/words.ts'
import { ChangesButton } from '../../../changes/changes-button.tsx'
import { SentPreview } from '../../preview/sent-preview.tsx'
import { FeedStateBadge } from '../feed-table.tsx'
import { elsewhereText } from '../feeds-elsewhere.tsx'
import { holdText } from '../queue-actions.tsx'
import { FeedActions } from './feed-actions.tsx'
import { FeedResults } from './feed-results.tsx'
import { FeedShown } from './feed-shown.tsx'
import { FeedTimeline } from './feed-timeline.tsx'
import { ReportButton } from './report-button.tsx'
import { StuckFeed, UncertainNotice, WaitsFor } from './uncertain-feed.tsx'

const back = { href: '/outbox', label: t`Outbox` }

/** One queued or sent feed: its state, events, item results, and the exact XML. */
export function OutboxFeedScreen({ feedId }: { feedId: string }) {
  const feed = useQuery(rpc.outbox.feed.queryOptions({ input: { id: feedId } }))
  if (feed.isError)
    return (
      <ErrorState
        title={t`This feed cannot be shown`}
        error={feed.error}
        onRetry={() => void feed.refetch()}
      />
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
  const itemInAddress = Number(new URLSearchParams(useSearch()).get('item'))
  const [tab, setTab] = useState<'results' | 'preview' | 'xml'>(itemInAddress > 0 ? 'xml' : 'results')
  // A link to another item of this feed changes only the query of the address.
  const [shown, setShown] = useState(itemInAddress)
  if (shown !== itemInAddress) {
    setShown(itemInAddress)
    setTab(itemInAddress > 0 ? 'xml' : 'results')
  }
  const goTo = useMemo(() => lineOfItem(feed.xml, itemInAddress), [feed.xml, itemInAddress])
  const description = outboxStateDescriptions[feed.state]
  // A feed is ingested locally only in a sandbox.
  const isSandbox = useQuery(rpc.workspace.state.queryOptions()).data?.role === 'sandbox'
  const isOffline = useQuery(rpc.outbox.overview.queryOptions()).data?.paused === true
  const pending = feed.nextAttemptAt && !description.terminal
  return (
    <Page
      header={
        <PageHeader
          back={feed.batch === undefined ? back : { href: `/outbox/batch/${feed.batch}`, label: t`Batch` }}
          title={feed.name}
          badges={
            <>
              <FeedStateBadge feed={feed} />
              <Badge>{feedKindWords[feed.kind].label}</Badge>
            </>
          }
          actions={
            <>
              {isSandbox && feed.upstreamFeedId !== undefined && (
                <ChangesButton origin={{ kind: 'feed', reference: feed.upstreamFeedId }} />
              )}
              <ReportButton id={feed.id} name={feed.name} />
              <FeedActions feed={feed} />
            </>
          }
        />
      }
    >
      {feed.state === 'uncertain' && <UncertainNotice feed={feed} />}
      <div className="grid grid-cols-[minmax(0,1fr)_19rem] items-start gap-4 max-lg:grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-4">
          <FeedShown feed={feed} />
          <Panel flush>
            <Tabs
              label={t`Parts of the feed`}
              value={tab}
              onValueChange={setTab}
              listClassName="px-4"
              tabs={[
                {
                  value: 'results',
                  label: t`Items`,
                  count: feed.itemCount,
                  panel: <FeedResults feed={feed} />,
                },
                {
                  value: 'preview',
                  label: t`Preview`,
                  panel: tab === 'preview' && (
                    <SentPreview key={feed.id} feed={feed} initialItem={Math.max(1, itemInAddress || 1)} />
                  ),
                },
                {
                  value: 'xml',
                  label: feed.attempts === 0 ? t`XML to send` : t`XML as sent`,
                  panel: (
                    <div className="relative h-[60vh] min-h-80">
                      <CodeView label={t`XML of the feed, frozen`} value={feed.xml} goTo={goTo} />
                      <div className="absolute end-4 top-2 rounded-md bg-surface">
                        <DragHandle
                          label={t`Drag the XML to a folder or another program`}
                          files={() => [{ name: `${feed.name}.xml`.slice(-200), text: feed.xml }]}
                        />
                      </div>
                    </div>
                  ),
                },
              ]}
            />
          </Panel>
        </div>
        <div className="flex flex-col gap-4">
          <Panel title={t`Where it is`}>
            <p className="text-sm">
              {feed.elsewhere
                ? t`${elsewhereText(feed.elsewhere)}: it is neither sent nor asked about.`
                : isOffline && feed.state === 'queued'
                  ? t`Waits on this computer, because you work offline.`
                  : description.meaning}
            </p>
            {feed.note && feed.note !== description.label && feed.state !== 'uncertain' && (
              <p className="mt-2 text-sm whitespace-pre-line text-ink-soft">{feed.note}</p>
            )}
            {feed.hold && <p className="mt-2 text-sm font-medium">{holdText(feed.hold)}</p>}
            {pending && (
              <p className="mt-2 text-xs text-ink-faint">
                {feed.state === 'queued' ? t`Next attempt` : t`Next question`}{' '}
                <time dateTime={feed.nextAttemptAt} title={dateAndTime(feed.nextAttemptAt ?? '')}>
                  {plannedTime(feed.nextAttemptAt ?? '')}
                </time>
              </p>
            )}
            {description.actions.includes('settle') && isUnderWay(feed.state) && <StuckFeed feed={feed} />}
            {feed.waitsFor.length > 0 && <WaitsFor feed={feed} />}
          </Panel>
          <Panel title={t`What happened`}>
            <FeedTimeline events={feed.events} by={senderLabel(feed)} />
          </Panel>
          <Panel title={t`Evidence`} description={t`What to tell the service if you ask about this feed.`}>
            <KeyValue
              entries={[
                {
                  label: t`Feed identifier`,
                  term: 'acknowledgement',
                  value: feed.upstreamFeedId && (
                    <CopyableCode text={feed.upstreamFeedId} label={t`Copy the feed identifier`} />
                  ),
                },
                {
                  label: t`Status at the service`,
                  value: feed.feedStatus && <code className="font-mono text-xs">{feed.feedStatus}</code>,
                },
                {
                  label: t`Content`,
                  value: `${plural(feed.itemCount, { one: '# item', other: '# items' })}, ${byteSize(feed.bytes)}`,
                },
                {
                  label: t`Sent`,
                  value:
                    feed.attempts === 0
                      ? t`not yet`
                      : plural(feed.attempts, { one: '# time', other: '# times' }),
                },
                { label: t`Queued`, value: dateAndTime(feed.createdAt) },
                { label: t`By`, value: senderLabel(feed) },
              ]}
            />
            <details className="mt-3">
              <summary className="cursor-default text-sm text-ink-soft">
                <Trans>Technical details</Trans>
              </summary>
              <KeyValue
                entries={[
                  {
                    label: t`Fingerprint (SHA-256)`,
                    value: <CopyableCode text={feed.sha256} label={t`Copy the fingerprint`} />,
                  },
                  {
                    label: t`Key it is sent under`,
                    value: (
                      <CopyableCode text={feed.idempotencyKey} label={t`Copy the key it is sent under`} />
                    ),
                  },
                ]}
              />
            </details>
          </Panel>
        </div>
      </div>
    </Page>
  )
}

/** Line of an item (1-based) in the XML of a feed; undefined if there is no such item. */
function lineOfItem(xml: string, item: number): { line: number } | undefined {
  let line = 1
  let itemsLeft = item
  for (const [found] of xml.matchAll(/\n|<(?:[\w.-]+:)?item[\s>]/g)) {
    if (found === '\n') line++
    else if (--itemsLeft === 0) return { line }
    else if (found.endsWith('\n')) line++
  }
  return undefined
}

/** A long code, truncated on screen, with a button that copies it completely. */
function CopyableCode({ text, label }: { text: string; label: string }) {
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
