import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ImportField } from '../../../src-shared/import/model.ts'
import type { NameContext, UnmatchedNames } from '../../../src-shared/import/names.ts'
import type { RowChoices } from '../../../src-shared/import/row-classes.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { ErrorState } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { fileName } from '../../ui/text/words.ts'
import { ImportReportView } from './import-report.tsx'
import { UnmatchedNamesView } from './names/unmatched-names.tsx'
import { lookSummary, RowClassChoices } from './row-class-choices.tsx'

interface DryRunResultProps {
  /** The fields that a file can fill. */
  importable: readonly ImportField[]
  rowChoices: RowChoices
  onRowChoices: (choices: RowChoices) => void
  /** The dry-run job. */
  id: string
  place: NameContext
  names: UnmatchedNames
  onNames: (names: UnmatchedNames) => void
}

/**
 * Result of a dry run: its progress, then the rows by class, the unlisted names to decide on, and the report.
 * It is scrolled into view when it appears, since the mapping above it may be longer than the window.
 */
export function DryRunResult({
  id,
  place,
  names,
  onNames,
  importable,
  rowChoices,
  onRowChoices,
}: DryRunResultProps) {
  const job = useQuery(rpc.imports.job.queryOptions({ input: { id } }))
  const report = useQuery(rpc.imports.report.queryOptions({ input: { id } }))
  const cancel = useMutation(
    rpc.imports.cancel.mutationOptions({
      onError: (error) => toast.failed(t`The look through the file was not cancelled`, error),
    }),
  )
  const part = useRef<HTMLElement>(null)
  const shown = job.data && (job.data.state === 'running' ? 'progress' : 'result')
  useEffect(() => {
    if (shown) part.current?.scrollIntoView({ block: 'start' })
  }, [shown])
  if (job.isError) return <ErrorState title={t`The file could not be checked`} error={job.error} />
  if (!job.data) return null
  const { state, file, bytesRead, bytesTotal, rowsRead, note } = job.data
  if (state === 'running')
    return (
      <section ref={part} aria-label={t`Check of the file`} className="flex scroll-mt-2 items-end gap-4">
        <div className="flex-1">
          <ProgressBar
            value={bytesTotal > 0 ? bytesRead / bytesTotal : null}
            label={t`Looking through ${fileName(file)}`}
            detail={t`${plural(rowsRead, { one: '# row', other: '# rows' })} read`}
          />
        </div>
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          <Trans>Cancel</Trans>
        </Button>
      </section>
    )
  return (
    <section ref={part} aria-label={t`What the import would do`} className="flex scroll-mt-2 flex-col gap-4">
      <p role="status" className="text-sm">
        <span className="font-semibold">{lookSummary(job.data)}</span>{' '}
        <span className="text-ink-soft">
          <Trans>Nothing has been imported yet.</Trans>
        </span>
      </p>
      {state !== 'completed' && (
        <Notice tone="warn" title={t`The file could not be checked to its end`}>
          {note}
        </Notice>
      )}
      {state === 'completed' && note !== undefined && <p className="text-sm text-ink-soft">{note}</p>}
      <RowClassChoices job={job.data} importable={importable} choices={rowChoices} onChoices={onRowChoices} />
      {report.data && (
        <>
          <UnmatchedNamesView job={id} report={report.data} place={place} names={names} onNames={onNames} />
          <ImportReportView report={report.data} file={fileName(file)} />
        </>
      )}
    </section>
  )
}
