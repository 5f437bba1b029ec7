/**
 * Compares the values of a record with what was read on its pictures. A value is *found*, or it *differs*, or
 * it is not legible. "Differs" is only said of a value that the label shows for the same quantity of the
 * product, beside its own word, with its unit, read with certainty; everything doubtful is not legible.
 */
import { allergenName } from '../../allergens/find-allergens.ts'
import { quantityOf } from '../../nutrition/amounts.ts'
import {
  macronutrientOrder,
  micronutrientOrder,
  type NutrientName,
  nutrientLabel,
} from '../../nutrition/model.ts'
import { type Declared, type Panel, readPanel } from '../../nutrition/panel.ts'
import {
  compare,
  type Decimal,
  decimal,
  minus,
  plus,
  readDecimal,
  times,
  zero,
} from '../../values/decimal.ts'
import { sizeOf, unitOf } from '../../values/units.ts'
import { grocery, type Item, packageData as packageElement } from '../../vocabulary/elements/item.ts'
import type { PrintedAmount } from './amounts.ts'
import { isSumOfEnergy } from './energy-sum.ts'
import { allergensOnlyPrinted, printedIngredients, showsIngredients } from './ingredients.ts'
import type { Label, LabelAmount, LabelNutrient } from './label.ts'
import type { TurnedBox } from './read-text.ts'

/** `allergen`: the label names an allergen that the record does not. */
export type LabelOutcome = 'found' | 'differs' | 'not-legible' | 'allergen'

/** What a picture shows of one value of the record. */
export interface LabelFinding {
  /** Path of the value in the record: `packageData/netWeight`. */
  path: string
  /** Name of the value: `Protein`. */
  label: string
  outcome: LabelOutcome
  /** The value of the record with its unit and quantity: `4.7 g per 100 g`. */
  recorded: string
  /** As printed; absent if it is not legible. */
  printed?: string
  box?: TurnedBox
}

/** Readings with a lower certainty do not contradict a record. */
const minCertainty = 0.95

/** The findings for each value of the record that a label can show, and each allergen that only the label has. */
export function compareWithLabel(item: Item, label: Label): LabelFinding[] {
  return [
    ...panelsOf(item).flatMap(({ path, panel }) => comparePanel(path, panel, label)),
    ...compareContent(item, label),
    ...compareIngredients(item, label),
    ...newAllergens(item, label),
  ]
}

const panelsOf = ({ products = [] }: Item): { path: string; panel: Panel }[] =>
  products.flatMap(({ grocery }, product) =>
    (grocery?.nutritions ?? []).map((facts, panel) => ({
      path: `products/product[${product + 1}]/grocery/nutritions/nutrition[${panel + 1}]`,
      panel: readPanel(facts),
    })),
  )

const compared: readonly NutrientName[] = [
  'energy',
  'energyKj',
  'salt',
  ...macronutrientOrder,
  ...micronutrientOrder,
]

function comparePanel(path: string, panel: Panel, label: Label): LabelFinding[] {
  return compared.flatMap((name) => {
    const declared = panel.amounts.get(name)
    if (!declared) return []
    const { basis } = panel
    const finding = {
      path: `${path}/${name}`,
      label: nutrientLabel(name),
      recorded: basis ? `${declared.words} / ${basis.words}` : declared.words,
    }
    return [{ ...finding, ...outcomeOf(declared, panel, label) }]
  })
}

type Outcome = Pick<LabelFinding, 'outcome' | 'printed' | 'box'>
const notLegible: Outcome = { outcome: 'not-legible' }
const shown = (outcome: LabelOutcome, { text, box }: LabelAmount): Outcome => ({
  outcome,
  printed: text,
  box,
})

function outcomeOf(declared: Declared, panel: Panel, label: Label): Outcome {
  const { forSame, comparable } = printedFor(declared.name, panel, label)
  const equal = comparable.find((one) => shows(one, declared.value))
  if (equal) return shown('found', equal)
  const salt = declared.name === 'sodium' ? saltOf(declared, panel, label) : undefined
  if (salt) return shown('found', salt)
  const [only, another] = forSame
  return only && !another && contradicts(only, declared, label) ? shown('differs', only) : notLegible
}

/** The amounts of a nutrient for the quantity of the panel, and those that can confirm the record. */
function printedFor(name: NutrientName, panel: Panel, label: Label) {
  const printed = label.nutrients.filter((one) => one.name === name)
  const forSame = printed.filter((one) => isSameBasis(one, panel, label))
  // A record without a quantity cannot be contradicted, but any column can confirm it.
  const unclear = printed.filter(({ basis }) => panel.basis === undefined || basis === undefined)
  return { forSame, comparable: forSame.length > 0 ? forSame : unclear }
}

/** Sodium is printed as salt in the EU: 2.5 times the sodium (Regulation 1169/2011, annex I). */
const saltInSodium = decimal('2.5')
const saltOf = (sodium: Declared, panel: Panel, label: Label): LabelNutrient | undefined =>
  printedFor('salt', panel, label).comparable.find((one) => shows(one, times(sodium.value, saltInSodium)))

