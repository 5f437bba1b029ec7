/**
 * Units of measure: UN/ECE Recommendation 20 codes, with the symbols people read and the spellings sources use.
 * Measures stay text; nothing here calculates with them.
 */
import { say } from './texts/say.ts'
import type { Option } from './vocabulary/kit/leaf.ts'

export interface Unit {
  /** UN/ECE Rec 20 code, such as `GRM`. */
  code: string
  /** What a person reads, such as `g`. */
  symbol: string
  name: string
  quantity: 'mass' | 'volume' | 'length' | 'energy' | 'count' | 'share'
  /** Other spellings, lower case. */
  aliases: readonly string[]
}

/** What is measured, in words. */
export const quantityWords: Readonly<Record<Unit['quantity'], string>> = {
  mass: say`mass`,
  volume: say`volume`,
  length: say`length`,
  energy: say`energy`,
  count: say`count`,
  share: say`share`,
}

const unit = (
  code: string,
  symbol: string,
  name: string,
  quantity: Unit['quantity'],
  ...aliases: string[]
): Unit => ({
  code,
  symbol,
  name,
  quantity,
  aliases,
})

/** The units consumer products are described with, the commonest of each quantity first. */
export const units: readonly Unit[] = [
  unit('GRM', 'g', 'gram', 'mass', 'gr', 'gram', 'grams'),
  unit('KGM', 'kg', 'kilogram', 'mass', 'kilo', 'kilogram', 'kilograms'),
  unit('MGM', 'mg', 'milligram', 'mass', 'milligram', 'milligrams'),
  unit('MC', 'µg', 'microgram', 'mass', 'ug', 'μg', 'mcg', 'microgram', 'micrograms'),
  unit('ONZ', 'oz', 'ounce', 'mass', 'ounce', 'ounces'),
  unit('LBR', 'lb', 'pound', 'mass', 'lbs', 'pound', 'pounds'),
  unit('MLT', 'ml', 'millilitre', 'volume', 'millilitre', 'milliliter', 'cc'),
  unit('LTR', 'l', 'litre', 'volume', 'lt', 'litre', 'liter', 'litres', 'liters'),
  unit('CLT', 'cl', 'centilitre', 'volume', 'centilitre', 'centiliter'),
  unit('DLT', 'dl', 'decilitre', 'volume', 'decilitre', 'deciliter'),
  unit('OZA', 'fl oz', 'fluid ounce (US)', 'volume', 'floz', 'fl. oz.', 'fl.oz', 'fluid ounce'),
  unit('OZI', 'fl oz (UK)', 'fluid ounce (UK)', 'volume'),
  unit('PTL', 'pt', 'pint (US)', 'volume', 'pint', 'pints'),
  unit('QTL', 'qt', 'quart (US)', 'volume', 'quart', 'quarts'),
  unit('GLL', 'gal', 'gallon (US)', 'volume', 'gallon', 'gallons'),
  unit('CMT', 'cm', 'centimetre', 'length', 'centimetre', 'centimeter'),
  unit('MMT', 'mm', 'millimetre', 'length', 'millimetre', 'millimeter'),
  unit('MTR', 'm', 'metre', 'length', 'metre', 'meter'),
  unit('INH', 'in', 'inch', 'length', '"', 'inch', 'inches'),
  unit('FOT', 'ft', 'foot', 'length', 'foot', 'feet'),
  unit('E14', 'kcal', 'kilocalorie', 'energy', 'cal', 'calorie', 'calories', 'kilocalorie', 'kilocalories'),
  unit('KJO', 'kJ', 'kilojoule', 'energy', 'kilojoule', 'kilojoules'),
  unit('EA', 'each', 'each', 'count', 'ea', 'pcs', 'pc', 'ct', 'count', 'pieces'),
  unit('H87', 'piece', 'piece', 'count'),
  unit('C62', 'one', 'one', 'count'),
  unit('DZN', 'dz', 'dozen', 'count', 'doz'),
  unit('NIU', 'IU', 'international unit', 'count', 'i.u.', 'ui'),
  unit('P1', '%', 'per cent', 'share', 'percent', 'pct'),
]

const spelling = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

const bySpelling = new Map<string, Unit>()
for (const one of units) {
  for (const text of [one.code, one.symbol, one.name, ...one.aliases]) {
    if (!bySpelling.has(spelling(text))) bySpelling.set(spelling(text), one)
  }
}

/** The units by their codes as they are written nearly always: nothing has to be made of such a text. */
const byCode = new Map(units.map(({ code }) => [code, bySpelling.get(spelling(code))]))

/** The unit that a text names by code, symbol, name or alias, in upper or lower case; `undefined` for an unknown one. */
export const unitOf = (text: string): Unit | undefined => byCode.get(text) ?? bySpelling.get(spelling(text))

/** The code of the unit that a text names; the text of an unknown unit is unchanged. */
export const unitCode = (text: string): string => unitOf(text)?.code ?? text

/** The symbol of a unit for a person; the text of an unknown unit is unchanged. */
export const unitSymbol = (text: string): string => unitOf(text)?.symbol ?? text

/** The units of the named quantities (of all, when none is named), as options of a form. */
export const unitOptions = (...quantities: Unit['quantity'][]): Option[] =>
  units
    .filter(({ quantity }) => quantities.length === 0 || quantities.includes(quantity))
    .map(({ code, symbol, name }) => ({ value: code, label: symbol === name ? name : `${symbol} (${name})` }))
