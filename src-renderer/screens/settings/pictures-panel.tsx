import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  PictureChoice,
  PictureRelease,
  PictureRun,
  PictureState,
  PictureTask,
  PictureViews,
  PictureWork,
} from '../../../src-shared/media/model.ts'
import type { WorkspaceState } from '../../../src-shared/workspace/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/inputs/segmented.tsx'
import { type Option, Select } from '../../ui/inputs/select.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { byteSize, relativeTime, useTick, wholeNumber } from '../../ui/text/words.ts'
import { ResetSection } from './find/reset-section.tsx'
import { PicturesSpace } from './pictures-space.tsx'

/**
 * The pictures panel of the settings: which pictures are stored offline, the space they take, and
 * maintenance.
 */
export function PicturesPanel({
  workspace,
}: {
  workspace: Pick<WorkspaceState, 'role' | 'passwordMissing'>
}) {
  const queries = useQueryClient()
  const state = useQuery(rpc.media.state.queryOptions())
  const setChoice = useMutation(
    rpc.media.setChoice.mutationOptions({
      onSuccess: (next) => void queries.setQueryData(rpc.media.state.queryKey(), next),
      onError: (error) => void toast.failed(t`The choice was not saved`, error),
    }),
  )
  if (state.isError && !state.data)
    return (
      <Panel title={t`Pictures`}>
        <ErrorState
          title={t`The pictures cannot be counted`}
          error={state.error}
          onRetry={() => void state.refetch()}
        />
      </Panel>
    )
  // As high as the panel, so that those below do not move.
  if (!state.data) return <Skeleton className="h-122 rounded-lg" />
  return (
    <Panel
      title={t`Pictures`}
      near={t`images, photos, disk space, quota`}
      actions={<ResetSection section="pictures" title={t`Pictures`} />}
      description={t`Which pictures are kept on this computer, to be seen without a network.`}
    >
      <div className="flex flex-col gap-5">
        {state.data.fetches ? (
          <PicturesChoice
            state={state.data}
            busy={setChoice.isPending}
            onChoose={(choice) => setChoice.mutate(choice)}
          />
        ) : (
          <NothingFetched workspace={workspace} />
        )}
        <PicturesSpace state={state.data} />
        <PicturesUpkeep state={state.data} />
      </div>
    </Panel>
  )
}

/** The reason why pictures cannot be chosen in this workspace. */
function NothingFetched({ workspace: { role, passwordMissing } }: Parameters<typeof PicturesPanel>[0]) {
  if (passwordMissing)
    return (
      <Notice tone="warn" title={t`No pictures can be fetched`}>
        <Trans>
          This computer does not have the password of the service. Enter it above, under Connection. The
          pictures that are here stay, and can be looked at.
        </Trans>
      </Notice>
    )
  return (
    <p className="text-sm text-ink-soft">
      {role === 'sandbox'
        ? t`This workspace holds the original pictures: all of them are kept, and none is ever removed to make room.`
        : t`No service is connected, so no pictures can be fetched. Those that are here stay.`}
    </p>
  )
}

const views: { value: PictureViews; label: string }[] = [
  { value: 'front', label: t`Front only` },
  { value: 'sides', label: t`Front, left and right` },
  { value: 'all', label: t({ message: 'All', context: 'views' }) },
]
const originalSize = 'original'
const sizes: Option[] = [
  { value: originalSize, label: t`Original` },
  ...[2000, 1200, 600].map((side) => ({ value: String(side), label: t`At most ${side} pixels` })),
]
const gigabyte = 1_000_000_000
const unlimited = 'none'
const quotas: Option[] = [
  ...[1, 5, 20, 50, 100, 500].map((size) => ({ value: String(size * gigabyte), label: t`${size} GB` })),
  { value: unlimited, label: t`No limit` },
]

interface PicturesChoiceProps {
  state: PictureState
  busy: boolean
  onChoose: (choice: PictureChoice) => void
}
/** A choice that removes pictures and has not been confirmed yet. */
interface UnconfirmedChoice {
  choice: PictureChoice
  words: string
}

