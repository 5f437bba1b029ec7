import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PictureFailureRow } from '../../../src-shared/media/model.ts'
import { viewLabel } from '../../../src-shared/views.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { counted, relativeTime, useTick } from '../../ui/words.ts'

const pageSize = 100

interface PicturesFailuresProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  failed: number
  /** Absent where nothing can be fetched. */
  onTryAgain?: (() => void) | undefined
}

/** Every picture that could not be fetched: why, of which item, and when it is tried next. */
export function PicturesFailures({ open, onOpenChange, failed, onTryAgain }: PicturesFailuresProps) {
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
      title={`${counted(failed, 'picture')} not fetched`}
      description="Each is tried again after a sync, after a longer pause every time it fails, and at once when its record changes."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Close</Button>
          {onTryAgain && (
            <Button variant="primary" onClick={onTryAgain}>
              Try all again now
            </Button>
          )}
        </>
      }
    >
      {failures.isError && !failures.data ? (
        <ErrorState
          title="The list cannot be shown"
          error={failures.error}
          onRetry={() => void failures.refetch()}
        />
      ) : failures.data ? (
        <ul aria-label="Pictures not fetched" className="flex flex-col">
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
            Show more
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
            'An item that is not listed any more'
          )}
          {view && <span className="font-normal text-ink-soft">, {viewLabel(view)}</span>}
        </span>
        <span className="tabular text-xs text-ink-faint">
          {attempts > 1 ? `${attempts} times, last ` : ''}
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
    ? 'again with the next sync'
    : `again ${relativeTime(retryAt)}`
