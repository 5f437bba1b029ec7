/** Items that may be one product: looking for them, and what to do about each group. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { CopyCheck } from 'lucide-react'
import { useState } from 'react'
import type { DuplicateLook, LookStep, Sureness } from '../../../src-shared/duplicates/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted, dateAndTime, wholeNumber } from '../../ui/words.ts'
import { DuplicateGroupCard, surenessWords } from './duplicate-group.tsx'

/** Milliseconds between two questions while a look is under way. */
const askEvery = 500
const inPage = 20

const stepWords: Record<LookStep, { what: string; of: string }> = {
  pictures: { what: 'Reading pictures', of: 'pictures' },
  codes: { what: 'Comparing product codes', of: 'items' },
  names: { what: 'Comparing names', of: 'items' },
  comparing: { what: 'Comparing pictures', of: 'pictures' },
}

export function DuplicatesScreen() {
  const [sureness, setSureness] = useState<Sureness>()
  const [offset, setOffset] = useState(0)
  const query = useQuery(
    rpc.duplicates.found.queryOptions({
      input: { ...(sureness && { sureness }), offset, limit: inPage },
      refetchInterval: ({ state: { data } }) => (data?.look?.state === 'looking' ? askEvery : false),
    }),
  )
  const options = {
    onSuccess: () => void query.refetch(),
    onError: (error: unknown) => toast.failed('Looking for duplicates was not possible', error),
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
          title="Duplicates"
          description="Items that may be one product"
          back={{ href: '/catalog', label: 'Catalog' }}
          actions={
            isLooking ? (
              <Button onClick={() => stop.mutate({})}>Stop</Button>
            ) : (
              page?.look && (
                <Button busy={look.isPending} onClick={() => look.mutate({})}>
                  Look again
                </Button>
              )
            )
          }
        />
      }
    >
      {query.isError && !page ? (
        <ErrorState
          title="Duplicates could not be shown"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : !page ? null : !page.look ? (
        <EmptyState
          icon={CopyCheck}
          title="Nobody has looked yet"
          action={
            <Button variant="primary" busy={look.isPending} onClick={() => look.mutate({})}>
              Look for duplicates
            </Button>
          }
        >
          Looks for one GTIN in several forms, nearly equal names within a brand, and nearly equal front
          pictures.
        </EmptyState>
      ) : (
        <>
          <LookState look={page.look} />
          {!isLooking && all > 0 && (
            <fieldset className="flex flex-wrap gap-2">
              <legend className="sr-only">How sure</legend>
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
                  {one ? surenessWords[one].label : 'All'} ({wholeNumber(one ? page.counts[one] : all)})
                </Button>
              ))}
            </fieldset>
          )}
          {!isLooking && page.total === 0 && (
            <EmptyState
              icon={CopyCheck}
              title={sureness && all > 0 ? 'No group is of this kind' : 'No duplicates'}
              action={
                sureness && all > 0 ? (
                  <Button onClick={() => setSureness(undefined)}>Show all {wholeNumber(all)}</Button>
                ) : (
                  <>
                    <ButtonLink href="/quality">Go on with Quality</ButtonLink>
                    <ButtonLink href="/catalog">Back to the catalog</ButtonLink>
                  </>
                )
              }
            >
              {sureness && all > 0
                ? 'The others are of another.'
                : 'No items were found that may be one product. Look again after the next import or sync.'}
            </EmptyState>
          )}
          {page.groups.map((group) => (
            <DuplicateGroupCard key={group.items.map(({ id }) => id).join(' ')} group={group} />
          ))}
          {page.total > inPage && (
            <nav aria-label="Pages" className="flex items-center gap-2">
              <Button disabled={page.offset === 0} onClick={() => setOffset(page.offset - inPage)}>
                Previous
              </Button>
              <span className="text-sm text-ink-soft">
                {page.offset + 1} to {Math.min(page.total, page.offset + inPage)} of {wholeNumber(page.total)}
              </span>
              <Button
                disabled={page.offset + inPage >= page.total}
                onClick={() => setOffset(page.offset + inPage)}
              >
                Next
              </Button>
            </nav>
          )}
        </>
      )}
    </Page>
  )
}

function LookState({ look }: { look: DuplicateLook }) {
  if (look.state === 'looking') {
    const { what, of } = stepWords[look.step]
    const words = `${what}… ${wholeNumber(look.done)} of ${wholeNumber(look.total)} ${of}`
    return (
      <div className="flex flex-col gap-1">
        <p role="status" className="text-sm text-ink-soft">
          {words}
        </p>
        <ProgressBar value={look.total > 0 ? look.done / look.total : null} label="Looking" detail={words} />
      </div>
    )
  }
  const ends = {
    completed: `Looked through ${counted(look.items, 'item')}`,
    stopped: 'Stopped early: only a part was looked through',
    failed: `Looking failed: ${look.note ?? 'the log says why'}`,
  }
  return (
    <p role="status" className="text-sm text-ink-soft">
      {ends[look.state]}, begun {dateAndTime(look.startedAt)}.
      {look.isOutOfDate && ' Items have changed since: look again for what holds now.'}
      {look.isPart && ' There was more than is looked through at once.'}
    </p>
  )
}
