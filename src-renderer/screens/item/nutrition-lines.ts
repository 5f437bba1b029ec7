/** From the nutrition facts of a record to the lines of the printed label. Knows what stands where, not how it looks. */
import { unitSymbol } from '../../../src-shared/units.ts'
import { nutrition as description, type Nutrition } from '../../../src-shared/vocabulary/nutrition.ts'

export interface NutritionLine {
  key: string
  label: string
  /** With its unit, `8 g`; absent where only the daily value is known. */
  amount?: string
  /** Without the per cent sign. */
  dailyPercent?: string
  /** Part of the line above it: set in and lighter. */
  part: boolean
}
export interface NutritionLabel {
  /** What the panel is of. */
  title?: string
  servings?: string
  /** How many people the package serves. */
  served?: string
  /** The amount customarily consumed at one time. */
  referenceAmount?: string
  /** `2/3 cup (55 g)` */
  servingSize?: string
  calories?: string
  /** Calories that come from fats: `Total fat 70`. */
  caloriesFrom: { label: string; calories: string }[]
  /** The nutrients above the second heavy rule. */
  main: NutritionLine[]
  /** Vitamins and minerals. */
  minor: NutritionLine[]
}

const mainKeys = [
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
] as const
const wholes: readonly string[] = [
  'totalFat',
  'cholesterol',
  'sodium',
  'potassium',
  'carbohydrates',
  'protein',
]

/** As American labels order them: what every label must have comes first. */
const minorKeys = [
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
] as const

/** Daily values that stand apart from the amount of their nutrient. */
const percentKeys: Partial<Record<(typeof minorKeys)[number], keyof Nutrition>> = {
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
}

const nonBreaking = '\u00a0'

const measure = (text: string | undefined, uom: string | undefined): string | undefined =>
  text ? [text, uom ? unitSymbol(uom) : ''].filter(Boolean).join(nonBreaking) : undefined

const labelOf = (key: keyof typeof description.fields): string => description.fields[key].label

/** A key only where there is something to say. */
const given = <K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> =>
  value ? ({ [key]: value } as Record<K, string>) : {}

/** The household measure first, the metric one in brackets, further ones after them. */
function servingSize(sizes: Nutrition['servingSizes']): string | undefined {
  const written = (sizes ?? []).flatMap((size) => {
    const text = measure(size.measure, size.uom)
    return text ? [{ text, metric: size.type === 'metric' }] : []
  })
  const metric = written.filter((size) => size.metric).map((size) => size.text)
  const household = written.filter((size) => !size.metric).map((size) => size.text)
  if (household.length === 0) return metric.join(', ') || undefined
  return metric.length > 0 ? `${household.join(', ')} (${metric.join(', ')})` : household.join(', ')
}

/** The label of one nutrition element; what is absent or empty in it has no line. */
export function nutritionLabel(facts: Nutrition): NutritionLabel {
  const main = mainKeys.flatMap((key): NutritionLine[] => {
    const nutrient = facts[key]
    const amount = measure(nutrient?.text, nutrient?.uom)
    const percent = nutrient?.dailyPct
    if (!amount && !percent) return []
    return [
      {
        key,
        label: labelOf(key),
        part: !wholes.includes(key),
        ...given('amount', amount),
        ...given('dailyPercent', percent),
      },
    ]
  })
  const minor = minorKeys.flatMap((key): NutritionLine[] => {
    const amount = measure(facts[key]?.text, facts[key]?.uom)
    const percentKey = percentKeys[key]
    const percent = percentKey === undefined ? undefined : facts[percentKey]
    const daily = typeof percent === 'string' ? percent : undefined
    if (!amount && !daily) return []
    return [
      { key, label: labelOf(key), part: false, ...given('amount', amount), ...given('dailyPercent', daily) },
    ]
  })
  const caloriesFrom = (['totalFat', 'saturatedFat'] as const).flatMap((key) => {
    const calories = facts[key]?.calories
    return calories ? [{ label: labelOf(key), calories }] : []
  })
  return {
    ...given('title', facts.title),
    ...given('servings', facts.numberOfServings),
    ...given('served', facts.numberServedInPackage),
    ...given('referenceAmount', measure(facts.raccAmt?.measure, facts.raccAmt?.uom)),
    ...given('servingSize', servingSize(facts.servingSizes)),
    ...given('calories', facts.energy),
    caloriesFrom,
    main,
    minor,
  }
}
