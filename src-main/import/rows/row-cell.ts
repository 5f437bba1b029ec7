import type { DecimalMark } from '../../../src-shared/import/model.ts'
import type { ColumnName } from '../columns/column-name.ts'
import type { TargetField } from '../columns/import-fields.ts'
import type { NamedCell } from '../source/source-row.ts'

/** A column that goes somewhere. */
export interface MappedColumn {
  name: string
  column: ColumnName
  field: TargetField
  /** Of several columns for one field the lowest that has a value is taken. */
  rank: number
  /** What separates fractions in its numbers, where one cell does not say. */
  mark?: DecimalMark
}

/** A cell of a row; without a column it goes nowhere. */
export interface RowCell extends NamedCell {
  column?: MappedColumn
}
