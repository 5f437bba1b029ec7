/** Nutrition facts, with the same structure in the item record and in the ingest payload. */
import { unitOptions } from '../../values/units.ts'
import { attribute, content, element, group, list } from '../kit/description.ts'
import type { ValueOf } from '../kit/value.ts'
import { decimalOrEmpty, text, unitOfMeasure, wholeNumber } from './leaves.ts'

const uom = attribute(unitOfMeasure, 'Unit', { options: unitOptions('mass', 'count') })
const dailyPct = attribute(decimalOrEmpty, 'Daily value (%)', {
  help: 'Share of the recommended daily amount; may be empty.',
})
const amount = content(decimalOrEmpty, 'Amount')

/** An amount with only its unit: vitamins and minerals. */
const micronutrient = group('Micronutrient', { uom, text: amount })
/** An amount with its unit and percent daily value. */
const nutrient = group('Nutrient', { uom, dailyPct, text: amount })
/** An amount of fat, optionally with the calories from it. */
const fatNutrient = group('FatNutrient', {
  uom,
  dailyPct,
  calories: attribute(decimalOrEmpty, 'Calories from it'),
  text: amount,
})

const servingSize = group('ServingSize', {
  type: attribute(text, 'Kind', {
    input: 'choice',
    options: [
      { value: 'metric', label: 'Metric' },
      { value: 'other', label: 'Household measure' },
    ],
    help: 'Metric as in 30 g; a household measure as in 1 cup.',
  }),
  measure: element(decimalOrEmpty, 'Measure'),
  uom: element(unitOfMeasure, 'Unit'),
})

const inGrams = { usualUnit: 'GRM' }
const inMicrograms = { usualUnit: 'MC' }
const dailyPercent = (name: string) => element(decimalOrEmpty, `${name}, daily value (%)`)

/** The reference amount customarily consumed. */
const referenceAmount = group('ReferenceAmount', {
  measure: element(decimalOrEmpty, 'Measure'),
  uom: element(unitOfMeasure, 'Unit', { options: unitOptions('mass', 'volume', 'count') }),
})

export const nutrition = group('Nutrition', {
  sequence: attribute(wholeNumber, 'Sequence', { help: 'Order of the panels, from 1.' }),
  title: attribute(text, 'Title', { help: 'What the panel is of, such as "As prepared".' }),
  numberOfServings: element(text, 'Servings per container', { help: 'As printed, such as 8 or about 2.5.' }),
  numberServedInPackage: element(text, 'People served by the package'),
  servingSizes: list('servingSize', servingSize, 'Serving sizes'),
  raccAmt: element(referenceAmount, 'Reference amount (RACC)', {
    help: 'The amount customarily consumed at one time.',
  }),
  energy: element(decimalOrEmpty, 'Energy (kcal)', { help: 'Calories of one serving.' }),
  totalFat: element(fatNutrient, 'Total fat', inGrams),
  saturatedFat: element(fatNutrient, 'Saturated fat', inGrams),
  transFat: element(nutrient, 'Trans fat', inGrams),
  polyunsaturatedFat: element(nutrient, 'Polyunsaturated fat', inGrams),
  monounsaturatedFat: element(nutrient, 'Monounsaturated fat', inGrams),
  cholesterol: element(nutrient, 'Cholesterol'),
  sodium: element(nutrient, 'Sodium'),
  potassium: element(nutrient, 'Potassium'),
  carbohydrates: element(nutrient, 'Carbohydrates', inGrams),
  dietaryFiber: element(nutrient, 'Dietary fibre', inGrams),
  solubleFiber: element(nutrient, 'Soluble fibre', inGrams),
  insolubleFiber: element(nutrient, 'Insoluble fibre', inGrams),
  sugars: element(nutrient, 'Sugars', inGrams),
  sugarAlcohol: element(nutrient, 'Sugar alcohol', inGrams),
  otherCarbohydrates: element(nutrient, 'Other carbohydrates', inGrams),
  protein: element(nutrient, 'Protein', inGrams),
  chromium: element(micronutrient, 'Chromium', inMicrograms),
  folate: element(micronutrient, 'Folate', inMicrograms),
  manganese: element(micronutrient, 'Manganese'),
  pantothenicAcid: element(micronutrient, 'Pantothenic acid'),
  selenium: element(micronutrient, 'Selenium', inMicrograms),
  vitaminK: element(micronutrient, 'Vitamin K', inMicrograms),
  vitaminA: element(micronutrient, 'Vitamin A', inMicrograms),
  vitaminC: element(micronutrient, 'Vitamin C'),
  calcium: element(micronutrient, 'Calcium'),
  iron: element(micronutrient, 'Iron'),
  copper: element(micronutrient, 'Copper'),
  folicAcid: element(micronutrient, 'Folic acid', inMicrograms),
  iodine: element(micronutrient, 'Iodine', inMicrograms),
  magnesium: element(micronutrient, 'Magnesium'),
  niacin: element(micronutrient, 'Niacin'),
  vitaminE: element(micronutrient, 'Vitamin E'),
  zinc: element(micronutrient, 'Zinc'),
  phosphorous: element(micronutrient, 'Phosphorus'),
  riboflavin: element(micronutrient, 'Riboflavin'),
  thiamin: element(micronutrient, 'Thiamin'),
  vitaminB12: element(micronutrient, 'Vitamin B12', inMicrograms),
  vitaminB6: element(micronutrient, 'Vitamin B6'),
  vitaminD: element(micronutrient, 'Vitamin D', inMicrograms),
  dailyPercentOfVitaminA: dailyPercent('Vitamin A'),
  dailyPercentOfVitaminC: dailyPercent('Vitamin C'),
  dailyPercentOfCalcium: dailyPercent('Calcium'),
  dailyPercentOfIron: dailyPercent('Iron'),
  dailyPercentOfChromium: dailyPercent('Chromium'),
  dailyPercentOfFolate: dailyPercent('Folate'),
  dailyPercentOfManganese: dailyPercent('Manganese'),
  dailyPercentOfPantothenicAcid: dailyPercent('Pantothenic acid'),
  dailyPercentOfSelenium: dailyPercent('Selenium'),
  dailyPercentOfVitaminK: dailyPercent('Vitamin K'),
})

export type Nutrition = ValueOf<typeof nutrition>
