import { type Basic, basics } from '../../../src-shared/catalog/model.ts'

/**
 * The packed facts of an item: 32-bit words in native byte order (little-endian on every supported machine).
 * The first word is the item's number, so that the facts of many items can be read as one concatenated value.
 */
export const fact = {
  item: 0,
  /** Numbers of `item_value`; 0 for none. */
  brand: 1,
  manufacturer: 2,
  /** The number that stands for the item's entire list of categories. */
  categories: 3,
  /** Number of the package type, and of the status << 16. */
  packageAndStatus: 4,
  /** One bit per missing entry of `basics`, and one per entry of `allergenIds` << 16. */
  missingAndAllergens: 5,
  /** One bit per view number, the last one for all other views; and the number of pictures << 24. */
  viewsAndPictures: 6,
  /** Tenths of a kilocalorie per 100 g or ml (`unknownEnergy` if unknown), and completeness << 16. */
  energyAndCompleteness: 7,
  /** Net content in grams or millilitres, as the bits of a 32-bit float; 0 if unknown. */
  size: 8,
  /** Seconds since the epoch. */
  updated: 9,
  /** The first twelve bytes of the folded name, in big-endian order. */
  name: 10,
  /** The first GTIN-14 in two words: its first and its last seven digits. */
  gtin: 13,
} as const
export const factWords = 15

/** A bit field in one word of the facts. */
export interface FactPart {
  word: number
  shift: number
  mask: number
}
export const wholeWord = (word: number): FactPart => ({ word, shift: 0, mask: -1 })

/** The bit fields that contain value numbers. */
export const valueParts: Record<'brand' | 'manufacturer' | 'categories' | 'package' | 'status', FactPart> = {
  brand: wholeWord(fact.brand),
  manufacturer: wholeWord(fact.manufacturer),
  categories: wholeWord(fact.categories),
  package: { word: fact.packageAndStatus, shift: 0, mask: 0xffff },
  status: { word: fact.packageAndStatus, shift: 16, mask: 0xffff },
}
export const viewsPart: FactPart = { word: fact.viewsAndPictures, shift: 0, mask: 0xffffff }
export const picturesPart: FactPart = { word: fact.viewsAndPictures, shift: 24, mask: 0xff }
export const completenessPart: FactPart = { word: fact.energyAndCompleteness, shift: 16, mask: 0xffff }

export const unknownEnergy = 0xffff
export const lastView = 23

/** Changes of facts are tracked per range of this many items. */
export const rangeBits = 12
export const rangeLength = 1 << rangeBits

/** The bit of each entry of `basics` among the missing ones. */
export const basicBits = Object.fromEntries(basics.map(({ id }, bit) => [id, 1 << bit])) as Record<
  Basic,
  number
>
