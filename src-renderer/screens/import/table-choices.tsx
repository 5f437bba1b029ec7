import type { ImportPreview } from '../../../src-shared/import/model.ts'
import { PlainSelect } from '../../ui/plain-select.tsx'
import { Segmented } from '../../ui/segmented.tsx'

/** How a table is read: which of a workbook's sheets, and whether its first row has the names of the columns. */
export interface TableChoice {
  sheet?: string
  firstRowIsData?: boolean
}

export function TableChoices({
  preview,
  onChoose,
}: {
  preview: ImportPreview
  onChoose: (choice: TableChoice) => void
}) {
  const { sheet, sheets = [], firstRowIsData = false, format } = preview
  if (format === 'jsonl' || format === 'gdsn') return null
  return (
    <div className="flex flex-wrap items-end gap-6 border-t border-line px-4 py-3">
      {sheet !== undefined && sheets.length > 1 && (
        <div className="flex flex-col gap-1">
          <span className="text-xs font-medium text-ink-soft" aria-hidden>
            Sheet
          </span>
          <PlainSelect
            aria-label="Sheet"
            className="w-56"
            options={sheets.map((name) => ({ value: name, label: name }))}
            value={sheet}
            onValueChange={(chosen) => onChoose({ sheet: chosen, firstRowIsData })}
          />
        </div>
      )}
      <Segmented
        label="The first row has"
        value={firstRowIsData ? 'product' : 'names'}
        onValueChange={(chosen) => onChoose({ sheet, firstRowIsData: chosen === 'product' })}
        options={[
          { value: 'names', label: 'The names of the columns' },
          { value: 'product', label: 'A product' },
        ]}
      />
    </div>
  )
}
