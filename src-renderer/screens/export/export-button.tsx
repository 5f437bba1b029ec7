import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportSource } from '../../../src-shared/export/model.ts'
import { Button } from '../../ui/button.tsx'
import { ExportDialog } from './export-dialog.tsx'

/** Opens the dialog that takes these items out as a file. */
export function ExportButton({
  source,
  what,
  disabled = false,
}: {
  source: ExportSource
  /** What is exported, in words behind the number: "12 items of this search". */
  what: string
  disabled?: boolean
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<Download className="size-4" aria-hidden />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      <ExportDialog open={open} onOpenChange={setOpen} source={source} what={what} />
    </>
  )
}
