import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ImportPreview } from '../../../src-shared/import/model.ts'
import { PlainSelect } from '../../ui/plain-select.tsx'

/** How a table is read: which of a workbook's sheets, and which line has the names of the columns. */
export interface TableChoice {
  sheet?: string
  firstRowIsData?: boolean
  headingLine?: number
}

const none = 'none'

export function TableChoices({
  preview,
  onChoose,
}: {
  preview: ImportPreview
  onChoose: (choice: TableChoice) => void
}) {
  const {
    sheet,
    sheets = [],
    firstRowIsData = false,
    headingLine,
    firstLines = [],
    notes = [],
    format,
  } = preview
  if (format === 'jsonl' || format === 'gdsn') return null
  const lines = firstLines.map(({ line, words }) => ({
    value: String(line),
    label: t`Row ${line}: ${words}`,
  }))
  return (
    <div className="flex flex-wrap items-end gap-6 border-t border-line px-4 py-3">
      {sheet !== undefined && sheets.length > 1 && (
        <div className="flex flex-col gap-1">
          <span className="text-xs font-medium text-ink-soft" aria-hidden>
            <Trans>Sheet</Trans>
          </span>
          <PlainSelect
            aria-label={t`Sheet`}
            className="w-56"
            options={sheets.map((name) => ({ value: name, label: name }))}
            value={sheet}
            onValueChange={(chosen) => onChoose({ sheet: chosen })}
          />
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-1">
        <span className="text-xs font-medium text-ink-soft" aria-hidden>
          <Trans>The names of the columns stand in</Trans>
        </span>
        <PlainSelect
          aria-label={t`The names of the columns stand in`}
          className="w-96 max-w-full"
          options={[...lines, { value: none, label: t`No row: the first row is a product` }]}
          value={firstRowIsData ? none : String(headingLine ?? '')}
          onValueChange={(chosen) =>
            onChoose(
              chosen === none ? { sheet, firstRowIsData: true } : { sheet, headingLine: Number(chosen) },
            )
          }
        />
      </div>
      {!firstRowIsData && headingLine !== undefined && headingLine !== firstLines[0]?.line && (
        <p className="self-end pb-1.5 text-xs text-ink-soft">
          <Trans>What stands above row {headingLine} is not imported.</Trans>
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="w-full text-xs text-ink-soft">
          {note}
        </p>
      ))}
    </div>
  )
}
