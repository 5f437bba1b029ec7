import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'

/** Cells out of a spreadsheet's clipboard: text with tabs between them, a row a line. */
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
      aria-label="Paste cells"
      className="flex flex-col gap-3 rounded-xl border border-line-strong bg-surface p-4"
    >
      <TextArea
        label="Cells"
        help="Copy cells in Excel, Google Sheets or LibreOffice, with or without the row of their names, and paste them here. What each column is, you see next."
        rows={8}
        autoFocus
        spellCheck={false}
        wrap="off"
        style={{ tabSize: 24 }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>A file instead</Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={isEmpty}
          onClick={() => onCells(new File([text], 'Pasted cells.tsv', { type: 'text/tab-separated-values' }))}
        >
          Continue
        </Button>
      </div>
    </section>
  )
}
