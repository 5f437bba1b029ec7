/**
 * Nutrients and laws of nutrition labels: the names of nutrients, their order on a label, and the supported
 * markets. Nutrients have the names of their elements in the documents.
 */
import { type Nutrition, nutrition } from '../vocabulary/elements/nutrition.ts'

/** The markets whose reference intakes and rounding rules are supported. */
export const markets = ['fda', 'eu'] as const
export type Market = (typeof markets)[number]

export const marketWords: Record<Market, { label: string; law: string; percent: string }> = {
  fda: { label: 'FDA', law: '21 CFR 101.9', percent: 'daily value' },
  eu: { label: 'EU', law: 'Regulation (EU) No 1169/2011', percent: 'reference intake' },
}

/** The elements of a panel that contain an amount with a unit. */
type ElementName = {
  [K in keyof Nutrition]-?: NonNullable<Nutrition[K]> extends { text: string } ? K : never
}[keyof Nutrition]

/**
 * Nutrients in the law without an element in the documents. They are read if a document has an element with
 * that name nonetheless.
 */
export const extraNutrients = ['addedSugars', 'starch', 'salt', 'alcohol', 'energyKj'] as const
type ExtraName = (typeof extraNutrients)[number]

export type NutrientName = ElementName | ExtraName | 'energy'

/** In label order, by 21 CFR 101.9(c); a nutrient that is part of another follows it. */
export const macronutrientOrder = [
  'totalFat',
  'saturatedFat',
  'transFat',
  'polyunsaturatedFat',
  'monounsaturatedFat',
  'cholesterol',
  'sodium',
  'potassium',
  'carbohydrates',
  'dietaryFiber',
  'solubleFiber',
  'insolubleFiber',
  'sugars',
  'sugarAlcohol',
  'otherCarbohydrates',
  'protein',
] as const satisfies readonly ElementName[]

/**
 * The macronutrients that are not part of another; the rest are part of the nearest one above them in
 * `macronutrientOrder`.
 */
export const wholeNutrients: ReadonlySet<string> = new Set<ElementName>([
  'totalFat',
  'cholesterol',
  'sodium',
  'potassium',
  'carbohydrates',
  'protein',
])

/** Vitamins and minerals; those required on every US label come first. */
export const micronutrientOrder = [
  'vitaminD',
  'calcium',
  'iron',
  'vitaminA',
  'vitaminC',
  'vitaminE',
  'vitaminK',
  'thiamin',
  'riboflavin',
  'niacin',
  'vitaminB6',
  'folate',
  'folicAcid',
  'vitaminB12',
  'pantothenicAcid',
  'phosphorous',
  'iodine',
  'magnesium',
  'zinc',
  'selenium',
  'copper',
  'manganese',
  'chromium',
] as const satisfies readonly ElementName[]
/** All nutrients, in label order. */
export const nutrientOrder = [...macronutrientOrder, ...micronutrientOrder]

const extraLabels: Record<ExtraName, string> = {
  addedSugars: 'Added sugars',
  starch: 'Starch',
  salt: 'Salt',
  alcohol: 'Alcohol',
  energyKj: 'Energy (kJ)',
}

const englishNames: ReadonlyMap<string, string> = new Map(
  Object.entries(nutrition.fields).map(([name, { label }]) => [name, label]),
)
/** The name of a panel's member on a printed label: always in English. */
export const printedName = (name: keyof Nutrition): string => englishNames.get(name) ?? name

/** The label of a nutrient. */
export const nutrientLabel = (name: NutrientName): string =>
  name === 'energy'
    ? 'Energy'
    : name in extraLabels
      ? extraLabels[name as ExtraName]
      : nutrition.fields[name as ElementName].label

/**
 * The panel's member with the percent daily value of a nutrient, for nutrients where it is not an attribute
 * of the amount.
 */
const dailyPercentKeys = {
  vitaminA: 'dailyPercentOfVitaminA',
  vitaminC: 'dailyPercentOfVitaminC',
  calcium: 'dailyPercentOfCalcium',
  iron: 'dailyPercentOfIron',
  chromium: 'dailyPercentOfChromium',
  folate: 'dailyPercentOfFolate',
  manganese: 'dailyPercentOfManganese',
  pantothenicAcid: 'dailyPercentOfPantothenicAcid',
  selenium: 'dailyPercentOfSelenium',
  vitaminK: 'dailyPercentOfVitaminK',
} as const satisfies Partial<Record<ElementName, keyof Nutrition>>
const dailyPercentByName = new Map<string, keyof Nutrition>(Object.entries(dailyPercentKeys))

export const dailyPercentKeyOf = (nutrient: string): keyof Nutrition | undefined =>
  dailyPercentByName.get(nutrient)
