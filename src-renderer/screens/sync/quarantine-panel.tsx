import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { QuarantinedPage } from '../../../src-shared/sync/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { CodeView } from '../../ui/inputs/code-view.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { byteSize, dateAndTime } from '../../ui/text/words.ts'

/**
 * Pages and items that could not be parsed, each with its call, error and text. They can be fetched again or
 * dropped.
 */
export function QuarantinePanel() {
  const queries = useQueryClient()
  const [shown, setShown] = useState<QuarantinedPage>()
  const pages = useQuery(rpc.sync.quarantine.queryOptions())
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: rpc.sync.quarantine.key() })
    void queries.invalidateQueries({ queryKey: rpc.sync.state.key() })
  }
  const retry = useMutation(
    rpc.sync.retryQuarantined.mutationOptions({
      onSuccess: ({ message }) => toast.done(message),
      onError: (error) => toast.failed(t`The page was not fetched again`, error),
      onSettled: refresh,
    }),
  )
  const drop = useMutation(
    rpc.sync.dropQuarantined.mutationOptions({
      onError: (error) => toast.failed(t`The page was not dropped`, error),
      onSettled: refresh,
    }),
  )
  if (pages.isError)
    return (
      <ErrorState
        title={t`The quarantine cannot be shown`}
        error={pages.error}
        onRetry={() => void pages.refetch()}
      />
    )
  if (!pages.data) return <Skeleton className="h-40 rounded-lg" />
  if (pages.data.length === 0)
    return (
      <Panel>
        <EmptyState icon={ShieldCheck} title={t`Nothing in quarantine`}>
          <Trans>
            An item that cannot be stored, or a page that cannot be parsed at all, is stored here unchanged,
            and the sync continues.
          </Trans>
        </EmptyState>
      </Panel>
    )
  return (
    <Panel
      title={t`Pages and items that could not be read`}
      description={t`The run went on without them. The items they hold may be missing here, or be older than the service’s.`}
      actions={
        <Button size="small" busy={retry.isPending} onClick={() => retry.mutate({})}>
          <Trans>Fetch all again</Trans>
        </Button>
      }
      flush
    >
      <ul className="border-t border-line">
        {pages.data.map((page) => (
          <li
            key={page.id}
            className="flex items-start justify-between gap-4 border-b border-line px-4 py-3 last:border-0"
          >
            <div className="min-w-0 text-sm">
              <p className="break-words">{page.error}</p>
              <p className="tabular mt-0.5 text-xs break-words text-ink-faint">
                {dateAndTime(page.at)} · {byteSize(page.bytes)} · {new URLSearchParams(page.query).toString()}
                {page.triedAt && t` · asked again ${dateAndTime(page.triedAt)}`}
              </p>
              {page.itemIds.length > 0 && (
                <p className="mt-1 flex flex-wrap gap-x-2 text-xs">
                  <span className="text-ink-faint">
                    <Trans>Items:</Trans>
                  </span>
                  {page.itemIds.slice(0, 10).map((id) => (
                    <Link
                      key={id}
                      href={`/catalog/${encodeURIComponent(id)}`}
                      className="text-accent underline"
                    >
                      {id}
                    </Link>
                  ))}
                  {page.itemIds.length > 10 && (
                    <span>
                      <Trans>and {page.itemIds.length - 10} more</Trans>
                    </span>
                  )}
                </p>
              )}
            </div>
            <div className="flex shrink-0 gap-2">
              <Button size="small" onClick={() => setShown(page)}>
                <Trans context="button that shows what came">Read</Trans>
              </Button>
              <Button
                size="small"
                busy={retry.isPending && retry.variables?.id === page.id}
                onClick={() => retry.mutate({ id: page.id })}
              >
                <Trans>Retry</Trans>
              </Button>
              <Button size="small" variant="danger" onClick={() => drop.mutate({ id: page.id })}>
                <Trans>Drop</Trans>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shown && <QuarantinedAnswer page={shown} onClose={() => setShown(undefined)} />}
    </Panel>
  )
}

/** The text of an answer that could not be parsed. */
function QuarantinedAnswer({ page, onClose }: { page: QuarantinedPage; onClose: () => void }) {
  const answer = useQuery(rpc.sync.quarantinedAnswer.queryOptions({ input: { id: page.id } }))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Raw answer`}
      description={page.error}
      width="large"
    >
      {answer.isError ? (
        <ErrorState title={t`The answer cannot be shown`} error={answer.error} />
      ) : answer.data ? (
        <>
          <div className="mb-2 flex items-center justify-between gap-2 text-xs text-ink-faint">
            <span>{answer.data.cut ? t`Only the first megabyte is shown.` : t`All of it.`}</span>
            <CopyButton text={answer.data.text} label={t`Copy the answer`} />
          </div>
          <div className="h-96 overflow-hidden rounded-md border border-line">
            <CodeView value={answer.data.text} label={t`Answer of the service`} />
          </div>
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  )
}
