import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileDown } from 'lucide-react'
import type { FindingsFormat, FindingsRequest } from '../../../src-shared/export/model.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { byteSize } from '../../ui/text/words.ts'
import { useExport } from '../export/use-export.ts'

/** Exports the listed findings as a table. */
export function FindingsExport({ kinds, decision }: Pick<FindingsRequest, 'kinds' | 'decision'>) {
  const { job, starting, startFindings } = useExport('findings', (error) =>
    toast.failed(t`The findings were not exported`, error),
  )
  const exportFindings = async (format: FindingsFormat) => {
    const result = await startFindings({ format, kinds, decision })
    if (result?.state === 'completed')
      toast.done(t`The findings are exported`, `${result.file ?? result.fileName}, ${byteSize(result.bytes)}`)
    else if (result?.state === 'failed')
      toast.failed(t`The findings were not exported`, new Error(result.note))
  }
  return (
    <Menu
      trigger={
        <Button
          size="small"
          icon={<FileDown className="size-4" aria-hidden />}
          busy={starting || job?.state === 'running'}
        >
          <Trans>Export</Trans>
        </Button>
      }
      actions={[
        { label: t`Table for Excel (XLSX)`, onSelect: () => void exportFindings('findings-xlsx') },
        { label: t`Table as text (CSV)`, onSelect: () => void exportFindings('findings-csv') },
      ]}
    />
  )
}
