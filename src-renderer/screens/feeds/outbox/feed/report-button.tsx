import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileDown } from 'lucide-react'
import type { ReportRequest } from '../../../../../src-shared/export/model.ts'
import { Button } from '../../../../ui/button.tsx'
import { Menu } from '../../../../ui/overlays/menu.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { byteSize } from '../../../../ui/text/words.ts'
import { useExport } from '../../../export/use-export.ts'

type ReportForm = Pick<ReportRequest, 'format' | 'withPictures'>

/** Exports the results of a feed or a batch as a file, for people without this program. */
export function ReportButton({ id, name }: { id: string; name: string }) {
  const { job, starting, startReport } = useExport(`report ${id}`, (error) =>
    toast.failed(t`The report was not made`, error),
  )
  const exportReport = async (form: ReportForm) => {
    const result = await startReport({ id, ...form }, name)
    if (result?.state === 'completed')
      toast.done(t`The report is there`, `${result.file ?? result.fileName}, ${byteSize(result.bytes)}`)
    else if (result?.state === 'failed') toast.failed(t`The report was not made`, new Error(result.note))
  }
  const choice = (label: string, form: ReportForm) => ({ label, onSelect: () => void exportReport(form) })
  return (
    <Menu
      trigger={
        <Button
          icon={<FileDown className="size-4" aria-hidden />}
          busy={starting || job?.state === 'running'}
        >
          <Trans>Report</Trans>
        </Button>
      }
      actions={[
        choice(t`Table for Excel (XLSX)`, { format: 'report-xlsx', withPictures: false }),
        choice(t`Table as text (CSV)`, { format: 'report-csv', withPictures: false }),
        null,
        choice(t`Page to print (HTML)`, { format: 'report-html', withPictures: false }),
        choice(t`Page with pictures (HTML)`, { format: 'report-html', withPictures: true }),
      ]}
    />
  )
}
