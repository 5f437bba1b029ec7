import { useMutation, useQuery } from '@tanstack/react-query'
import type { NamePlace, UnmatchedNames } from '../../../src-shared/import/names.ts'
import { rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { counted, fileName, wholeNumber } from '../../ui/words.ts'
import { ImportReportView } from './import-report.tsx'
import { RejectedRows } from './rejected-rows.tsx'
import { UnmatchedNamesView } from './unmatched-names.tsx'

interface LookThroughProps {
  /** The job that reads the file and writes nothing. */
  id: string
  place: NamePlace
  names: UnmatchedNames
  onNames: (names: UnmatchedNames) => void
}

/** The result of an import without importing: progress first, then the report and the names to decide on. */
export function LookThrough({ id, place, names, onNames }: LookThroughProps) {
  const job = useQuery(rpc.imports.job.queryOptions({ input: { id } }))
  const report = useQuery(rpc.imports.report.queryOptions({ input: { id } }))
  const cancel = useMutation(
    rpc.imports.cancel.mutationOptions({
      onError: (error) => toast.failed('The look through the file was not cancelled', error),
    }),
  )
  if (job.isError) return <ErrorState title="The file was not looked through" error={job.error} />
  if (!job.data) return null
  const { state, file, bytesRead, bytesTotal, rowsRead, created, updated, rejected, note } = job.data
  if (state === 'running')
    return (
      <div className="flex items-end gap-4">
        <div className="flex-1">
          <ProgressBar
            value={bytesTotal > 0 ? bytesRead / bytesTotal : null}
            label={`Looking through ${fileName(file)}`}
            detail={`${counted(rowsRead, 'row')} read`}
          />
        </div>
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          Cancel
        </Button>
      </div>
    )
  return (
    <section aria-label="What the import would do" className="flex flex-col gap-4">
      <p className="text-sm">
        {counted(rowsRead, 'row')} read: {wholeNumber(created)} new
        {updated > 0 && <>, {wholeNumber(updated)} of items that are there</>}
        {rejected > 0 && <>, {wholeNumber(rejected)} would be rejected</>}. Nothing has been imported.
      </p>
      {state !== 'completed' && (
        <Notice tone="warn" title="The file was not looked through to its end">
          {note}
        </Notice>
      )}
      {report.data && (
        <>
          <UnmatchedNamesView report={report.data} place={place} names={names} onNames={onNames} />
          <ImportReportView report={report.data} file={fileName(file)} />
        </>
      )}
      {rejected > 0 && <RejectedRows job={job.data} />}
    </section>
  )
}
