/** Nutrients of a panel with their GDSN codes, which are INFOODS tagnames. */
import { dailyPercentKeyOf } from '../nutrition/model.ts'
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'

interface NutrientCode {
  /** The member of a panel with the amount. */
  key: keyof Nutrition
  /** The code that is written. */
  code: string
  /** Further codes that are read. They mean other methods of analysis, which a panel does not distinguish. */
  also?: readonly string[]
}

/**
 * In the order of a panel. A code that ends with a hyphen leaves the method of analysis open, as a label
 * does.
 */
const codes: readonly NutrientCode[] = [
  { key: 'totalFat', code: 'FAT', also: ['FATNLEA', 'FATCE'] },
  { key: 'saturatedFat', code: 'FASAT' },
  { key: 'transFat', code: 'FATRN' },
  { key: 'polyunsaturatedFat', code: 'FAPU', also: ['FAPUCIS'] },
  { key: 'monounsaturatedFat', code: 'FAMS', also: ['FAMSCIS'] },
  { key: 'cholesterol', code: 'CHOL-', also: ['CHOLE', 'CHOLC'] },
  { key: 'sodium', code: 'NA' },
  { key: 'potassium', code: 'K' },
  { key: 'carbohydrates', code: 'CHO-', also: ['CHOCDF', 'CHOAVL', 'CHOAVLDF', 'CHOCSM'] },
  { key: 'dietaryFiber', code: 'FIBTG', also: ['FIBTSW', 'FIB-', 'FIBC', 'FIBND'] },
  { key: 'solubleFiber', code: 'FIBSOL' },
  { key: 'insolubleFiber', code: 'FIBINS' },
  { key: 'sugars', code: 'SUGAR-', also: ['SUGAR'] },
  { key: 'sugarAlcohol', code: 'POLYL', also: ['POLYLS'] },
  { key: 'protein', code: 'PRO-', also: ['PROCNT', 'PROCNA', 'PROCNP'] },
  { key: 'chromium', code: 'CR' },
  { key: 'folate', code: 'FOL', also: ['FOLDFE', 'FOL-', 'FOLFD'] },
  { key: 'manganese', code: 'MN' },
  { key: 'pantothenicAcid', code: 'PANTAC' },
  { key: 'selenium', code: 'SE' },
  { key: 'vitaminK', code: 'VITK', also: ['VITK1', 'VITK-'] },
  { key: 'vitaminA', code: 'VITA-', also: ['VITA', 'VITAA', 'VITA_RAE'] },
  { key: 'vitaminC', code: 'VITC-', also: ['VITC'] },
  { key: 'calcium', code: 'CA' },
  { key: 'iron', code: 'FE' },
  { key: 'copper', code: 'CU' },
  { key: 'folicAcid', code: 'FOLAC' },
  { key: 'iodine', code: 'ID' },
  { key: 'magnesium', code: 'MG' },
  { key: 'niacin', code: 'NIA', also: ['NIAEQ'] },
  { key: 'vitaminE', code: 'VITE-', also: ['VITE', 'TOCPHA'] },
  { key: 'zinc', code: 'ZN' },
  { key: 'phosphorous', code: 'P' },
  { key: 'riboflavin', code: 'RIBF' },
  { key: 'thiamin', code: 'THIA', also: ['THIA-', 'THIAHCL'] },
  { key: 'vitaminB12', code: 'VITB12' },
  { key: 'vitaminB6', code: 'VITB6-', also: ['VITB6A', 'VITB6C'] },
  { key: 'vitaminD', code: 'VITD-', also: ['VITD', 'CHOCAL'] },
]
/**
 * Each code with the panel's member for the percent daily value, if that is not an attribute of the amount.
 */
export const nutrientCodes = codes.map((one) => ({ ...one, percent: dailyPercentKeyOf(one.key) }))

/** Codes for salt, which an EU panel has in place of sodium. */
export const saltCodes: readonly string[] = ['SALTEQ', 'NACL']
export const energyCode = 'ENER-'
/**
 * Codes that are read as energy; they include energy calculated from the composition, and analysed energy.
 */
export const energyCodes: readonly string[] = [energyCode, 'ENERC', 'ENERA']
