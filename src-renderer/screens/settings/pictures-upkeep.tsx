import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PictureRun, PictureState, PictureTask, PictureWork } from '../../../src-shared/media/model.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toast.tsx'
import { byteSize, relativeTime, useTick, wholeNumber } from '../../ui/words.ts'

const underWay: Record<PictureTask, string> = {
  download: 'Fetching pictures',
  verify: 'Verifying pictures',
  sweep: 'Clearing away what nothing needs',
  fit: 'Letting go of what is not wanted any more',
}
const wentOver: Record<PictureTask, string> = {
  download: 'Last fetched',
  verify: 'Last verified',
  sweep: 'Last cleared',
  fit: 'Last let go',
}

/** What can be done with all the pictures, and how far it is. */
export function PicturesUpkeep({ state: { running, last, fetches } }: { state: PictureState }) {
  useTick()
  const queries = useQueryClient()
  const answered = {
    onSuccess: (next: PictureState) => void queries.setQueryData(rpc.media.state.queryKey(), next),
  }
  const start = useMutation(
    rpc.media.start.mutationOptions({
      ...answered,
      onError: (error) => void toast.failed('It could not be started', error),
    }),
  )
  const cancel = useMutation(rpc.media.cancel.mutationOptions(answered))
  const works: { work: PictureWork; label: string }[] = [
    ...(fetches ? [{ work: 'download' as const, label: 'Get missing pictures' }] : []),
    { work: 'verify', label: 'Verify now' },
    { work: 'sweep', label: 'Clear away unused files' },
  ]
  if (running)
    return (
      <div className="flex items-end gap-4">
        <div className="min-w-0 flex-1" aria-live="polite">
          <p className="mb-1.5 flex justify-between gap-3 text-xs text-ink-soft">
            <span>{underWay[running.work]}</span>
            <span className="tabular">{progressWords(running)}</span>
          </p>
          <ProgressBar
            value={running.total ? running.done / running.total : null}
            label={underWay[running.work]}
            detail={progressWords(running)}
          />
        </div>
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Stop
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
            {wentOver[last.work]} {relativeTime(last.endedAt)}: {last.summary}.
          </p>
        ) : (
          <Notice tone="warn" title={`${underWay[last.work]} ended early`}>
            {last.summary}
          </Notice>
        ))}
    </div>
  )
}

function progressWords({ work, done, total, bytes }: PictureRun): string {
  const of = total ? ` of ${wholeNumber(total)}` : ''
  const freed = work === 'sweep' || work === 'fit' ? 'freed' : ''
  return `${wholeNumber(done)}${of}, ${byteSize(bytes)} ${freed}`.trim()
}
