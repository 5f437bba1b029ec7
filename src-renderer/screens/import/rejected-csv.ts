import { withoutFormulas } from '../../../src-shared/export/spreadsheet-text.ts'
import type { RejectedRow } from '../../../src-shared/import/model.ts'

const cell = (text: string): string => `"${withoutFormulas(text).replaceAll('"', '""')}"`

/** Rejected rows as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. */
export function rejectedAsCsv(rows: readonly RejectedRow[]): string {
  const lines = rows.map(({ line, code, reason, raw }) =>
    [String(line), code, reason, raw].map(cell).join(','),
  )
  return `\uFEFF${['line,code,reason,row', ...lines].join('\r\n')}\r\n`
}
