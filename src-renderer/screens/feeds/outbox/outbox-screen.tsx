import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { CloudOff, Pause, Send, Wifi } from 'lucide-react'
import { useLocation, useSearch } from 'wouter'
import type { OutboxOverview } from '../../../../src-shared/feeds/outbox/model.ts'
import {
  feedGroups,
  outboxStateDescriptions,
  outboxStates,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { rpc } from '../../../rpc/client.ts'
import { useWhyNot } from '../../../rpc/me.ts'
import { useRowCommands } from '../../../shell/commands/use-row-commands.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { SearchField } from '../../../ui/inputs/field.tsx'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState, ErrorState } from '../../../ui/layout/states.tsx'
import { ListSkeleton } from '../../../ui/layout/table.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { dateAndTime, plannedTime, relativeTime, useTick, wholeNumber } from '../../../ui/text/words.ts'
import { useSearchText } from '../../catalog/search/use-search-text.ts'
import { feedsIn } from './feed/feed-results.tsx'
import { FeedList } from './feed-list.tsx'
import { FeedsElsewhere } from './feeds-elsewhere.tsx'
import { type OutboxQuery, outboxHref, readOutboxQuery } from './outbox-query.ts'
import { useIsOnline } from './use-is-online.ts'

/** The outbox: all queued and sent feeds with their state, and whether feeds can be sent now. */

export function OutboxScreen() {
  useRowCommands()
  const outbox = useQuery(rpc.outbox.overview.queryOptions())
  return (
    <Page
      header={
        <PageHeader
          title={t`Outbox`}
          description={t`Feeds wait here until the service has them, and are followed until every item is settled.`}
        />
      }
    >
      {outbox.data ? (
        <>
          <ConnectionState outbox={outbox.data} />
          {outbox.data.elsewhere.map((service) => (
            <FeedsElsewhere key={`${service.address} ${service.username}`} service={service} />
          ))}
          {feedsIn(outbox.data, outboxStates) === 0 ? (
            <EmptyState
              icon={Send}
              title={t`Nothing in the outbox`}
              action={
                <ButtonLink href="/feeds">
                  <Trans>Go to the drafts</Trans>
                </ButtonLink>
              }
            >
              <Trans>
                A draft that you queue comes here. It is kept safe and sent as soon as the service can be
                reached.
              </Trans>
            </EmptyState>
          ) : (
            <Feeds outbox={outbox.data} />
          )}
        </>
      ) : outbox.isError ? (
        <ErrorState
          title={t`The outbox cannot be shown`}
          error={outbox.error}
          onRetry={() => void outbox.refetch()}
        />
      ) : (
        <ListSkeleton />
      )}
    </Page>
  )
}

const groupLabels = {
  'under-way': t`Under way`,
  'needs-you': t`Needs you`,
  done: t`Done`,
  withdrawn: t`Withdrawn`,
} as const

function Feeds({ outbox }: { outbox: OutboxOverview }) {
  const [, navigate] = useLocation()
  const query = readOutboxQuery(useSearch())
  const show = (change: Partial<OutboxQuery>) =>
    navigate(outboxHref({ ...query, page: 1, ...change }), { replace: change.page === undefined })
  const [text, setText] = useSearchText(query.text, (typed) => show({ text: typed }))
  return (
    <Panel flush>
      <div className="flex flex-wrap items-end gap-3 px-4 py-3 print:hidden">
        <Segmented
          label={t`Show`}
          labelHidden
          value={query.show}
          onValueChange={(group) => show({ show: group })}
          options={[
            {
              value: 'all',
              label: t`All ${wholeNumber(feedGroups.reduce((sum, group) => sum + outbox.entries[group], 0))}`,
            },
            ...feedGroups.map((group) => ({
              value: group,
              label: `${groupLabels[group]} ${wholeNumber(outbox.entries[group])}`,
            })),
          ]}
        />
        <SearchField
          label={t`Search the feeds`}
          placeholder={t`Name, code, answer, day…`}
          className="w-64"
          value={text}
          onValueChange={setText}
        />
      </div>
      <FeedList query={query} onPage={(page) => show({ page })} />
    </Panel>
  )
}

const sendableStates = outboxStates.filter((state) =>
  outboxStateDescriptions[state].actions.includes('sendNow'),
)

/**
 * Whether feeds can be sent now. If not: the reason, the time of the next attempt, and the available actions.
 */
function ConnectionState({ outbox }: { outbox: OutboxOverview }) {
  const isOnline = useIsOnline(outbox)
  const whyNotSend = useWhyNot('outbox', 'sendNow')
  useTick(5)
  const queries = useQueryClient()
  const updateOverview = (overview: OutboxOverview) =>
    queries.setQueryData(rpc.outbox.overview.queryKey(), overview)
  const setPaused = useMutation(
    rpc.outbox.setPaused.mutationOptions({
      onSuccess: updateOverview,
      onError: (error) => toast.failed(t`The outbox could not be switched`, error),
    }),
  )
  const sendNow = useMutation(
    rpc.outbox.sendNow.mutationOptions({
      onSuccess: updateOverview,
      onError: (error) => toast.failed(t`Nothing was sent`, error),
    }),
  )
  const elsewhere = outbox.elsewhere.reduce((sum, { waiting }) => sum + waiting, 0)
  const waiting = feedsIn(outbox, sendableStates) - outbox.held - elsewhere
  const next = outbox.nextAttemptAt
  const offline = !outbox.paused && outbox.reachable === false
  const Icon = outbox.paused ? Pause : offline ? CloudOff : Wifi
  return (
    <Panel>
      <div className="flex items-center justify-between gap-8">
        <div className="flex min-w-0 items-start gap-3">
          <span
            className={clsx(
              'flex size-9 shrink-0 items-center justify-center rounded-md',
              statusClass(outbox, isOnline),
            )}
          >
            <Icon className="size-5" strokeWidth={1.75} aria-hidden />
          </span>
          <div className="min-w-0" role="status">
            <p className="font-semibold">{statusTitle(outbox, isOnline)}</p>
            <p className="text-ink-soft">
              {outbox.paused
                ? t`Nothing is sent or asked until you work online again.`
                : (offline && outbox.reason) || waitingText(waiting, outbox.held)}
              {offline && next && (
                <>
                  {' '}
                  <Trans>
                    Next attempt{' '}
                    <time dateTime={next} title={dateAndTime(next)}>
                      {plannedTime(next)}
                    </time>
                    .
                  </Trans>
                </>
              )}
            </p>
          </div>
        </div>
        <div className="flex shrink-0 items-center gap-4">
          {waiting > 0 && !outbox.paused && (
            <Button
              busy={sendNow.isPending}
              disabledReason={whyNotSend}
              onClick={() => sendNow.mutate(undefined)}
            >
              <Trans>Send now</Trans>
            </Button>
          )}
          <Switch
            label={t`Work offline`}
            checked={outbox.paused}
            help={whyNotSend}
            disabled={setPaused.isPending || whyNotSend !== undefined}
            onCheckedChange={(paused) => setPaused.mutate({ paused })}
          />
        </div>
      </div>
    </Panel>
  )
}

function statusClass(outbox: OutboxOverview, isOnline: boolean): string {
  if (outbox.paused || outbox.reachable === false) return 'bg-warn-wash text-warn'
  return isOnline ? 'bg-good-wash text-good' : 'bg-sunken text-ink-faint'
}

function statusTitle(outbox: OutboxOverview, isOnline: boolean): string {
  const { paused, reachable, reachedAt } = outbox
  if (paused) return t`Working offline`
  if (reachable === false) return t`The service cannot be reached`
  if (isOnline) return t`Online`
  return reachedAt
    ? t`The last answer of the service came ${relativeTime(reachedAt)}`
    : t`The service has not been asked yet`
}

const waitingText = (waiting: number, held: number): string =>
  [
    waiting > 0
      ? t`${plural(waiting, { one: '# feed', other: '# feeds' })} about to be sent.`
      : t`Nothing waits to be sent.`,
    ...(held > 0 ? [t`${plural(held, { one: '# feed is', other: '# feeds are' })} held by you.`] : []),
  ].join(' ')