/** The choice of views, size and space. A choice that removes pictures must be confirmed first. */
function PicturesChoice({ state, busy, onChoose }: PicturesChoiceProps) {
  const { choice, bytes, derivedBytes, pinnedBytes } = state
  const [question, setQuestion] = useState<UnconfirmedChoice>()
  const release = useMutation(
    rpc.media.release.mutationOptions({
      onSuccess(freed, next) {
        if (freed.removed + freed.reduced === 0) onChoose(next)
        else setQuestion({ choice: next, words: releaseWords(freed) })
      },
      onError: (error) => void toast.failed(t`The choice was not saved`, error),
    }),
  )
  const used = bytes + derivedBytes
  const chooseQuota = (quota: number | null) => {
    const next = { ...choice, quota }
    if (quota === null || used <= quota) onChoose(next)
    else setQuestion({ choice: next, words: quotaWords(Math.min(used - quota, used - pinnedBytes)) })
  }
  const disabled = busy || release.isPending
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        label={t`Views of each item`}
        options={views}
        value={choice.views}
        disabled={disabled}
        onValueChange={(next) => release.mutate({ ...choice, views: next })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t`Size`}
          options={sizes}
          value={choice.longestSide === null ? originalSize : String(choice.longestSide)}
          disabled={disabled}
          help={t`Smaller pictures save space. Larger ones are made smaller, and fetched again when you change back.`}
          onValueChange={(value) =>
            release.mutate({ ...choice, longestSide: value === originalSize ? null : Number(value) })
          }
        />
        <Select
          label={t`Space on this computer`}
          options={quotas}
          value={choice.quota === null ? unlimited : String(choice.quota)}
          disabled={disabled}
          help={t`When it is full, those not looked at for longest make room. Pinned items are kept.`}
          onValueChange={(value) => chooseQuota(value === unlimited ? null : Number(value))}
        />
      </div>
      <ConfirmDialog
        open={question !== undefined}
        onOpenChange={(open) => !open && setQuestion(undefined)}
        title={t`Remove pictures?`}
        description={t`${question?.words ?? ''} They can be fetched again while there is a network.`}
        confirmLabel={t`Remove them`}
        busy={busy}
        onConfirm={() => {
          if (question) onChoose(question.choice)
          setQuestion(undefined)
        }}
      />
    </div>
  )
}

function releaseWords({ removed, reduced, bytes }: PictureRelease): string {
  const what = [
    ...(removed > 0 ? [t`${plural(removed, { one: '# picture', other: '# pictures' })} removed`] : []),
    ...(reduced > 0 ? [t`${plural(reduced, { one: '# picture', other: '# pictures' })} made smaller`] : []),
  ].join(', ')
  return t`This frees about ${byteSize(bytes)}: ${what}. Those of pinned items stay as they are.`
}
const quotaWords = (excess: number): string =>
  t`This frees about ${byteSize(Math.max(0, excess))}: pictures are removed at once, those not looked at for longest first.`

const runningWords: Record<PictureTask, string> = {
  download: t`Fetching pictures`,
  verify: t`Verifying pictures`,
  sweep: t`Removing unused files`,
  fit: t`Removing pictures that are no longer wanted`,
}
const endedWords: Record<PictureTask, string> = {
  download: t`Last fetched`,
  verify: t`Last verified`,
  sweep: t`Unused files last removed`,
  fit: t`Last removed`,
}

/** The maintenance tasks for all pictures, and their progress. */
function PicturesUpkeep({ state: { running, last, fetches } }: { state: PictureState }) {
  useTick()
  const queries = useQueryClient()
  const handlers = {
    onSuccess: (next: PictureState) => void queries.setQueryData(rpc.media.state.queryKey(), next),
  }
  const start = useMutation(
    rpc.media.start.mutationOptions({
      ...handlers,
      onError: (error) => void toast.failed(t`The work was not started`, error),
    }),
  )
  const cancel = useMutation(rpc.media.cancel.mutationOptions(handlers))
  const works: { work: PictureWork; label: string }[] = [
    ...(fetches ? [{ work: 'download' as const, label: t`Get missing pictures` }] : []),
    { work: 'verify', label: t`Verify now` },
    { work: 'sweep', label: t`Remove unused files` },
  ]
  if (running)
    return (
      <div className="flex items-end gap-4">
        <div className="min-w-0 flex-1" aria-live="polite">
          <p className="mb-1.5 flex justify-between gap-3 text-xs text-ink-soft">
            <span>{runningWords[running.work]}</span>
            <span className="tabular">{progressWords(running)}</span>
          </p>
          <ProgressBar
            value={running.total ? running.done / running.total : null}
            label={runningWords[running.work]}
            detail={progressWords(running)}
          />
        </div>
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          <Trans>Stop</Trans>
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {works.map(({ work, label }) => (
          <Button key={work} size="small" disabled={start.isPending} onClick={() => start.mutate({ work })}>
            {label}
          </Button>
        ))}
      </div>
      {last &&
        (last.ok ? (
          <p className="text-xs text-ink-faint" aria-live="polite">
            {endedWords[last.work]} {relativeTime(last.endedAt)}: {last.summary}.
          </p>
        ) : last.endedEarly ? (
          <Notice tone="warn" title={t`${runningWords[last.work]} ended early`}>
            {last.summary}
          </Notice>
        ) : (
          <Notice tone="warn" title={`${endedWords[last.work]} ${relativeTime(last.endedAt)}`}>
            {last.summary}.
          </Notice>
        ))}
    </div>
  )
}

function progressWords({ work, done, total, bytes }: PictureRun): string {
  const of = total ? t` of ${wholeNumber(total)}` : ''
  const size = work === 'sweep' || work === 'fit' ? t`${byteSize(bytes)} freed` : byteSize(bytes)
  return `${wholeNumber(done)}${of}, ${size}`
}
