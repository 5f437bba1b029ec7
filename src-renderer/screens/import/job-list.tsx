import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ImportJob } from '../../../src-shared/rpc/import-contract.ts'
import { rpc } from '../../rpc/client.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted, dateAndTime, relativeTime, useTick, wholeNumber } from '../../ui/words.ts'
import { changesHref } from '../changes/changes-query.ts'
import { fileName } from './file-name.ts'
import { RejectedRows } from './rejected-rows.tsx'

interface JobListProps {
  jobs: readonly ImportJob[]
  /** The job whose refused rows are shown. */
  openJob: string | undefined
  onOpenJob: (id: string | undefined) => void
}

/** Imports under way and done, each with its counts and the rows it refused. */
export function JobList({ jobs, openJob, onOpenJob }: JobListProps) {
  useTick()
  return (
    <section aria-label="Imports" className="flex flex-col gap-3">
      {jobs.map((job) => (
        <Job
          key={job.id}
          job={job}
          isOpen={job.id === openJob}
          onToggle={() => onOpenJob(job.id === openJob ? undefined : job.id)}
        />
      ))}
    </section>
  )
}

function Job({ job, isOpen, onToggle }: { job: ImportJob; isOpen: boolean; onToggle: () => void }) {
  const cancel = useMutation(
    rpc.imports.cancel.mutationOptions({
      onError: (error) => toast.failed('The import was not cancelled', error),
    }),
  )
  const running = job.state === 'running'
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <span className="truncate">{fileName(job.file)}</span>
          <StatusBadge status={job.state} />
        </span>
      }
      description={
        <time dateTime={job.startedAt} title={dateAndTime(job.startedAt)}>
          Into {job.target === 'catalog' ? 'the catalog' : 'drafts'}, {relativeTime(job.startedAt)}
        </time>
      }
      actions={
        running ? (
          <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate({ id: job.id })}>
            Cancel
          </Button>
        ) : (
          <>
            {job.target === 'catalog' && job.created + job.updated > 0 && (
              <ButtonLink size="small" href={changesHref({ kind: 'import', reference: job.id })}>
                What changed
              </ButtonLink>
            )}
            <ButtonLink size="small" href={job.target === 'catalog' ? '/catalog' : '/feeds'}>
              {job.target === 'catalog' ? 'Go to the catalog' : 'Go to the drafts'}
            </ButtonLink>
          </>
        )
      }
    >
      {running && (
        <div className="mb-3">
          <ProgressBar
            value={job.bytesTotal > 0 ? job.bytesRead / job.bytesTotal : null}
            label={`Importing ${fileName(job.file)}`}
            detail={`${counted(job.rowsRead, 'row')} read`}
          />
        </div>
      )}
      <dl className="flex flex-wrap gap-x-8 gap-y-2" aria-live="polite">
        {[
          { label: 'Rows read', value: job.rowsRead },
          { label: 'Created', value: job.created },
          { label: 'Updated', value: job.updated },
          { label: 'Unchanged', value: job.unchanged },
          { label: 'Rejected', value: job.rejected, bad: job.rejected > 0 },
        ].map(({ label, value, bad }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-xs text-ink-faint">{label}</dt>
            <dd className={clsx('tabular font-semibold', bad && 'text-bad')}>{wholeNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {job.note && <p className="mt-2 text-sm text-ink-soft">{job.note}</p>}
      {job.rejected > 0 && (
        <div className="mt-3">
          <Button
            size="small"
            aria-expanded={isOpen}
            icon={
              <ChevronDown
                className={clsx('size-3.5 transition-transform', isOpen && 'rotate-180')}
                aria-hidden
              />
            }
            onClick={onToggle}
          >
            {isOpen ? 'Hide the rejected rows' : 'Show the rejected rows'}
          </Button>
          {isOpen && <RejectedRows job={job} />}
        </div>
      )}
    </Panel>
  )
}
