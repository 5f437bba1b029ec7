/** The picture check: starts reading pictures, and goes from finding to finding. */
import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageOff, ScanSearch } from 'lucide-react'
import { useLocation, useSearch } from 'wouter'
import {
  type DecisionKind,
  decisionKinds,
  differingKinds,
  type EvidenceState,
  type FindingKind,
  findingKinds,
} from '../../../src-shared/evidence/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { EmptyState, ErrorState } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { findingWords } from './finding-words.ts'
import { FindingsExport } from './findings-export.tsx'
import { NoFindings, Review } from './review.tsx'

/** Polling interval in milliseconds while pictures are read. */
const pollInterval = 500

type Shown = FindingKind | DecisionKind | 'all'

export function EvidenceScreen() {
  const queries = useQueryClient()
  const query = useQuery(
    rpc.evidence.state.queryOptions({
      refetchInterval: ({ state: { data } }) => (data?.running ? pollInterval : false),
    }),
  )
  const handlers = {
    onSuccess: (next: EvidenceState) => void queries.setQueryData(rpc.evidence.state.queryKey(), next),
    onError: (error: unknown) => toast.failed(t`The pictures could not be read`, error),
  }
  const setMode = useMutation(rpc.evidence.setMode.mutationOptions(handlers))
  const start = useMutation(rpc.evidence.start.mutationOptions(handlers))
  const stop = useMutation(rpc.evidence.stop.mutationOptions(handlers))
  const state = query.data
  const isOff = state?.mode === 'off'
  const read = async () => {
    if (isOff) await setMode.mutateAsync({ mode: 'on-demand' })
    start.mutate(undefined)
  }
  const isStarting = start.isPending || setMode.isPending
  const unread = state ? state.pictures - state.read : 0
  // Codes are compared before the text of any picture is read.
  const hasResults =
    state !== undefined && (state.read > 0 || Object.values(state.counts).some((count) => count > 0))
  const isIdle = state !== undefined && state.running === undefined
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader
        title={t`Picture check`}
        description={state && summary(state)}
        actions={
          state?.running ? (
            <Button size="small" busy={stop.isPending} onClick={() => stop.mutate(undefined)}>
              <Trans>Stop</Trans>
            </Button>
          ) : (
            isIdle &&
            hasResults &&
            unread > 0 && (
              <Button size="small" variant="primary" busy={isStarting} onClick={() => void read()}>
                <Trans>
                  Read <Plural value={unread} one="# picture" other="# pictures" />
                </Trans>
              </Button>
            )
          )
        }
      />
      {state?.running && <Running running={state.running} />}
      {isIdle && state.failure !== undefined && (
        <Notice tone="bad" title={t`Reading pictures failed`} className="m-4 mb-0">
          {state.failure}
        </Notice>
      )}
      {isIdle && state.isOutOfDate && unread === 0 && (
        <Notice
          title={t`Records or pictures have changed since the comparison`}
          className="m-4 mb-0"
          actions={
            <Button size="small" busy={isStarting} onClick={() => void read()}>
              <Trans>Compare again</Trans>
            </Button>
          }
        />
      )}
      {query.isError && !state ? (
        <ErrorState
          title={t`The picture check cannot be shown`}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : !state ? null : state.pictures === 0 ? (
        <NoPictures />
      ) : !hasResults ? (
        !state.running && <NothingRead state={state} busy={isStarting} onRead={() => void read()} />
      ) : (
        <Findings state={state} />
      )}
    </div>
  )
}

function summary({ pictures, read, unreadable }: EvidenceState): string {
  if (pictures === 0) return t`What pictures show, compared with their records`
  const words = t`${wholeNumber(read)} of ${plural(pictures, { one: '# picture', other: '# pictures' })} read`
  return unreadable > 0 ? t`${words}, ${wholeNumber(unreadable)} of them could not be read` : words
}

function Running({ running: { step, done, total } }: { running: NonNullable<EvidenceState['running']> }) {
  const words =
    total === 0
      ? t`Reading pictures`
      : step === 'reading'
        ? t`Reading pictures… ${wholeNumber(done)} of ${wholeNumber(total)}`
        : t`Comparing with the records… ${wholeNumber(done)} of ${plural(total, { one: '# item', other: '# items' })}`
  return (
    <div className="flex flex-col gap-1.5 border-b border-line bg-surface px-6 py-2">
      <p role="status" className="tabular text-xs text-ink-soft">
        {words}
      </p>
      <ProgressBar
        value={total > 0 ? done / total : null}
        label={step === 'reading' ? t`Reading pictures` : t`Comparing`}
        detail={words}
      />
    </div>
  )
}

