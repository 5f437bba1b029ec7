/** Refuses a preview that lacks what an import needs. */
import type { ImportErrorCode } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { detectColumn } from '../columns/detect-mapping.ts'
import { fieldAt, gtinPath, hasGtin, isNumeric, namePath } from '../columns/import-fields.ts'
import type { FilePreview } from './preview-file.ts'

/**
 * @throws PlainError if there is no GTIN column, if the GTIN column contains no GTINs, if there is no name
 * column, or if most rows have more cells than headings
 */
export function checkNeededColumns({ columns, plan: { mapping, seen }, tooWide }: FilePreview): void {
  if (tooWide)
    throw new PlainError<ImportErrorCode>(
      'HEADINGS_TOO_FEW',
      say`Most rows have more cells than headings (line ${tooWide.line}: ${tooWide.cells} cells, ${tooWide.headings} headings), so values may be in the wrong columns. Add the missing heading, put values that contain the separator in quotation marks, or choose another separator.`,
    )
  const doubtful = columns.filter(({ notGtins }) => notGtins !== undefined)
  const mapped = doubtful.find(({ name }) => mapping[name] === gtinPath)
  const called = doubtful.find(({ name }) => detectColumn(name)?.path === gtinPath)
  const { notGtins } = mapped ?? called ?? {}
  if (notGtins !== undefined && (mapped || !hasGtin(mapping)))
    throw new PlainError<ImportErrorCode>(
      'NO_GTIN_COLUMN',
      say`${notGtins} Choose another column for the GTIN, or correct the codes.`,
    )
  if (hasGtin(mapping) && Object.values(mapping).includes(namePath)) return
  if (hasGtin(mapping))
    throw new PlainError<ImportErrorCode>(
      'NO_NAME_COLUMN',
      say`No column for the product name was found. Choose one of the ${seen.length} columns (--map COLUMN=${namePath}), or name it "name" in the first line.`,
    )
  throw new PlainError<ImportErrorCode>(
    'NO_GTIN_COLUMN',
    say`No GTIN column was found. Choose one of the ${seen.length} columns, or name it gtin, upc, ean or barcode in the first line.`,
  )
}

/**
 * @throws PlainError if the notation of numbers in a mapped column is ambiguous, and neither the file nor a
 * person determines it
 */
export function checkNumbers({ columns, plan: { mapping, numbers } }: FilePreview): void {
  for (const { name, unclear } of columns) {
    const field = fieldAt.get(mapping[name] ?? '')
    if (unclear === undefined || !field || !isNumeric(field)) continue
    if (numbers.columns[name] ?? numbers.other) continue
    throw new PlainError<ImportErrorCode>(
      'NUMBERS_UNCLEAR',
      say`The column "${name}" has "${unclear}", which may be one thousand or one and a fraction, and nothing in the file says which. Say it: choose in the mapping of the column, or give --decimal comma or --decimal point.`,
    )
  }
}
