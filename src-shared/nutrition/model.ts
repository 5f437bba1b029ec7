/**
 * Nutrition facts as the law sees them: what a nutrient is called, in which order a label names it, and whose law is
 * followed. Nutrients have the names of their elements in the documents.
 */
import { type Nutrition, nutrition } from '../vocabulary/elements/nutrition.ts'

/** Whose reference intakes and rounding rules are followed. */
export const markets = ['fda', 'eu'] as const
export type Market = (typeof markets)[number]

export const marketWords: Record<Market, { label: string; law: string; percent: string }> = {
  fda: { label: 'FDA', law: '21 CFR 101.9', percent: 'daily value' },
  eu: { label: 'EU', law: 'Regulation (EU) No 1169/2011', percent: 'reference intake' },
}

/** The elements of a panel that hold an amount with a unit. */
type ElementName = {
  [K in keyof Nutrition]-?: NonNullable<Nutrition[K]> extends { text: string } ? K : never
}[keyof Nutrition]

/**
 * What the law names beside them and the documents have no element for: counted where a document brings an element of
 * that name all the same.
 */
export const foreignNutrients = ['addedSugars', 'starch', 'salt', 'alcohol', 'energyKj'] as const
type ForeignName = (typeof foreignNutrients)[number]

export type NutrientName = ElementName | ForeignName | 'energy'

/** As a label orders them: by 21 CFR 101.9(c), what is part of another behind it. */
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

/** Those of them that stand on their own; the others are part of the one above. */
export const wholeNutrients: ReadonlySet<string> = new Set<ElementName>([
  'totalFat',
  'cholesterol',
  'sodium',
  'potassium',
  'carbohydrates',
  'protein',
])

/** Vitamins and minerals, those first that every American label must have. */
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
/** All of them, as they stand on a label. */
export const nutrientOrder = [...macronutrientOrder, ...micronutrientOrder]

const foreignLabels: Record<ForeignName, string> = {
  addedSugars: 'Added sugars',
  starch: 'Starch',
  salt: 'Salt',
  alcohol: 'Alcohol',
  energyKj: 'Energy (kJ)',
}

const englishNames: ReadonlyMap<string, string> = new Map(
  Object.entries(nutrition.fields).map(([name, { label }]) => [name, label]),
)
/** What a printed label calls a member of a panel: in English, whatever the language of the page. */
export const printedName = (name: keyof Nutrition): string => englishNames.get(name) ?? name

/** What a nutrient is called. */
export const nutrientLabel = (name: NutrientName): string =>
  name === 'energy'
    ? 'Energy'
    : name in foreignLabels
      ? foreignLabels[name as ForeignName]
      : nutrition.fields[name as ElementName].label

/** Where a panel has the share of the daily value of a nutrient, when not beside its amount. */
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