const NoPictures = () => (
  <EmptyState
    icon={ImageOff}
    title={t`No pictures on this computer`}
    action={
      <ButtonLink href="/settings" variant="primary">
        <Trans>Choose the pictures to keep</Trans>
      </ButtonLink>
    }
  >
    <Trans>
      The picture check reads the pictures of items that are kept here. A catalog that is connected to a
      service fetches them as chosen in the settings. A picture dropped on a draft is kept too.
    </Trans>
  </EmptyState>
)

interface NothingReadProps {
  state: EvidenceState
  busy: boolean
  onRead: () => void
}

const NothingRead = ({ state: { mode, pictures }, busy, onRead }: NothingReadProps) => (
  <EmptyState
    icon={ScanSearch}
    title={
      mode === 'off'
        ? t`Reading pictures is switched off`
        : t`${plural(pictures, { one: '# picture', other: '# pictures' })} not read yet`
    }
    action={
      <Button variant="primary" busy={busy} onClick={onRead}>
        {mode === 'off' ? t`Switch on and read pictures` : t`Read pictures`}
      </Button>
    }
  >
    <Trans>
      Reads what the pictures show, such as barcodes, and lists where a picture and its record differ: the
      picture may belong to another item, or the record may be wrong. No record is changed. Everything happens
      on this computer; nothing leaves it.
    </Trans>
  </EmptyState>
)

/** The filter by kind, and the review of the findings. */
function Findings({ state }: { state: EvidenceState }) {
  const [, navigate] = useLocation()
  const address = new URLSearchParams(useSearch())
  const itemId = address.get('item') ?? undefined
  const shown = shownOf(address.get('show'))
  const show = (next: Shown) =>
    navigate(next === 'all' ? '/evidence' : `/evidence?show=${next}`, { replace: true })
  const all = differingKinds.reduce((sum, kind) => sum + state.counts[kind], 0)
  const choices: { value: Shown; label: string; count: number }[] = [
    { value: 'all', label: t`All differences`, count: all },
    ...findingKinds.map((kind) => ({
      value: kind,
      label: findingWords[kind].group,
      count: state.counts[kind],
    })),
    { value: 'agreed', label: t`Agreed`, count: state.agreed },
    { value: 'dismissed', label: t`Dismissed`, count: state.dismissed },
  ]
  const decision = decisionKinds.find((kind) => kind === shown)
  const kinds =
    shown === 'all'
      ? [...differingKinds]
      : decision
        ? [...findingKinds]
        : findingKinds.filter((kind) => kind === shown)
  const showAll = (
    <Button onClick={() => show('all')}>
      <Trans>Show all differences</Trans>
    </Button>
  )
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-2">
        {itemId === undefined ? (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">
              <Trans>Kind of finding</Trans>
            </legend>
            {choices
              .filter(({ value, count }) => value === 'all' || value === shown || count > 0)
              .map(({ value, label, count }) => (
                <Button
                  key={value}
                  size="small"
                  aria-pressed={shown === value}
                  variant={shown === value ? 'primary' : 'secondary'}
                  onClick={() => show(value)}
                >
                  {label} ({wholeNumber(count)})
                </Button>
              ))}
          </fieldset>
        ) : (
          <>
            <span className="text-sm text-ink-soft">
              <Trans>Findings of one item</Trans>
            </span>
            <Button size="small" onClick={() => show('all')}>
              <Trans>Show all items</Trans>
            </Button>
          </>
        )}
        {itemId === undefined && (
          <div className="ms-auto">
            <FindingsExport kinds={kinds} decision={decision} />
          </div>
        )}
      </div>
      <Review
        key={itemId ?? shown}
        query={{
          kinds: itemId === undefined ? kinds : [...findingKinds],
          decision: itemId === undefined ? decision : undefined,
          itemId,
        }}
        none={
          shown === 'all' && itemId === undefined ? (
            state.running || state.isOutOfDate ? (
              <EmptyState icon={ScanSearch} title={t`Nothing compared yet`}>
                <Trans>
                  The findings appear when the pictures that were read are compared with the records.
                </Trans>
              </EmptyState>
            ) : (
              <NoFindings read={state.read} />
            )
          ) : (
            <EmptyState icon={ScanSearch} title={t`No findings here`} action={showAll}>
              {decision && { agreed: t`Nothing is agreed.`, dismissed: t`Nothing is dismissed.` }[decision]}
            </EmptyState>
          )
        }
      />
    </>
  )
}

const shownOf = (text: string | null): Shown =>
  [...findingKinds, ...decisionKinds].find((kind) => kind === text) ?? 'all'
