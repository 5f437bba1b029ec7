/** Reference intakes by market: the daily amounts that percentages are calculated from. */
import type { Market, NutrientName } from './model.ts'

export interface ReferenceIntake {
  /** Daily amount. */
  amount: string
  /** Code of UN/ECE Recommendation 20. */
  unit: 'GRM' | 'MGM' | 'MC'
  /** The paragraph that defines it. */
  source: string
}
type Intakes = Partial<Record<NutrientName, ReferenceIntake>>

const intakes = (
  source: string,
  unit: ReferenceIntake['unit'],
  amounts: Partial<Record<NutrientName, string>>,
): Intakes =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, { amount, unit, source }]))

const drv = '21 CFR 101.9(c)(9)'
const rdi = '21 CFR 101.9(c)(8)(iv)'
const partA = 'Regulation (EU) No 1169/2011, annex XIII, part A'
const partB = 'Regulation (EU) No 1169/2011, annex XIII, part B'

/**
 * For adults and children of four years and more, at 2000 kcal a day.
 * - FDA: there is none for trans fat and total sugars. That of protein is for an amount corrected for
 *   protein quality (101.9(c)(7)(ii)), which panels do not contain, so no percentage is computed. Vitamin A
 *   is in RAE, folate in DFE, niacin in NE, vitamin E in mg of alpha-tocopherol.
 * - EU: there is none for fibre, cholesterol and trans fat. Sodium is that of 6 g of salt, by salt = sodium
 *   × 2.5 (annex I, point 11).
 */
export const referenceIntakes: Record<Market, Intakes> = {
  fda: {
    ...intakes(drv, 'GRM', {
      totalFat: '78',
      saturatedFat: '20',
      carbohydrates: '275',
      dietaryFiber: '28',
      addedSugars: '50',
    }),
    ...intakes(drv, 'MGM', { cholesterol: '300', sodium: '2300' }),
    ...intakes(rdi, 'MGM', {
      vitaminC: '90',
      calcium: '1300',
      iron: '18',
      vitaminE: '15',
      thiamin: '1.2',
      riboflavin: '1.3',
      niacin: '16',
      vitaminB6: '1.7',
      pantothenicAcid: '5',
      phosphorous: '1250',
      magnesium: '420',
      zinc: '11',
      copper: '0.9',
      manganese: '2.3',
      potassium: '4700',
    }),
    ...intakes(rdi, 'MC', {
      vitaminA: '900',
      vitaminD: '20',
      vitaminK: '120',
      folate: '400',
      vitaminB12: '2.4',
      iodine: '150',
      selenium: '55',
      chromium: '35',
    }),
  },
  eu: {
    ...intakes(partA, 'MC', {
      vitaminA: '800',
      vitaminD: '5',
      vitaminK: '75',
      folicAcid: '200',
      folate: '200',
      vitaminB12: '2.5',
      selenium: '55',
      chromium: '40',
      iodine: '150',
    }),
    ...intakes(partA, 'MGM', {
      vitaminE: '12',
      vitaminC: '80',
      thiamin: '1.1',
      riboflavin: '1.4',
      niacin: '16',
      vitaminB6: '1.4',
      pantothenicAcid: '6',
      potassium: '2000',
      calcium: '800',
      phosphorous: '700',
      magnesium: '375',
      iron: '14',
      zinc: '10',
      copper: '1',
      manganese: '2',
    }),
    ...intakes(partB, 'GRM', {
      totalFat: '70',
      saturatedFat: '20',
      carbohydrates: '260',
      sugars: '90',
      protein: '50',
      salt: '6',
    }),
    ...intakes(`${partB}, by annex I, point 11`, 'MGM', { sodium: '2400' }),
  },
}
