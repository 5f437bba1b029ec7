import { CircleCheck, Download, FolderOpen } from 'lucide-react'
import type { ExportJob } from '../../../src-shared/export/model.ts'
import { desktop } from '../../rpc/desktop.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { byteSize, counted, wholeNumber } from '../../ui/words.ts'
import { fetchFile } from './use-export.ts'

export const hasEnded = ({ state }: ExportJob): boolean => state !== 'running'

/** How far an export is; once it has ended, what became of it. */
export function ExportProgress({ job }: { job: ExportJob }) {
  if (job.state === 'running') {
    const detail = `${wholeNumber(job.itemsDone)} of ${counted(job.itemsTotal, 'item')}`
    return (
      <div className="flex flex-col gap-2 py-2">
        <ProgressBar value={job.itemsDone / job.itemsTotal} label="Export" detail={detail} />
        <p role="status" className="tabular text-sm text-ink-soft">
          {detail} · {byteSize(job.bytes)}
        </p>
      </div>
    )
  }
  if (job.state === 'cancelled') return <Notice title="The export was cancelled">No file was made.</Notice>
  if (job.state === 'failed')
    return (
      <Notice tone="bad" title="The export failed">
        {job.note} No file was made.
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
            {counted(job.itemsWritten, 'item')} · {byteSize(job.bytes)}
            {job.download && ' · The download has begun.'}
          </p>
        </div>
        <Handover job={job} />
      </div>
      {job.note && <Notice tone="warn">{job.note}</Notice>}
    </div>
  )
}

function Handover({ job }: { job: ExportJob }) {
  const { file } = job
  if (file !== undefined)
    return (
      <Button
        size="small"
        icon={<FolderOpen className="size-3.5" aria-hidden />}
        onClick={() => void desktop?.showInFolder(file)}
      >
        Show in folder
      </Button>
    )
  return (
    <Button size="small" icon={<Download className="size-3.5" aria-hidden />} onClick={() => fetchFile(job)}>
      Download again
    </Button>
  )
}
