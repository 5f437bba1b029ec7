import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/inputs/field.tsx'
import { dateOnly } from '../../ui/text/words.ts'

/** Name of the import and of the drafts made of pasted cells. */
const pastedName = (): string => t`Pasted on ${dateOnly(Date.now())}`

/** Input for cells pasted from a spreadsheet: tab-separated text, one row per line. */
export function PasteCells({
  busy,
  onCells,
  onClose,
}: {
  busy: boolean
  onCells: (cells: File) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const isEmpty = text.trim() === ''
  return (
    <section
      aria-label={t`Paste cells`}
      className="flex flex-col gap-3 rounded-xl border border-line-strong bg-surface p-4"
    >
      <TextArea
        label={t`Cells`}
        help={t`Copy cells in Excel, Google Sheets or LibreOffice, with or without the row of their names, and paste them here. What each column is, you see next.`}
        rows={8}
        autoFocus
        spellCheck={false}
        wrap="off"
        style={{ tabSize: 24 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>
          <Trans>A file instead</Trans>
        </Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={isEmpty}
          onClick={() => onCells(new File([text], pastedName(), { type: 'text/tab-separated-values' }))}
        >
          <Trans>Continue</Trans>
        </Button>
      </div>
    </section>
  )
}
