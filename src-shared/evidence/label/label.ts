/** What a label shows, as read in a picture. */
import type { NutrientName } from '../../nutrition/model.ts'
import type { Decimal } from '../../values/decimal.ts'
import type { PrintedAmount } from './amounts.ts'
import type { ReadText, TurnedBox } from './read-text.ts'

/** What amounts refer to: a quantity in g or ml, or one serving of an unknown size. */
export interface Basis {
  measure?: Decimal
  /** Code of the unit of `measure`. */
  unit?: string
  isServing: boolean
}

/** An amount on a label. */
export interface LabelAmount extends PrintedAmount {
  box: TurnedBox
  certainty: number
}

/** The amount of a nutrient in one column of a table. */
export interface LabelNutrient extends LabelAmount {
  name: NutrientName
  /** Absent if the heading of the column was not understood. */
  basis?: Basis
}

export interface Label {
  nutrients: LabelNutrient[]
  /** Quantities that stand next to a word for the net content, or alone in their text. */
  contents: (LabelAmount & { isNamed: boolean })[]
  /** Sizes of a serving. */
  servings: LabelAmount[]
  /** All texts in reading order. */
  texts: readonly ReadText[]
}
