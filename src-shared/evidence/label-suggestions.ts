/** The values of a label for the draft of a new item, for which there is no record to compare with. */
import {
  macronutrientOrder,
  micronutrientOrder,
  type NutrientName,
  nutrientLabel,
} from '../nutrition/model.ts'
import { writeDecimal } from '../values/decimal.ts'
import { unitSymbol } from '../values/units.ts'
import { packageData } from '../vocabulary/elements/item.ts'
import { draftCellsOf } from './draft-cells.ts'
import { isSumOfEnergy } from './label/energy-sum.ts'
import type { Label, LabelAmount, LabelNutrient } from './label/label.ts'
import { readLabel } from './label/read-label.ts'
import { boxIn } from './label-findings.ts'
import type { Readings } from './model.ts'
import type { LabelSuggestion } from './photograph.ts'

/** Readings with a lower certainty are not suggested. A person compares each one with the print. */
const minCertainty = 0.8
const panel = 'products/0/grocery/nutritions/0'
const order: readonly NutrientName[] = ['energy', ...macronutrientOrder, ...micronutrientOrder]

/**
 * The net content and the nutrients of one quantity, those per 100 g or 100 ml first. A value of which the label
 * shows several amounts, or that a draft has no field for, is left out.
 */
export function labelSuggestions(text: Readings['text']): LabelSuggestion[] {
  const label = readLabel(text.texts)
  const column = fullestColumn(label)
  const nutrients = order.flatMap((name) => {
    const [only, another] = column?.amounts.filter((one) => one.name === name && isClear(one)) ?? []
    if (!column || !only || another || isSumOfEnergy(only, label) === false) return []
    return suggestion(text, only, {
      label: nutrientLabel(name),
      path: `products/product[1]/grocery/nutritions/nutrition[1]/${name}`,
      ...column,
    })
  })
  const [content, another] = label.contents.filter((one) => one.isNamed && isClear(one))
  const net =
    content && !another
      ? suggestion(text, content, {
          ...{ label: packageData.fields.netWeight.label, path: 'packageData/netWeight' },
          ...{ per: '', quantity: [] },
        })
      : []
  return [...net, ...nutrients]
}

const isClear = ({ certainty, isBound, isUnitRead, unit }: LabelAmount): boolean =>
  certainty >= minCertainty && !isBound && isUnitRead && unit.code !== 'KJO'

function suggestion(
  text: Readings['text'],
  { text: printed, box }: LabelAmount,
  { label, path, per, quantity }: Pick<LabelSuggestion, 'label' | 'per' | 'quantity'> & { path: string },
): LabelSuggestion[] {
  const cells = draftCellsOf({ path, printed })
  return cells ? [{ label, printed, per, box: boxIn(text, box), cells, quantity }] : []
}

interface Column extends Pick<LabelSuggestion, 'per' | 'quantity'> {
  amounts: LabelNutrient[]
}

/** The amounts for the quantity that the label has most of; per 100 g or 100 ml before one serving. */
function fullestColumn(label: Label): Column | undefined {
  const columns = new Map<string, Column & { isServing: boolean }>()
  for (const nutrient of label.nutrients) {
    const { measure, unit, isServing } = quantityFor(nutrient, label) ?? {}
    if (measure === undefined || unit === undefined || isServing === undefined) continue
    const per = `${measure} ${unitSymbol(unit)}`
    const column = columns.get(per) ?? {
      ...{ per, isServing, amounts: [] },
      quantity: [
        { column: `${panel}/servingSizes/0/type`, value: 'metric' },
        { column: `${panel}/servingSizes/0/measure`, value: measure },
        { column: `${panel}/servingSizes/0/uom`, value: unit },
      ],
    }
    column.amounts.push(nutrient)
    columns.set(per, column)
  }
  return [...columns.values()].toSorted(
    (one, other) =>
      Number(one.isServing) - Number(other.isServing) || other.amounts.length - one.amounts.length,
  )[0]
}

/** A serving without a size has that of the only serving that the label names. */
function quantityFor({ basis }: LabelNutrient, { servings: [serving, another] }: Label) {
  if (!basis) return undefined
  const { measure, unit, isServing } = basis
  if (measure && unit !== undefined) return { measure: writeDecimal(measure), unit, isServing }
  if (!serving || another) return undefined
  return { measure: writeDecimal(serving.value), unit: serving.unit.code, isServing }
}
