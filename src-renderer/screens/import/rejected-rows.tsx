import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { withoutFormulas } from '../../../src-shared/export/spreadsheet-text.ts'
import type { ImportJob, RejectedRow } from '../../../src-shared/import/model.ts'
import { client, rpc } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/layout/states.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { fileName, wholeNumber } from '../../ui/text/words.ts'
import { saveCsv } from './import-report.tsx'
import { RejectedRowEditor } from './rejected-row.tsx'

const pageSize = 50
/** Maximum number of rows per response. */
const largestPage = 1000

/** The rejected rows in pages, each editable. They can be exported as CSV. */
export function RejectedRows({ job }: { job: ImportJob }) {
  const [offset, setOffset] = useState(0)
  const rejected = useQuery({
    ...rpc.imports.rejected.queryOptions({ input: { id: job.id, offset, limit: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const save = useMutation({
    mutationFn: async () => {
      const rows = await allRejected(job.id)
      saveCsv(`${fileName(job.file)}.rejected.csv`, rejectedAsCsv(rows))
    },
    onError: (error) => toast.failed(t`The rejected rows were not exported`, error),
  })
  const { rows = [], total = 0, columns = [] } = rejected.data ?? {}
  // After the last row of the last page is imported, the previous page is shown.
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1) * pageSize
  if (rejected.data && !rejected.isPlaceholderData && offset > lastPage) setOffset(lastPage)
  if (rejected.isError)
    return (
      <ErrorState
        title={t`The rejected rows cannot be shown`}
        error={rejected.error}
        onRetry={() => void rejected.refetch()}
      />
    )
  const last = Math.min(offset + pageSize, total)
  return (
    <div className="mt-3 overflow-hidden rounded-lg border border-line">
      {rows.some(({ cells }) => cells) && columns.length > 0 && (
        <p className="border-b border-line bg-canvas px-4 py-2 text-xs text-ink-soft">
          <Trans>
            Fix a row and import it into the same place as the others. Your changes are saved with the import.
          </Trans>
        </p>
      )}
      <ul aria-label={t`Rejected rows`}>
        {rows.map((row) => (
          <RejectedRowEditor key={row.line} job={job.id} row={row} columns={columns} />
        ))}
      </ul>
      <footer className="flex items-center justify-between gap-4 border-t border-line px-4 py-2 text-xs text-ink-faint">
        <span className="tabular" role="status">
          {total > 0 && t`${wholeNumber(offset + 1)}–${wholeNumber(last)} of ${wholeNumber(total)}`}
        </span>
        <span className="flex gap-2">
          {total > pageSize && (
            <>
              <Button
                size="small"
                disabled={offset === 0}
                onClick={() => setOffset(Math.max(0, offset - pageSize))}
              >
                <Trans>Previous</Trans>
              </Button>
              <Button size="small" disabled={last >= total} onClick={() => setOffset(offset + pageSize)}>
                <Trans>Next</Trans>
              </Button>
            </>
          )}
          <Button
            size="small"
            busy={save.isPending}
            icon={<Download className="size-3.5" aria-hidden />}
            onClick={() => save.mutate()}
          >
            <Trans>Export all as CSV</Trans>
          </Button>
        </span>
      </footer>
    </div>
  )
}

async function allRejected(id: string): Promise<RejectedRow[]> {
  const rows: RejectedRow[] = []
  for (;;) {
    const page = await client.imports.rejected({ id, offset: rows.length, limit: largestPage })
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= page.total) return rows
  }
}

const cell = (text: string): string => `"${withoutFormulas(text).replaceAll('"', '""')}"`

/** Rejected rows as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. */
export function rejectedAsCsv(rows: readonly RejectedRow[]): string {
  const lines = rows.map(({ line, code, reason, raw }) =>
    [String(line), code, reason, raw].map(cell).join(','),
  )
  return `\uFEFF${['line,code,reason,row', ...lines].join('\r\n')}\r\n`
}