/** Whether the label's amount is for the quantity that the panel is for. */
function isSameBasis({ basis }: LabelNutrient, { basis: recorded }: Panel, label: Label): boolean {
  if (!basis || !recorded) return false
  const sizes = basis.measure
    ? [quantityOf(basis.measure, basis.unit ?? '')]
    : label.servings.map(({ value, unit }) => quantityOf(value, unit.code))
  return sizes.some((size) => size?.unit === recorded.unit && compare(size.measure, recorded.measure) === 0)
}

/** The amount as declared amounts are given: in grams, or in the unit of energy. */
function inBase(value: Decimal, { unit }: PrintedAmount): Decimal | undefined {
  if (unit.quantity === 'energy') return value
  const size = sizeOf(unit)
  return size && times(value, size)
}

const half = decimal('0.5')

/** Whether the label shows the value, rounded as the label rounds it. */
function shows(printed: PrintedAmount, value: Decimal): boolean {
  const slack = times(half, { digits: 1n, scale: printed.value.scale })
  const low = inBase(minus(printed.value, slack), printed)
  const high = inBase(plus(printed.value, slack), printed)
  const bound = inBase(printed.value, printed)
  if (!low || !high || !bound) return false
  if (printed.isBound) return compare(value, bound) <= 0
  return compare(low, value) <= 0 && compare(value, high) <= 0
}

/**
 * Whether the print certainly shows another amount: no rounding explains the difference, and no lost decimal
 * sign, unless the energy of the label confirms that none is lost.
 */
function contradicts(printed: LabelNutrient, declared: Declared, label: Label): boolean {
  if (printed.certainty < minCertainty || printed.isBound || !printed.isUnitRead) return false
  const isRight = isSumOfEnergy(printed, label)
  if (isRight === false) return false
  const values = isRight ? [printed.value] : [printed.value, ...printed.others]
  return values.every((value) => {
    const amount = inBase(value, printed)
    return amount && (compare(amount, declared.low) < 0 || compare(declared.high, amount) < 0)
  })
}

function compareContent({ packageData }: Item, label: Label): LabelFinding[] {
  const { measure = '', uom = '' } = packageData?.netWeight ?? {}
  const value = readDecimal(measure.trim())
  const unit = unitOf(uom)
  const size = unit && sizeOf(unit)
  if (!value || !unit || !size) return []
  const finding = {
    path: 'packageData/netWeight',
    label: packageElement.fields.netWeight.label,
    recorded: `${measure.trim()} ${unit.symbol}`,
  }
  const printed = label.contents.filter((one) => one.unit.quantity === unit.quantity)
  const equal = printed.find((one) => isWithin(one, times(value, size)))
  if (equal) return [{ ...finding, ...shown('found', equal) }]
  const [only, another] = printed.filter(({ isNamed }) => isNamed)
  const differs = only && !another && only.certainty >= minCertainty && only.others.length === 0
  return [{ ...finding, ...(differs ? shown('differs', only) : notLegible) }]
}

/** Whether two contents are equal; labels round ounces to grams and back, by less than a hundredth. */
function isWithin(printed: PrintedAmount, content: Decimal): boolean {
  const amount = inBase(printed.value, printed)
  if (!amount) return false
  const difference = minus(amount, content)
  const size = compare(difference, zero) < 0 ? minus(zero, difference) : difference
  return compare(times(size, decimal('100')), content) < 0
}

const textsOf = ({ products = [] }: Item): { path: string; ingredients: string }[] =>
  products.flatMap(({ grocery }, product) => {
    const ingredients = grocery?.ingredients?.trim() ?? ''
    const path = `products/product[${product + 1}]/grocery/ingredients`
    return ingredients === '' ? [] : [{ path, ingredients }]
  })

function compareIngredients(item: Item, label: Label): LabelFinding[] {
  const [heading] = printedIngredients(label).flat()
  return textsOf(item).map(({ path, ingredients }) => ({
    path,
    label: grocery.fields.ingredients.label,
    recorded: ingredients,
    ...(showsIngredients(label, ingredients)
      ? { outcome: 'found' as const, ...(heading && { printed: heading.text, box: heading.box }) }
      : notLegible),
  }))
}

/** Allergens in a printed list that the record does not name anywhere. */
function newAllergens(item: Item, label: Label): LabelFinding[] {
  const texts = textsOf(item)
  // A record without a list lacks more than an allergen; completeness says so.
  if (texts.length === 0) return []
  const recorded = [...texts.map(({ ingredients }) => ingredients), ...warningsOf(item)].join('\n')
  return allergensOnlyPrinted(label, recorded).map(({ id, line }) => ({
    path: texts[0]?.path ?? '',
    label: allergenName(id),
    outcome: 'allergen',
    recorded: '',
    printed: line.text,
    box: line.box,
  }))
}

const warningsOf = ({ products = [] }: Item): string[] => products.flatMap(({ warnings = [] }) => warnings)
