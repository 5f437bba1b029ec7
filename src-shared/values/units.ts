/**
 * Units of measure: UN/ECE Recommendation 20 codes, with their symbols and the spellings found in source
 * data.
 */

import { say } from '../texts/say.ts'
import type { Option } from '../vocabulary/kit/leaf.ts'
import { type Decimal, decimal } from './decimal.ts'

export interface Unit {
  /** UN/ECE Rec 20 code, such as `GRM`. */
  code: string
  /** Symbol for display, such as `g`. */
  symbol: string
  name: string
  quantity: 'mass' | 'volume' | 'length' | 'energy' | 'count' | 'share'
  /** Other spellings, lower case. */
  aliases: readonly string[]
}

/** The names of the measured quantities. */
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

/** The units used for consumer products, the most common of each quantity first. */
export const units: readonly Unit[] = [
  unit(
    'GRM',
    'g',
    'gram',
    'mass',
    'gr',
    'gm',
    'gms',
    'grams',
    'gramm',
    'gramme',
    'grammes',
    'gramo',
    'gramos',
    'grammo',
    'grammi',
    'grs',
    'г',
    'гр',
    '克',
    '公克',
  ),
  unit(
    'KGM',
    'kg',
    'kilogram',
    'mass',
    'kgs',
    'kilo',
    'kilos',
    'kilograms',
    'kilogramm',
    'kilogramme',
    'kilogrammes',
    'kilogramo',
    'kilogramos',
    'chilogrammo',
    'chilogrammi',
    'кг',
    '千克',
    '公斤',
  ),
  unit(
    'MGM',
    'mg',
    'milligram',
    'mass',
    'milligrams',
    'milligramm',
    'milligramme',
    'milligrammes',
    'miligramo',
    'miligramos',
    'milligrammi',
    'мг',
    '毫克',
    // Equivalents, in which labels state niacin and vitamin E.
    'mg ne',
    'mg α-te',
    'mg a-te',
    'mg alpha-te',
    'mg te',
    'mg ate',
  ),
  unit(
    'MC',
    'µg',
    'microgram',
    'mass',
    'ug',
    'μg',
    'mcg',
    'micrograms',
    'mikrogramm',
    'microgramme',
    'microgrammes',
    'microgramo',
    'microgramos',
    // Equivalents, in which labels state vitamin A.
    'mcg rae',
    'µg rae',
    'μg rae',
    'ug rae',
    'µg re',
    'μg re',
    'mcg re',
    'ug re',
  ),
  unit('ONZ', 'oz', 'ounce', 'mass', 'ozs', 'ounces', 'unze', 'unzen', 'once', 'onces', 'onza', 'onzas'),
  unit('LBR', 'lb', 'pound', 'mass', 'lbs', 'pounds', 'libra', 'libras'),
  unit(
    'MLT',
    'ml',
    'millilitre',
    'volume',
    'mls',
    'millilitres',
    'milliliter',
    'milliliters',
    'mililitro',
    'mililitros',
    'millilitri',
    'мл',
    '毫升',
    'cc',
  ),
  unit(
    'LTR',
    'l',
    'litre',
    'volume',
    'lt',
    'ltr',
    'liter',
    'litres',
    'liters',
    'litro',
    'litros',
    'litri',
    'л',
    '升',
  ),
  unit(
    'CLT',
    'cl',
    'centilitre',
    'volume',
    'centilitres',
    'centiliter',
    'centiliters',
    'zentiliter',
    'centilitro',
    'centilitros',
    'centilitri',
  ),
  unit(
    'DLT',
    'dl',
    'decilitre',
    'volume',
    'decilitres',
    'deciliter',
    'deciliters',
    'deziliter',
    'decilitro',
    'decilitros',
  ),
  unit(
    'OZA',
    'fl oz',
    'fluid ounce (US)',
    'volume',
    'floz',
    'fl ozs',
    'fluid oz',
    'fluid ounce',
    'fluid ounces',
  ),
  unit('OZI', 'fl oz (UK)', 'fluid ounce (UK)', 'volume'),
  unit('PTL', 'pt', 'pint (US)', 'volume', 'pint', 'pints'),
  unit('QTL', 'qt', 'quart (US)', 'volume', 'qts', 'quart', 'quarts'),
  unit('GLL', 'gal', 'gallon (US)', 'volume', 'gals', 'gallon', 'gallons'),
  unit(
    'CMT',
    'cm',
    'centimetre',
    'length',
    'cms',
    'centimetres',
    'centimeter',
    'centimeters',
    'zentimeter',
    'centimètre',
    'centimètres',
    'centímetro',
    'centímetros',
  ),
  unit(
    'MMT',
    'mm',
    'millimetre',
    'length',
    'millimetres',
    'millimeter',
    'millimeters',
    'millimètre',
    'millimètres',
    'milímetro',
    'milímetros',
  ),
  unit('MTR', 'm', 'metre', 'length', 'metres', 'meter', 'meters', 'mètre', 'mètres', 'metro', 'metros'),
  unit('INH', 'in', 'inch', 'length', '"', 'inches', 'zoll', 'pouce', 'pouces', 'pulgada', 'pulgadas'),
  unit('FOT', 'ft', 'foot', 'length', "'", 'feet'),
  unit(
    'E14',
    'kcal',
    'kilocalorie',
    'energy',
    'cal',
    'calorie',
    'calories',
    'kilocalories',
    'kcals',
    'kilokalorie',
    'kilokalorien',
    'kilocaloría',
    'kilocalorías',
  ),
  unit('KJO', 'kJ', 'kilojoule', 'energy', 'kilojoules', 'kilojulio', 'kilojulios'),
  unit(
    'EA',
    'each',
    'each',
    'count',
    'ea',
    'pcs',
    'pc',
    'ct',
    'count',
    'pieces',
    'units',
    'stück',
    'stk',
    'pièce',
    'pièces',
    'unité',
    'unités',
    'pieza',
    'piezas',
    'unidad',
    'unidades',
    'ud',
    'uds',
    'pz',
    'pezzo',
    'pezzi',
    'stuk',
    'stuks',
  ),
  unit('H87', 'piece', 'piece', 'count'),
  unit('C62', 'one', 'one', 'count'),
  unit('DZN', 'dz', 'dozen', 'count', 'doz'),
  unit('NIU', 'IU', 'international unit', 'count', 'ui', 'i.u.', 'i.e.'),
  unit('P1', '%', 'per cent', 'share', 'percent', 'pct'),
]

