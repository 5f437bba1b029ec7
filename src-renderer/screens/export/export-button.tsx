import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportSource } from '../../../src-shared/export/model.ts'
import { Button } from '../../ui/button.tsx'
import { ExportDialog } from './export-dialog.tsx'

/** A button that opens the export dialog for these items. */
export function ExportButton({
  source,
  what,
  screenColumns,
  size,
  disabled = false,
}: {
  source: ExportSource
  /** Follows the number of items: "12 items of this search". */
  what: string
  /** Columns of the list on the screen, to choose in the dialog. */
  screenColumns?: readonly string[]
  size?: 'small' | 'medium'
  disabled?: boolean
}) {
  'use memo'
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...(size && { size })}
        icon={<Download className="size-4" aria-hidden />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {/* In a narrow bar, the small button has room for its icon only. */}
        <span className={size === 'small' ? '@max-2xl:sr-only' : undefined}>
          <Trans>Export</Trans>
        </span>
      </Button>
      <ExportDialog
        open={open}
        onOpenChange={setOpen}
        source={source}
        what={what}
        screenColumns={screenColumns}
      />
    </>
  )
}
