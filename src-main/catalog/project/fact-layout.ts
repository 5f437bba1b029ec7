import { type Basic, basics } from '../../../src-shared/catalog/model.ts'

/**
 * The packed facts of an item: words of 32 bits, in the byte order of the machine's own (every machine this runs on is
 * little-endian). The first word is the item's number, so that many can be read joined.
 */
export const fact = {
  item: 0,
  /** Numbers of `item_value`; 0 for none. */
  brand: 1,
  manufacturer: 2,
  /** Of the whole list of the item's categories. */
  categories: 3,
  /** Number of the kind of package, and of the status << 16. */
  packageAndStatus: 4,
  /** A bit for each of `basics` that is missing, and of `allergenIds` << 16. */
  missingAndAllergens: 5,
  /** A bit for each view by its number, the last for all others, and the number of pictures << 24. */
  viewsAndPictures: 6,
  /** Tenths of a kilocalorie in 100 g or ml (`unknownEnergy` where that is not known), and completeness << 16. */
  energyAndCompleteness: 7,
  /** Grams or millilitres of net content as the bits of a 32-bit float; 0 where not known. */
  size: 8,
  /** Seconds since the epoch. */
  updated: 9,
  /** The first twelve bytes of the folded name, the first byte highest. */
  name: 10,
  /** The first GTIN of 14 digits: its first seven, its last seven. */
  gtin: 13,
} as const
export const factWords = 15

/** A part of one word of the facts. */
export interface FactPart {
  word: number
  shift: number
  mask: number
}
export const wholeWord = (word: number): FactPart => ({ word, shift: 0, mask: -1 })

/** Where the numbers of values are. */
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

/** Facts are counted as changed by ranges of so many items. */
export const rangeBits = 12
export const rangeLength = 1 << rangeBits

/** A record of these has all the basics. */
export const basicBits = Object.fromEntries(basics.map(({ id }, bit) => [id, 1 << bit])) as Record<
  Basic,
  number
>
