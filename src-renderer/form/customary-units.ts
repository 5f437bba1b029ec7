/**
 * The unit a measure is usually given in, so that typing a number is enough. Only a proposal: it is written beside
 * the number, where it can be changed. UN/ECE Recommendation 20 codes.
 */
const byName: Record<string, string> = {
  length: 'CMT',
  height: 'CMT',
  width: 'CMT',
  weight: 'GRM',
  netWeight: 'GRM',
  packageSize: 'GRM',
  totalFat: 'GRM',
  saturatedFat: 'GRM',
  transFat: 'GRM',
  carbohydrates: 'GRM',
  dietaryFiber: 'GRM',
  sugars: 'GRM',
  protein: 'GRM',
  vitaminA: 'MC',
  vitaminD: 'MC',
  vitaminK: 'MC',
  vitaminB12: 'MC',
  folate: 'MC',
  folicAcid: 'MC',
  iodine: 'MC',
  chromium: 'MC',
  selenium: 'MC',
}

/** Milligrams for every nutrient not named above: minerals and most vitamins are labelled so. */
export const customaryUnit = (name: string): string => byName[name] ?? 'MGM'
