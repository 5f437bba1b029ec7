import { parse } from 'csv-parse/sync'
import type { ImportPreview } from '../../src-shared/import/model.ts'
import { ImportError } from './import-error.ts'

/** How a text is cut into rows. */
export type TextFormat =
  | { format: 'jsonl'; delimiter?: undefined }
  | { format: Exclude<ImportPreview['format'], 'jsonl'>; delimiter: string }

const delimiters = [',', '\t', ';', '|']

/** The format of a text by how it begins. @throws ImportError when it is none of those that can be imported */
export function formatOf(head: string): TextFormat {
  const text = head.trimStart()
  if (text === '') throw new ImportError('FILE_EMPTY', 'The file is empty.')
  if (text.startsWith('{')) return { format: 'jsonl' }
  if (/^\[\s*[[{\]]/.test(text)) {
    throw new ImportError(
      'FORMAT_UNKNOWN',
      'The file is one JSON list. Save it as JSON Lines (one object on each line) or as CSV, then import that.',
    )
  }
  if (/^<[?!a-zA-Z]/.test(text)) {
    throw new ImportError(
      'FORMAT_UNKNOWN',
      'The file is XML or HTML, not a table. Feeds in XML are sent with "submit"; tables are imported as CSV, TSV or JSON Lines.',
    )
  }
  const delimiter = delimiterOf(text)
  return { format: delimiter === '\t' ? 'tsv' : 'csv', delimiter }
}

/** The delimiter that cuts the first lines into the most columns, each line into as many as the heading. */
function delimiterOf(text: string): string {
  const scored = delimiters.map((delimiter) => ({ delimiter, score: score(text, delimiter) }))
  return scored.reduce((best, other) => (other.score > best.score ? other : best)).delimiter
}

function score(text: string, delimiter: string): number {
  const rows = firstRows(text, delimiter)
  const columns = rows[0]?.length ?? 0
  const alike = rows.filter((row) => row.length === columns).length
  return columns < 2 ? 0 : columns * (alike / rows.length)
}

function firstRows(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      to: 20,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    })
  } catch {
    return []
  }
}
