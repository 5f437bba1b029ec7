import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/inputs/field.tsx'
import { dateAndTime } from '../../ui/text/words.ts'

/** Characters that file names of Windows or of the upload do not have. */
const forbidden = /[\\/:*?"<>|\p{Cc}]/gu

/** Maximum length of the text quoted in a name. */
const maxQuoted = 40

/**
 * Name of the import and of the drafts made of pasted cells: their time, number of lines, and the first text of
 * the second line, because the first one may have the names of the columns.
 */
function pastedName(text: string, at: number): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const cells = (lines[1] ?? lines[0] ?? '').split('\t').map((cell) => cell.trim())
  const named = cells.find((cell) => /\p{L}/u.test(cell)) ?? cells.find((cell) => cell !== '') ?? ''
  const quoted = named.replaceAll(forbidden, ' ').slice(0, maxQuoted).trim()
  const count = plural(lines.length, { one: '# line', other: '# lines' })
  // A file name of Windows has no colon.
  const time = dateAndTime(at).replaceAll(':', '.')
  return t`Pasted on ${time}, ${quoted}, ${count}`
}

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
          onClick={() =>
            onCells(new File([text], pastedName(text, Date.now()), { type: 'text/tab-separated-values' }))
          }
        >
          <Trans>Continue</Trans>
        </Button>
      </div>
    </section>
  )
}
