/** The duplicates screen: starts the search, and lists the groups of items that may be one product. */
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CopyCheck } from 'lucide-react'
import { useState } from 'react'
import type { DuplicateScan, ScanStep, Sureness } from '../../../src-shared/duplicates/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { EmptyState, ErrorState } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { dateAndTime, wholeNumber } from '../../ui/text/words.ts'
import { useItemRowCommands } from '../item/use-item-row-commands.ts'
import { DuplicateGroupCard, surenessWords } from './duplicate-group.tsx'

/** Polling interval in milliseconds while a search is running. */
const pollInterval = 500
const pageSize = 20

const ofPictures = (done: number, total: number) =>
  t`${wholeNumber(done)} of ${plural(total, { one: '# picture', other: '# pictures' })}`
const ofItems = (done: number, total: number) =>
  t`${wholeNumber(done)} of ${plural(total, { one: '# item', other: '# items' })}`

const stepWords: Record<ScanStep, { label: string; progress: (done: number, total: number) => string }> = {
  pictures: { label: t`Reading pictures`, progress: ofPictures },
  codes: { label: t`Comparing product codes`, progress: ofItems },
  names: { label: t`Comparing names`, progress: ofItems },
  comparing: { label: t`Comparing pictures`, progress: ofPictures },
}

export function DuplicatesScreen() {
  useItemRowCommands()
  const [sureness, setSureness] = useState<Sureness>()
  const [offset, setOffset] = useState(0)
  const query = useQuery(
    rpc.duplicates.found.queryOptions({
      input: { ...(sureness && { sureness }), offset, limit: pageSize },
      refetchInterval: ({ state: { data } }) => (data?.look?.state === 'looking' ? pollInterval : false),
    }),
  )
  const options = {
    onSuccess: () => void query.refetch(),
    onError: (error: unknown) => toast.failed(t`Looking for duplicates was not possible`, error),
  }
  const look = useMutation(rpc.duplicates.look.mutationOptions(options))
  const stop = useMutation(rpc.duplicates.stop.mutationOptions(options))
  const page = query.data
  const isLooking = page?.look?.state === 'looking'
  const all = page ? page.counts.sure + page.counts.likely + page.counts.possible : 0
  return (
    <Page
      header={
        <PageHeader
          title={t`Duplicates`}
          description={t`Items that may be one product`}
          back={{ href: '/catalog', label: t`Catalog` }}
          actions={
            isLooking ? (
              <Button onClick={() => stop.mutate({})}>
                <Trans>Stop</Trans>
              </Button>
            ) : (
              page?.look && (
                <Button busy={look.isPending} onClick={() => look.mutate({})}>
                  <Trans>Search again</Trans>
                </Button>
              )
            )
          }
        />
      }
    >
      {query.isError && !page ? (
        <ErrorState
          title={t`Duplicates could not be shown`}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : !page ? null : !page.look ? (
        <EmptyState
          icon={CopyCheck}
          title={t`No search for duplicates yet`}
          action={
            <Button variant="primary" busy={look.isPending} onClick={() => look.mutate({})}>
              <Trans>Find duplicates</Trans>
            </Button>
          }
        >
          <Trans>
            Looks for one GTIN in several forms, for nearly equal names within a brand, and for nearly equal
            front pictures of items with similar names. A picture alone is not enough, because many products
            share one.
          </Trans>
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-col gap-1">
            <LookState look={page.look} />
            {!isLooking && page.total > 0 && (
              <p className="text-xs text-ink-faint">
                <Trans>
                  A shared picture counts only for items with similar names: nearly equal ones, or all words
                  of one in the other.
                </Trans>
              </p>
            )}
          </div>
          {!isLooking && all > 0 && (
            <fieldset className="flex flex-wrap gap-2">
              <legend className="sr-only">
                <Trans>How sure</Trans>
              </legend>
              {([undefined, 'sure', 'likely', 'possible'] as const).map((one) => (
                <Button
                  key={one ?? 'all'}
                  size="small"
                  aria-pressed={sureness === one}
                  variant={sureness === one ? 'primary' : 'secondary'}
                  onClick={() => {
                    setSureness(one)
                    setOffset(0)
                  }}
                >
                  {one ? surenessWords[one].label : t`All`} ({wholeNumber(one ? page.counts[one] : all)})
                </Button>
              ))}
            </fieldset>
          )}
          {!isLooking && page.total === 0 && (
            <EmptyState
              icon={CopyCheck}
              title={sureness && all > 0 ? t`No group is of this kind` : t`No duplicates`}
              action={
                sureness && all > 0 ? (
                  <Button onClick={() => setSureness(undefined)}>
                    <Trans>Show all {wholeNumber(all)}</Trans>
                  </Button>
                ) : (
                  <>
                    <ButtonLink href="/quality">
                      <Trans>Go on with Quality</Trans>
                    </ButtonLink>
                    <ButtonLink href="/catalog">
                      <Trans>Back to the catalog</Trans>
                    </ButtonLink>
                  </>
                )
              }
            >
              {sureness && all > 0
                ? t`The duplicates found have another certainty.`
                : t`No two items have the same GTIN, nearly equal names within a brand, or nearly equal front pictures and similar names. Look again after the next import or sync.`}
            </EmptyState>
          )}
          {page.groups.map((group) => (
            <DuplicateGroupCard key={group.items.map(({ id }) => id).join(' ')} group={group} />
          ))}
          {page.total > pageSize && (
            <nav aria-label={t`Pages`} className="flex items-center gap-2">
              <Button disabled={page.offset === 0} onClick={() => setOffset(page.offset - pageSize)}>
                <Trans>Previous</Trans>
              </Button>
              <span className="text-sm text-ink-soft">
                <Trans>
                  {page.offset + 1} to {Math.min(page.total, page.offset + pageSize)} of{' '}
                  {wholeNumber(page.total)}
                </Trans>
              </span>
              <Button
                disabled={page.offset + pageSize >= page.total}
                onClick={() => setOffset(page.offset + pageSize)}
              >
                <Trans>Next</Trans>
              </Button>
            </nav>
          )}
        </>
      )}
    </Page>
  )
}

function LookState({ look }: { look: DuplicateScan }) {
  if (look.state === 'looking') {
    const { label, progress } = stepWords[look.step]
    const words = `${label}… ${progress(look.done, look.total)}`
    return (
      <div className="flex flex-col gap-1">
        <p role="status" className="text-sm text-ink-soft">
          {words}
        </p>
        <ProgressBar
          value={look.total > 0 ? look.done / look.total : null}
          label={t`Looking`}
          detail={words}
        />
      </div>
    )
  }
  const ends = {
    completed: t`Looked through ${plural(look.items, { one: '# item', other: '# items' })}`,
    stopped: t`Stopped early: only a part was looked through`,
    failed: t`Looking failed: ${look.note ?? t`the log says why`}`,
  }
  return (
    <p role="status" className="text-sm text-ink-soft">
      <Trans>
        {ends[look.state]}, begun {dateAndTime(look.startedAt)}.
        {look.isOutOfDate && t` Items have changed since: search again for current results.`}
        {look.isPart && t` There were more items than one search covers.`}
      </Trans>
    </p>
  )
}
