import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ImportJob, importedNothing } from '../../../src-shared/import/model.ts'
import { rpc } from '../../rpc/client.ts'
import { feedKindWords } from '../../texts/feed-kinds.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ErrorState } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { dateAndTime, fileName, relativeTime, useTick, wholeNumber } from '../../ui/text/words.ts'
import { ChangesButton } from '../changes/changes-button.tsx'
import { ImportReportView, NameOutcomes } from './import-report.tsx'
import { RejectedRows } from './rejected/rejected-rows.tsx'
import { UndoDrafts } from './undo-drafts.tsx'
import { UndoItems } from './undo-items.tsx'

interface JobListProps {
  jobs: readonly ImportJob[]
  /** Id of the job whose rejected rows are shown. */
  openJob: string | undefined
  onOpenJob: (id: string | undefined) => void
}

/** Running and finished imports with their counts and rejected rows. */
export function JobList({ jobs, openJob, onOpenJob }: JobListProps) {
  useTick()
  return (
    <section aria-label={t`Imports`} className="flex flex-col gap-3">
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

/** The report of a job. It is large, so it is fetched when it is opened. */
function Report({ job }: { job: ImportJob }) {
  const [isOpen, setOpen] = useState(false)
  const report = useQuery(rpc.imports.report.queryOptions({ input: { id: job.id }, enabled: isOpen }))
  return (
    <div className="mt-3 flex flex-col items-start gap-3">
      <Disclosure isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {isOpen ? t`Hide results by column` : t`Results by column`}
      </Disclosure>
      {isOpen && report.isError && <ErrorState title={t`The report cannot be shown`} error={report.error} />}
      {isOpen && report.data === null && (
        <p className="text-sm text-ink-soft">
          <Trans>There is no report of this import: it ended before one was made.</Trans>
        </p>
      )}
      {isOpen && report.data && (
        <div className="flex w-full flex-col gap-3">
          <NameOutcomes {...report.data} />
          <ImportReportView report={report.data} file={fileName(job.file)} />
        </div>
      )}
    </div>
  )
}

function Disclosure({
  isOpen,
  onToggle,
  children,
}: {
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}) {
  return (
    <Button
      size="small"
      aria-expanded={isOpen}
      icon={
        <ChevronDown className={clsx('size-3.5 transition-transform', isOpen && 'rotate-180')} aria-hidden />
      }
      onClick={onToggle}
    >
      {children}
    </Button>
  )
}

function Job({ job, isOpen, onToggle }: { job: ImportJob; isOpen: boolean; onToggle: () => void }) {
  const cancel = useMutation(
    rpc.imports.cancel.mutationOptions({
      onError: (error) => toast.failed(t`The import was not cancelled`, error),
    }),
  )
  const goOn = useMutation(
    rpc.imports.goOn.mutationOptions({
      onError: (error) => toast.failed(t`The import could not be resumed`, error),
    }),
  )
  const running = job.state === 'running'
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <span className="truncate">{fileName(job.file)}</span>
          <JobBadge job={job} />
        </span>
      }
      description={
        <time dateTime={job.startedAt} title={dateAndTime(job.startedAt)}>
          {job.target === 'catalog' ? t`Into the catalog` : t`Into drafts`}, {relativeTime(job.startedAt)}
        </time>
      }
      actions={
        running ? (
          <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate({ id: job.id })}>
            <Trans>Cancel</Trans>
          </Button>
        ) : (
          <>
            {job.canResume && (
              <Button
                size="small"
                variant="primary"
                busy={goOn.isPending}
                onClick={() => goOn.mutate({ id: job.id })}
              >
                <Trans>Resume</Trans>
              </Button>
            )}
            {job.target === 'catalog' && (
              <ChangesButton size="small" origin={{ kind: 'import', reference: job.id }} />
            )}
            {job.undoneAt === undefined && <UndoImport job={job} />}
            <Destinations job={job} />
          </>
        )
      }
    >
      {running && (
        <div className="mb-3">
          <ProgressBar
            value={job.bytesTotal > 0 ? job.bytesRead / job.bytesTotal : null}
            label={t`Importing ${fileName(job.file)}`}
            detail={t`${plural(job.rowsRead, { one: '# row', other: '# rows' })} read`}
          />
        </div>
      )}
      {!running && <NothingImported job={job} />}
      <dl className="flex flex-wrap gap-x-8 gap-y-2" aria-live="polite">
        {[
          { label: t`Rows read`, value: job.rowsRead },
          { label: job.target === 'catalog' ? t`Created` : t`New`, value: job.created },
          { label: job.target === 'catalog' ? t`Updated` : t`Changed`, value: job.updated },
          { label: t`Unchanged`, value: job.unchanged },
          ...(job.left > 0 ? [{ label: t`Left out`, value: job.left }] : []),
          { label: t`Rejected`, value: job.rejected, bad: job.rejected > 0 },
        ].map(({ label, value, bad }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-xs text-ink-faint">{label}</dt>
            <dd className={clsx('tabular font-semibold', bad && 'text-bad')}>{wholeNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {!running && <Report job={job} />}
      {job.note && <p className="mt-2 text-sm text-ink-soft">{job.note}</p>}
      {job.rejected > 0 && job.undoneAt !== undefined && (
        <p className="mt-2 text-sm text-ink-soft">
          <Trans>
            The import is undone, so its rejected rows are not fixed here. To use them, import the file again.
          </Trans>
        </p>
      )}
      {(job.rejected > 0 || isOpen) && job.undoneAt === undefined && (
        <div className="mt-3">
          {job.rejected > 0 && (
            <Disclosure isOpen={isOpen} onToggle={onToggle}>
              {isOpen ? t`Hide the rejected rows` : t`Fix the rejected rows`}
            </Disclosure>
          )}
          {isOpen && <RejectedRows job={job} />}
        </div>
      )}
    </Panel>
  )
}

/** The button that undoes an import, if it made something. */
function UndoImport({ job }: { job: ImportJob }) {
  if (job.target === 'drafts') return job.drafts.length > 0 && <UndoDrafts job={job} />
  return job.created + job.updated > 0 && <UndoItems job={job} />
}

/** The state of a job. “Completed” is only said of an import that wrote something. */
function JobBadge({ job }: { job: ImportJob }) {
  if (job.undoneAt !== undefined) return <StatusBadge status="withdrawn" label={t`Undone`} />
  if (!importedNothing(job)) return <StatusBadge status={job.state} />
  if (job.rejected > 0 || job.rowsRead === 0)
    return <StatusBadge status="failed" label={t`Nothing imported`} />
  return <StatusBadge status="withdrawn" label={t`Nothing to import`} />
}

/** For an import that wrote nothing: the result of its rows, and what to do next. */
function NothingImported({ job }: { job: ImportJob }) {
  if (!importedNothing(job) || job.undoneAt !== undefined) return null
  const { rowsRead, rejected, unchanged, left } = job
  return (
    <p className="mb-3 text-sm">
      <Trans>
        <Plural value={rowsRead} one="# row" other="# rows" />: 0 imported, {wholeNumber(rejected)} rejected,{' '}
        {wholeNumber(unchanged)} unchanged, {wholeNumber(left)} left out.
      </Trans>{' '}
      <span className="text-ink-soft">
        {rejected > 0
          ? t`Fix the rejected rows below and import them, or correct the file and import it again.`
          : left > 0
            ? t`Import the file again and choose what becomes of its rows.`
            : t`The catalog has all values of the file already.`}
      </span>
    </p>
  )
}

/** Links to the places that received the rows. */
function Destinations({ job: { target, drafts, undoneAt } }: { job: ImportJob }) {
  if (target === 'catalog')
    return (
      <ButtonLink size="small" href="/catalog">
        <Trans>Go to the catalog</Trans>
      </ButtonLink>
    )
  if (drafts.length === 0 || undoneAt !== undefined)
    return (
      <ButtonLink size="small" href="/feeds">
        <Trans>Go to the drafts</Trans>
      </ButtonLink>
    )
  return drafts.map(({ id, kind }) => (
    <ButtonLink key={id} size="small" href={`/feeds/${id}`}>
      {drafts.length === 1 ? t`Open the draft` : t`Open the draft: ${feedKindWords[kind].label}`}
    </ButtonLink>
  ))
}
