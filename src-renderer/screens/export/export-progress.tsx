/** Shows the progress of an export and its result. */
import { plural, t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { CircleCheck, Download, FolderOpen, type LucideIcon } from 'lucide-react'
import type { ExportJob } from '../../../src-shared/export/model.ts'
import { desktop } from '../../rpc/desktop.ts'
import { DragHandle } from '../../shell/drag-handle.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { byteSize, wholeNumber } from '../../ui/text/words.ts'
import { type ExportStep, fetchFile } from './running-exports.ts'

/** Titles of failed steps. */
export const failureTitles: Record<ExportStep, string> = {
  start: t`The export did not begin`,
  follow: t`The progress of the export could not be read`,
  cancel: t`The export was not cancelled`,
}

export const hasEnded = ({ state }: ExportJob): boolean => state !== 'running'

/** The progress of an export, or its result. */
export function ExportProgress({ job }: { job: ExportJob }) {
  if (job.state === 'running') {
    const detail = t`${wholeNumber(job.itemsDone)} of ${plural(job.itemsTotal, { one: '# item', other: '# items' })}`
    return (
      <div className="flex flex-col gap-2 py-2">
        <ProgressBar value={job.itemsDone / job.itemsTotal} label={t`Export`} detail={detail} />
        <p role="status" className="tabular text-sm text-ink-soft">
          {detail} · {byteSize(job.bytes)}
        </p>
      </div>
    )
  }
  if (job.state === 'cancelled')
    return <Notice title={t`The export was cancelled`}>{job.note || t`No file was made.`}</Notice>
  if (job.state === 'failed')
    return (
      <Notice tone="bad" title={t`The export failed`}>
        {job.note} {job.itemsWritten === 0 && t`No file was made.`}
      </Notice>
    )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3 rounded-lg border border-line p-4">
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-good" aria-hidden />
        <div className="min-w-0 flex-1">
          <p role="status" className="text-sm font-semibold break-words">
            {job.file ?? job.fileName}
          </p>
          <p className="tabular text-sm text-ink-soft">
            <Plural value={job.itemsWritten} one="# item" other="# items" /> · {byteSize(job.bytes)}
            {job.download && t` · The download has begun.`}
          </p>
        </div>
        {job.file !== undefined && (
          <DragHandle
            label={t`Drag the file to a folder or another program`}
            files={() => [{ path: job.file ?? '' }]}
          />
        )}
        <FileButton job={job} />
      </div>
      {job.note && <Notice tone="warn">{job.note}</Notice>}
    </div>
  )
}

/** The action that gives a person the file: download it again, or show it in its folder. */
function fileActionOf(job: ExportJob): { icon: LucideIcon; label: string; onSelect: () => void } {
  const { file } = job
  return file === undefined
    ? { icon: Download, label: t`Download again`, onSelect: () => fetchFile(job) }
    : { icon: FolderOpen, label: t`Show in folder`, onSelect: () => void desktop?.showInFolder(file) }
}

function FileButton({ job }: { job: ExportJob }) {
  const { icon: Icon, label, onSelect } = fileActionOf(job)
  return (
    <Button size="small" icon={<Icon className="size-3.5" aria-hidden />} onClick={onSelect}>
      {label}
    </Button>
  )
}

/** Reports the end of an export by a toast, for exports that no dialog shows. */
export function reportEnd(job: ExportJob): void {
  const { state, file, fileName, note } = job
  if (state === 'completed') toast.offer(t`The export is done`, fileActionOf(job), note ?? file ?? fileName)
  else if (state === 'failed') toast.failed(t`The export failed`, new Error(note))
  else toast.tell(t`The export was cancelled`, note)
}
