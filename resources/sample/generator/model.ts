import type { FontName } from './fonts.ts'

/** What a line of products says once for all of its variants; see `lines/`. */
export type PackKind =
  | 'gable'
  | 'brick'
  | 'carton'
  | 'bottle'
  | 'glass'
  | 'jug'
  | 'can'
  | 'tin'
  | 'jar'
  | 'tub'
  | 'cup'
  | 'tube'
  | 'pouch'
  | 'bag'
  | 'wrap'
  | 'tray'
  | 'canister'
  | 'pump'
  | 'spray'
  | 'sack'
  | 'squeeze'
  | 'aerosol'
  | 'bundle'
  | 'stick'

/** How a brand arranges its front. */
type Style = 'classic' | 'block' | 'arch' | 'diagonal' | 'minimal' | 'medallion'
export type Pattern =
  | 'none'
  | 'dots'
  | 'stripes'
  | 'waves'
  | 'rays'
  | 'leaves'
  | 'grid'
  | 'confetti'
  | 'hills'
  | 'lattice'

export interface Manufacturer {
  id: string
  name: string
}
export interface Brand {
  id: string
  name: string
  manufacturer: string
  font: FontName
  /** The font of product names; the brand's own is kept for the wordmark. */
  nameFont: FontName
  base: string
  deep: string
  accent: string
  paper: string
  style: Style
  pattern: Pattern
  tagline: string
  /** Sold by one retailer only. */
  privateLabel?: boolean
}

/** Grams, except cholesterol, sodium and minerals in milligrams, vitamins A, D, K, folate and B12 in micrograms. One serving. */
export interface NutritionFacts {
  fat: number
  sat: number
  trans?: number
  chol?: number
  na: number
  carb: number
  fiber?: number
  sugar: number
  protein: number
  vitaminA?: number
  vitaminC?: number
  vitaminD?: number
  vitaminE?: number
  vitaminB6?: number
  vitaminB12?: number
  calcium?: number
  iron?: number
  magnesium?: number
  zinc?: number
  phosphorous?: number
  riboflavin?: number
  thiamin?: number
  niacin?: number
  folate?: number
  folicAcid?: number
  selenium?: number
  iodine?: number
  copper?: number
  manganese?: number
  chromium?: number
  pantothenicAcid?: number
  vitaminK?: number
  /** Kilocalories that are in neither fat, carbohydrate nor protein. */
  alcohol?: number
}

export type Flag =
  | 'isAerosol'
  | 'isChemical'
  | 'isPesticide'
  | 'hasBatteries'
  | 'containsMercury'
  | 'hasFuelContainer'
  | 'containsPaperWood'
  | 'hasExpiration'
  | 'hasWarranty'
  | 'isProp65WarningRequired'
  | 'isTemperatureSensitive'
  | 'isControlledSubstance'
  | 'hasStateRestrictions'
  | 'isNutritionFactsLabelRequired'

/** Net content of one package. `ct` counts pieces. */
export type Net = readonly [measure: number, unit: 'g' | 'ml' | 'ct']

export interface Variant {
  name: string
  colour: string
  /** Illustrations, the first one largest. */
  art: string
  /** Fills `{x}` of the line's ingredients. */
  x?: string
  facts?: Partial<NutritionFacts>
  net?: Net
  size?: readonly [width: number, height: number, depth: number]
  /** What the line says, where it is not true of this one. */
  warnings?: string[]
  text?: string
  claims?: string[]
  ingredients?: string
  flags?: Flag[]
  /** Grams of one piece, for what is counted. */
  piece?: number
}
export interface Line {
  brand: string
  category: string
  /** `{v}` stands for the variant's name. */
  name: string
  pack: PackKind
  /** Centimetres: width, height, depth of the front. */
  size: readonly [width: number, height: number, depth: number]
  net: Net
  /** Weight of the empty package in grams. */
  tare: number
  /** Metric measure and unit, then the household measure. */
  serving?: readonly [measure: number, unit: 'g' | 'ml', amount: number, word: string]
  facts?: NutritionFacts
  ingredients?: string
  /** `{v}` is the variant's name in small letters. */
  text: string
  es?: string
  fr?: string
  claims: string[]
  kosher?: number
  keep?: 'FROZEN' | 'REFRIGERATED' | 'SHELF_STABLE'
  origin: string
  warnings?: string[]
  directions?: string
  flags?: Flag[]
  season?: boolean
  units?: number
  variants: Variant[]
}

/** One package on a shelf: a variant of a line, with everything the documents and the drawings need. */
export interface SampleProduct {
  gtin: string
  line: Line
  variant: Variant
  brand: Brand
  manufacturer: Manufacturer
  distributorId: string
  importerId?: string
  categoryId: string
  department: string
  name: string
  /** What the package says of itself, in one or two sentences. */
  said: string
  claims: readonly string[]
  warnings: readonly string[]
  net: Net
  size: readonly [width: number, height: number, depth: number]
  ingredients: string
  facts?: NutritionFacts
  kilocalories?: number
  servings?: string
}
