import type { DecimalMark } from '../../../src-shared/import/model.ts'
import type { ColumnName } from '../columns/column-name.ts'
import type { TargetField } from '../columns/import-fields.ts'
import type { NamedCell } from '../source/source-row.ts'

/** A column that is mapped to a field. */
export interface MappedColumn {
  name: string
  column: ColumnName
  field: TargetField
  /** If several columns map to one field, the value of the column with the lowest rank is used. */
  rank: number
  /** Decimal mark of its numbers, for cells that are ambiguous. */
  mark?: DecimalMark
}

/** A cell of a row; without `column`, it is not mapped. */
export interface RowCell extends NamedCell {
  column?: MappedColumn
}
