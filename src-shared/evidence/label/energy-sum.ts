import type { NutrientName } from '../../nutrition/model.ts'
import { writeDecimal } from '../../values/decimal.ts'
import type { Basis, Label, LabelNutrient } from './label.ts'

/** Kilocalories per gram (Regulation 1169/2011, annex XIV). */
const kilocalories: Partial<Record<NutrientName, number>> = { totalFat: 9, carbohydrates: 4, protein: 4 }
/** Fibre, polyols and rounding explain a difference up to this share of the energy, and this many kilocalories. */
const [share, slack] = [0.12, 8]

/**
 * Whether the energy of the label is the sum of its fat, carbohydrate and protein in the same column, so that no
 * digit or decimal sign of them was misread; undefined if the column lacks one of them, or the amount is another
 * nutrient.
 */
export function isSumOfEnergy(printed: LabelNutrient, { nutrients }: Label): boolean | undefined {
  const factor = kilocalories[printed.name]
  if (factor === undefined && printed.name !== 'energy') return undefined
  const column = nutrients.filter(({ basis }) => isSame(basis, printed.basis))
  const amountOf = (name: NutrientName): number | undefined => {
    const [only, another] = column.filter((one) => one.name === name && one.unit.code !== 'KJO')
    return only && !another ? Number(writeDecimal(only.value)) : undefined
  }
  const energy = amountOf('energy')
  let sum = 0
  for (const [name, each] of Object.entries(kilocalories)) {
    const amount = amountOf(name as NutrientName)
    if (amount === undefined) return undefined
    sum += each * amount
  }
  if (energy === undefined) return undefined
  const fibre = amountOf('dietaryFiber') ?? 0
  return Math.abs(energy - sum - fibre) <= fibre + slack + share * energy
}

const isSame = (one: Basis | undefined, other: Basis | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.unit === other.unit &&
  one.isServing === other.isServing &&
  (one.measure && writeDecimal(one.measure)) === (other.measure && writeDecimal(other.measure))
