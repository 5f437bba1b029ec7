import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { NameContext, UnmatchedNames } from '../../../src-shared/import/names.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { ErrorState } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { fileName, wholeNumber } from '../../ui/text/words.ts'
import { ImportReportView } from './import-report.tsx'
import { UnmatchedNamesView } from './names/unmatched-names.tsx'
import { RejectedRows } from './rejected-rows.tsx'

interface DryRunResultProps {
  /** The dry-run job. */
  id: string
  place: NameContext
  names: UnmatchedNames
  onNames: (names: UnmatchedNames) => void
}

/** Result of a dry run: its progress, then the report and the unlisted names to decide on. */
export function DryRunResult({ id, place, names, onNames }: DryRunResultProps) {
  const job = useQuery(rpc.imports.job.queryOptions({ input: { id } }))
  const report = useQuery(rpc.imports.report.queryOptions({ input: { id } }))
  const cancel = useMutation(
    rpc.imports.cancel.mutationOptions({
      onError: (error) => toast.failed(t`The look through the file was not cancelled`, error),
    }),
  )
  if (job.isError) return <ErrorState title={t`The file could not be checked`} error={job.error} />
  if (!job.data) return null
  const { state, file, bytesRead, bytesTotal, rowsRead, created, updated, rejected, note } = job.data
  if (state === 'running')
    return (
      <div className="flex items-end gap-4">
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
      </div>
    )
  return (
    <section aria-label={t`What the import would do`} className="flex flex-col gap-4">
      <p className="text-sm">
        <Trans>
          <Plural value={rowsRead} one="# row" other="# rows" /> read:{' '}
          <Plural value={created} one="# new" other="# new" />
        </Trans>
        {updated > 0 && <Trans>, {wholeNumber(updated)} of items that are there</Trans>}
        {rejected > 0 && (
          <Plural value={rejected} one=", # would be rejected" other=", # would be rejected" />
        )}
        <Trans>. Nothing has been imported.</Trans>
      </p>
      {state !== 'completed' && (
        <Notice tone="warn" title={t`The file could not be checked to its end`}>
          {note}
        </Notice>
      )}
      {state === 'completed' && note !== undefined && <p className="text-sm text-ink-soft">{note}</p>}
      {report.data && (
        <>
          <UnmatchedNamesView job={id} report={report.data} place={place} names={names} onNames={onNames} />
          <ImportReportView report={report.data} file={fileName(file)} />
        </>
      )}
      {rejected > 0 && <RejectedRows job={job.data} />}
    </section>
  )
}
