import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { PictureFailureRow, PictureState } from '../../../src-shared/media/model.ts'
import { viewLabel } from '../../../src-shared/views.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { type Entry, KeyValue } from '../../ui/layout/key-value.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { Meter } from '../../ui/progress-bar.tsx'
import { byteSize, relativeTime, useTick } from '../../ui/text/words.ts'

/** The used space and its limit. The rows add up to the size of the folder on the disk. */
export function PicturesSpace({ state }: { state: PictureState }) {
  const { choice, fetches, bytes, derivedBytes, pinnedBytes } = state
  const quota = fetches ? choice.quota : null
  const usedBytes = bytes + derivedBytes
  const used = quota === null ? byteSize(usedBytes) : t`${byteSize(usedBytes)} of ${byteSize(quota)}`
  return (
    <div>
      {quota !== null && (
        <div className="mb-2">
          <p className="mb-1.5 text-xs text-ink-soft">{used}</p>
          <Meter
            label={t`Space used by pictures`}
            detail={t`${used}, ${byteSize(pinnedBytes)} of it pinned`}
            max={Math.max(quota, usedBytes)}
            parts={[
              { value: pinnedBytes, className: 'bg-accent-strong' },
              { value: usedBytes - pinnedBytes, className: 'bg-accent' },
            ]}
          />
        </div>
      )}
      <KeyValue
        entries={[...spaceEntries(state), ...(fetches ? pinnedEntry(state) : []), ...leftOutEntry(state)]}
      />
      {state.failed > 0 && <NotFetched state={state} />}
    </div>
  )
}

function spaceEntries({
  files,
  bytes,
  derivedBytes,
  servedBytes,
  servedLimit,
  partialBytes,
}: PictureState): Entry[] {
  return [
    {
      label: t`Pictures`,
      value: `${plural(files, { one: '# picture', other: '# pictures' })}, ${byteSize(bytes)}`,
    },
    { label: t`Thumbnails`, value: t`${byteSize(derivedBytes)}, previews included` },
    ...(servedBytes > 0
      ? [
          {
            label: t`Made for programs`,
            value: t`${byteSize(servedBytes)} for the local API, never more than ${byteSize(servedLimit)}; not counted above`,
          },
        ]
      : []),
    ...(partialBytes > 0
      ? [{ label: t`Being fetched`, value: t`${byteSize(partialBytes)} of pictures not yet whole` }]
      : []),
    { label: t`Total`, value: t`${byteSize(bytes + derivedBytes + servedBytes + partialBytes)} on the disk` },
  ]
}

const pinnedEntry = ({ pinnedItems, pinnedBytes }: PictureState): Entry[] => [
  {
    label: t`Pinned`,
    value:
      pinnedItems === 0
        ? t`No items. Pin an item on its page to keep its pictures even when the space is full.`
        : `${plural(pinnedItems, { one: '# item', other: '# items' })}, ${byteSize(pinnedBytes)}`,
  },
]
const leftOutEntry = ({ leftOut }: PictureState): Entry[] =>
  leftOut === 0
    ? []
    : [
        {
          label: t`Left out`,
          value: t`${plural(leftOut, { one: '# picture', other: '# pictures' })}: the space is full`,
        },
      ]

function NotFetched({ state: { failed, failure, fetches } }: { state: PictureState }) {
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const start = useMutation(
    rpc.media.start.mutationOptions({
      onSuccess(next) {
        queries.setQueryData(rpc.media.state.queryKey(), next)
        setOpen(false)
      },
      onError: (error) => void toast.failed(t`The work was not started`, error),
    }),
  )
  return (
    <div className="mt-2 flex items-start justify-between gap-4 border-t border-line pt-2 text-sm">
      <p className="min-w-0">
        <span className="text-bad">
          <Trans>
            <Plural value={failed} one="# picture" other="# pictures" /> not fetched.
          </Trans>
        </span>{' '}
        {failure && (
          <span className="text-ink-soft">
            <Trans>The latest: {failure}</Trans>
          </span>
        )}
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        <Trans>Show which</Trans>
      </Button>
      <PicturesFailures
        open={open}
        onOpenChange={setOpen}
        failed={failed}
        onTryAgain={fetches ? () => start.mutate({ work: 'download' }) : undefined}
      />
    </div>
  )
}

const pageSize = 100

interface PicturesFailuresProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  failed: number
  /** Absent if no pictures can be fetched. */
  onTryAgain?: (() => void) | undefined
}

/**
 * The pictures that could not be fetched, each with its reason, its item and the time of the next attempt.
 */
function PicturesFailures({ open, onOpenChange, failed, onTryAgain }: PicturesFailuresProps) {
  useTick()
  const failures = useInfiniteQuery(
    rpc.media.failures.infiniteOptions({
      input: (offset: number) => ({ offset, limit: pageSize }),
      initialPageParam: 0,
      getNextPageParam: (last, all) => (last.length < pageSize ? undefined : all.length * pageSize),
      enabled: open,
    }),
  )
  const rows = failures.data?.pages.flat() ?? []
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="large"
      title={t`${plural(failed, { one: '# picture', other: '# pictures' })} not fetched`}
      description={t`Each is tried again after a sync, after a longer pause every time it fails, and at once when its record changes.`}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>
            <Trans>Close</Trans>
          </Button>
          {onTryAgain && (
            <Button variant="primary" onClick={onTryAgain}>
              <Trans>Try all again now</Trans>
            </Button>
          )}
        </>
      }
    >
      {failures.isError && !failures.data ? (
        <ErrorState
          title={t`The list cannot be shown`}
          error={failures.error}
          onRetry={() => void failures.refetch()}
        />
      ) : failures.data ? (
        <ul aria-label={t`Pictures not fetched`} className="flex flex-col">
          {rows.map((row) => (
            <Failure key={row.address} row={row} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-32 rounded-lg" />
      )}
      {failures.hasNextPage && (
        <div className="mt-3">
          <Button
            size="small"
            busy={failures.isFetchingNextPage}
            onClick={() => void failures.fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Failure({
  row: { address, reason, attempts, failedAt, retryAt, item, view },
}: {
  row: PictureFailureRow
}) {
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="min-w-0 font-medium">
          {item ? (
            <Link
              href={`/catalog/${encodeURIComponent(item.id)}`}
              className="text-accent-strong underline underline-offset-2"
            >
              {item.name || item.id}
            </Link>
          ) : (
            t`An item that is not listed any more`
          )}
          {view && <span className="font-normal text-ink-soft">, {viewLabel(view)}</span>}
        </span>
        <span className="tabular text-xs text-ink-faint">
          {attempts > 1 ? t`${attempts} times, last ` : ''}
          {relativeTime(failedAt)}, {retryWords(retryAt)}
        </span>
      </div>
      <p className="text-sm text-bad">{reason}</p>
      <p className="truncate font-mono text-xs text-ink-faint" title={address}>
        {address}
      </p>
    </li>
  )
}

const retryWords = (retryAt: string | undefined): string =>
  retryAt === undefined || Date.parse(retryAt) <= Date.now()
    ? t`again with the next sync`
    : t`again ${relativeTime(retryAt)}`
