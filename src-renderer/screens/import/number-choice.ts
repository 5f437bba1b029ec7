import type {
  ColumnMapping,
  DecimalMark,
  ImportPreview,
  NumberNotation,
} from '../../../src-shared/import/model.ts'

/** The column goes to a field that holds numbers. */
export function isNumberColumn({ fields }: ImportPreview, mapping: ColumnMapping, column: string): boolean {
  return fields.some(({ path, numeric }) => numeric && path === mapping[column])
}

export const markFor = ({ columns, other }: NumberNotation, column: string): DecimalMark | undefined =>
  columns[column] ?? other

/** The columns a person still has to say of how their numbers are meant. */
export const undecidedColumns = (preview: ImportPreview, mapping: ColumnMapping, numbers: NumberNotation) =>
  preview.columns.filter(
    ({ name, unclear }) =>
      unclear !== undefined && isNumberColumn(preview, mapping, name) && markFor(numbers, name) === undefined,
  )

/** What `1,250` is with each decimal mark: 1250 or 1.25. */
export function readings(unclear: string): { value: DecimalMark; label: string }[] {
  const thousands = unclear.replace(/[.,]/, '')
  const fraction = String(Number(unclear.replace(',', '.')))
  const isComma = unclear.includes(',')
  return [
    { value: isComma ? 'point' : 'comma', label: thousands },
    { value: isComma ? 'comma' : 'point', label: fraction },
  ]
}
