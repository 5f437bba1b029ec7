import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Check, RotateCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { OutboxBatch } from '../../../../src-shared/feeds/outbox/model.ts'
import { outboxStateDescriptions } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import { rpc } from '../../../rpc/client.ts'
import { feedKindWords } from '../../../texts/feed-kinds.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { byteSize } from '../../../ui/text/words.ts'
import { DraftRefusedButton } from './feed/feed-actions.tsx'
import { CounterBar } from './feed/feed-results.tsx'
import { ItemResults } from './feed/item-results.tsx'
import { ReportButton } from './feed/report-button.tsx'
import { SendAgainDialog } from './feed/send-again-dialog.tsx'
import { BatchStateBadge, batchText, FeedTable } from './feed-table.tsx'
import { QueueActions } from './queue-actions.tsx'
import { useFeedAction } from './use-feed-action.ts'

const back = { href: '/outbox', label: t`Outbox` }
const pageSize = 50

/**
 * A batch of feeds that were queued together: its overall state, its feeds, and the actions for all of them.
 */
export function BatchScreen({ batchId }: { batchId: string }) {
  const batch = useQuery(rpc.outbox.batch.queryOptions({ input: { id: batchId } }))
  const [page, setPage] = useState(1)
  const [tab, setTab] = useState<'feeds' | 'items'>()
  const list = useQuery(
    rpc.outbox.list.queryOptions({
      input: { batch: batchId, offset: (page - 1) * pageSize, limit: pageSize },
      placeholderData: keepPreviousData,
    }),
  )
  if (batch.isError)
    return (
      <ErrorState
        title={t`This batch cannot be shown`}
        error={batch.error}
        onRetry={() => void batch.refetch()}
      />
    )
  if (!batch.data) {
    return (
      <Page header={<PageHeader back={back} title={<Skeleton className="my-1 h-4 w-48" />} />}>
        <Skeleton className="h-64" />
      </Page>
    )
  }
  const { kind, state, itemCount, bytes, counters } = batch.data
  const name = batch.data.name
  // After processing, the item results are shown first.
  const isItemsFirst = state === 'partly-done'
  const feeds = list.data ? (
    <>
      <FeedTable label={t`Feeds of the batch`} feeds={list.data.feeds} />
      {list.data.total > pageSize && (
        <Pager
          offset={list.data.offset}
          shown={list.data.feeds.length}
          total={list.data.total}
          pageSize={pageSize}
          onPage={setPage}
        />
      )}
    </>
  ) : list.isError ? (
    <ErrorState title={t`The feeds cannot be shown`} error={list.error} onRetry={() => void list.refetch()} />
  ) : (
    <Skeleton className="m-4 h-40" />
  )
  return (
    <Page
      header={
        <PageHeader
          back={back}
          title={name}
          badges={
            <>
              <BatchStateBadge batch={batch.data} />
              <Badge>{feedKindWords[kind].label}</Badge>
            </>
          }
          actions={
            <>
              <ReportButton id={batchId} name={name} />
              <BatchActions batch={batch.data} />
            </>
          }
        />
      }
    >
      <Panel>
        <div className="flex items-center justify-between gap-8">
          <div className="min-w-0" role="status">
            <p className="font-semibold">{batchText(batch.data)}</p>
            <p className="text-sm text-ink-soft">
              <Plural value={itemCount} one="# item" other="# items" />, {byteSize(bytes)}.{' '}
              {outboxStateDescriptions[state].group === 'needs-you'
                ? t`What needs you stands first.`
                : t`The feeds are sent one after the other.`}
            </p>
          </div>
          <div className="w-72 shrink-0">
            <CounterBar itemCount={itemCount} counters={counters} />
          </div>
        </div>
      </Panel>
      <Panel flush>
        <Tabs
          label={t`Parts of the batch`}
          value={tab ?? (isItemsFirst ? 'items' : 'feeds')}
          onValueChange={setTab}
          listClassName="px-4"
          tabs={[
            { value: 'feeds', label: t`Feeds`, count: batch.data.feeds, panel: feeds },
            {
              value: 'items',
              label: t`Items`,
              count: itemCount,
              panel: <ItemResults id={batchId} kind={kind} />,
            },
          ]}
        />
      </Panel>
    </Page>
  )
}

/** Actions for the feeds of the batch. Each is shown only if it applies to at least one feed. */
function BatchActions({ batch }: { batch: OutboxBatch }) {
  const [, navigate] = useLocation()
  const [openDialog, setOpenDialog] = useState<'retry' | 'withdraw'>()
  const { queued = 0, failed = 0, 'partly-done': partlyDone = 0 } = batch.counts
  const refused =
    outboxStateDescriptions[batch.state].group === 'under-way' ? 0 : (batch.counters?.failed ?? 0)
  const retry = useMutation(rpc.outbox.toBatch.mutationOptions())
  const settle = useMutation(rpc.outbox.toBatch.mutationOptions(useFeedAction(t`Nothing was settled`)))
  const withdraw = useMutation(
    rpc.outbox.withdrawBatch.mutationOptions({
      onSuccess: (draft) => {
        toast.done(t`Taken back`, t`What had not arrived is a draft again.`)
        navigate(`/feeds/${draft.id}`)
      },
      onError: (error) => toast.failed(t`The batch was not taken back`, error),
    }),
  )
  const closeDialog = () => setOpenDialog(undefined)
  return (
    <>
      {partlyDone > 0 && (
        <Button
          icon={<Check className="size-4" aria-hidden />}
          busy={settle.isPending}
          onClick={() => settle.mutate({ id: batch.id, action: 'settle' })}
        >
          <Trans>Settle</Trans>
        </Button>
      )}
      {refused > 0 && <DraftRefusedButton batch={batch} count={refused} />}
      {queued > 0 && <QueueActions batch={batch} isHeld={batch.held > 0} />}
      {queued + failed > 0 && (
        <Button icon={<Undo2 className="size-4" aria-hidden />} onClick={() => setOpenDialog('withdraw')}>
          <Trans>Take back</Trans>
        </Button>
      )}
      {failed > 0 && (
        <Button
          variant="primary"
          icon={<RotateCw className="size-4" aria-hidden />}
          onClick={() => setOpenDialog('retry')}
        >
          <Plural value={failed} one="Send the failed feed again" other="Send the # failed feeds again" />
        </Button>
      )}
      <ConfirmDialog
        open={openDialog === 'withdraw'}
        onOpenChange={closeDialog}
        title={t`Take back what has not arrived?`}
        description={
          queued + failed === 1
            ? t`${plural(queued + failed, { one: '# feed', other: '# feeds' })} of this batch leaves the outbox and becomes one draft. What the service has stays with it.`
            : t`${plural(queued + failed, { one: '# feed', other: '# feeds' })} of this batch leave the outbox and become one draft. What the service has stays with it.`
        }
        confirmLabel={t`Take back as a draft`}
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate({ id: batch.id }, { onSettled: closeDialog })}
      />
      <SendAgainDialog
        open={openDialog === 'retry'}
        onClose={closeDialog}
        title={t`Send the failed feeds again, as they are?`}
        description={t`They are queued again unchanged, unless the catalog shows that they have arrived. Split feeds that are too large on their own pages.`}
        send={(anyway) => retry.mutateAsync({ id: batch.id, action: 'retry', anyway })}
        failure={t`Nothing was queued again`}
      />
    </>
  )
}