/** Size in grams, millilitres, millimetres or kilojoules: exact by the definitions of the units. */
const sizes = new Map(
  Object.entries({
    GRM: '1',
    KGM: '1000',
    MGM: '0.001',
    MC: '0.000001',
    ONZ: '28.349523125',
    LBR: '453.59237',
    MLT: '1',
    LTR: '1000',
    CLT: '10',
    DLT: '100',
    OZA: '29.5735295625',
    OZI: '28.4130625',
    PTL: '473.176473',
    QTL: '946.352946',
    GLL: '3785.411784',
    CMT: '10',
    MMT: '1',
    MTR: '1000',
    INH: '25.4',
    FOT: '304.8',
    E14: '4.184',
    KJO: '1',
  }).map(([code, size]) => [code, decimal(size)]),
)

/** The size of a unit of mass, volume, length or energy, for comparison with units of the same quantity. */
export const sizeOf = ({ code }: Unit): Decimal | undefined => sizes.get(code)

const spelling = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
/** Removes the periods of abbreviations: `fl.oz.` becomes `fl oz`. */
const withoutPoints = (text: string): string =>
  spelling(text.replace(/\.(?=\s|$)/g, '').replace(/\.(?=\p{L})/gu, ' '))

const bySpelling = new Map<string, Unit>()
for (const one of units) {
  for (const text of [one.code, one.symbol, one.name, ...one.aliases]) {
    if (!bySpelling.has(spelling(text))) bySpelling.set(spelling(text), one)
  }
}

/** Fast path: the units by code, in their usual spelling. */
const byCode = new Map(units.map(({ code }) => [code, bySpelling.get(spelling(code))]))

/** The unit with this code, symbol, name or alias, case-insensitive; `undefined` for an unknown one. */
export const unitOf = (text: string): Unit | undefined =>
  byCode.get(text) ??
  bySpelling.get(spelling(text)) ??
  (text.includes('.') ? bySpelling.get(withoutPoints(text)) : undefined)

/** The code of a unit; the text of an unknown unit is returned unchanged. */
export const unitCode = (text: string): string => unitOf(text)?.code ?? text

/** The symbol of a unit; the text of an unknown unit is returned unchanged. */
export const unitSymbol = (text: string): string => unitOf(text)?.symbol ?? text

/** The quantities of some unit codes. */
export const quantitiesOfUnits = (codes: readonly string[]): ReadonlySet<Unit['quantity']> =>
  new Set(codes.flatMap((code) => unitOf(code)?.quantity ?? []))

/** The units of the given quantities (all units if none is given), as form options. */
export const unitOptions = (...quantities: Unit['quantity'][]): Option[] =>
  units
    .filter(({ quantity }) => quantities.length === 0 || quantities.includes(quantity))
    .map(({ code, symbol, name }) => ({ value: code, label: symbol === name ? name : `${symbol} (${name})` }))
