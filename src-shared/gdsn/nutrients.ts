/** Nutrients of a panel, and the codes GDSN has for them: tagnames of INFOODS. */
import { dailyPercentKeyOf } from '../nutrition/model.ts'
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'

interface NutrientCode {
  /** The amount in a panel. */
  key: keyof Nutrition
  /** The code it is written as. */
  code: string
  /** Other codes it is read from: other methods of analysis, which a panel does not tell apart. */
  also?: readonly string[]
}

/** In the order of a panel. Codes that end with a hyphen leave the method of analysis open, as a label does. */
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
/** With where a panel has the share of the daily value, when not beside the amount. */
export const nutrientCodes = codes.map((one) => ({ ...one, percent: dailyPercentKeyOf(one.key) }))

/** Salt, which a panel of the EU has in the place of sodium. */
export const saltCodes: readonly string[] = ['SALTEQ', 'NACL']
export const energyCode = 'ENER-'
/** Energy as it is read: also calculated from what the food is made of, or analysed. */
export const energyCodes: readonly string[] = [energyCode, 'ENERC', 'ENERA']
