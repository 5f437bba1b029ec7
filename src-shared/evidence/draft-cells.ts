/** Turns a value that was read on a label into cells of a refresh draft. */
import { draftColumns } from '../feeds/draft/columns.ts'
import { writeDecimal } from '../values/decimal.ts'
import { amountsIn } from './label/amounts.ts'
import type { LabelValue } from './model.ts'

/** A cell of a draft item, and its new text. */
export interface DraftCell {
  column: string
  value: string
}

const columns = new Set(draftColumns('refresh').map(({ column }) => column))
/** The columns are those of the first entries of lists; the others have the same fields. */
const isColumn = (column: string): boolean => columns.has(column.replace(/\/\d+/g, '/0'))

/**
 * The cells for the printed value; undefined if no field of a draft can take it, or if it is not exactly one number
 * with its unit.
 */
export function draftCellsOf({
  path,
  printed,
}: Pick<LabelValue, 'path' | 'printed'>): DraftCell[] | undefined {
  const [amount, another] = amountsIn(printed)
  if (!amount || another || amount.isBound || amount.text !== printed.trim()) return undefined
  const column = columnOf(path)
  const number = writeDecimal(amount.value)
  const [inUnit, measure] = [`${column}/uom`, `${column}/measure`]
  if (isColumn(measure))
    return [
      { column: measure, value: number },
      { column: inUnit, value: amount.unit.code },
    ]
  if (isColumn(`${column}/text`))
    return [
      { column: `${column}/text`, value: number },
      { column: inUnit, value: amount.unit.code },
    ]
  // Energy is in kilocalories.
  return isColumn(column) && amount.unit.symbol === 'kcal' ? [{ column, value: number }] : undefined
}

/** `products/product[1]/grocery/nutritions/nutrition[2]/protein` is `products/0/grocery/nutritions/1/protein`. */
const columnOf = (path: string): string =>
  path.replace(/\/[^/[\]]+\[(\d+)\]/g, (_, position: string) => `/${Number(position) - 1}`)
