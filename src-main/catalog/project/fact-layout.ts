import { type Basic, basics } from '../../../src-shared/catalog/model.ts'
import { uncounted } from '../../../src-shared/completeness/score-bands.ts'

/**
 * The packed facts of an item: 32-bit words in native byte order (little-endian on every supported machine).
 * The first word is the item's number, so that the facts of many items can be read as one concatenated value.
 */
export const fact = {
  item: 0,
  /** `number` in the table `item_value`; 0 for none. */
  brand: 1,
  manufacturer: 2,
  /** `number` in `item_value` of the item's complete list of categories. */
  categories: 3,
  /** Bits 0-15: number of the package type. Bits 16-31: number of the status. */
  packageAndStatus: 4,
  /** Bits 0-15: one per entry of `basics`, set if missing. Bits 16-31: one per entry of `allergenIds`. */
  missingAndAllergens: 5,
  /** Bits 0-22: one per view number from 1; bit 23: any other view. Bits 24-31: number of pictures. */
  viewsAndPictures: 6,
  /**
   * Bits 0-15: tenths of a kilocalorie per 100 g or ml; `unknownEnergy` if unknown. Bits 16-22: score in percent,
   * or `notScored`. Bits 23-31: generation of the score; in memory 0, and `uncounted` if the score is not valid.
   */
  energyAndScore: 7,
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

/** Bits of the views in the word `viewsAndPictures`, one for each view number. */
export const viewsIn = (word: number): number => word & 0xffffff
/** Number of pictures in the word `viewsAndPictures`. */
export const picturesIn = (word: number): number => word >>> 24

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
export const scorePart: FactPart = { word: fact.energyAndScore, shift: 16, mask: 0x7f }

export const energyPart: FactPart = { word: fact.energyAndScore, shift: 0, mask: 0xffff }
export const unknownEnergy = 0xffff

/** Number of generations of scores; a generation is counted by the same requirements. */
export const maxGeneration = 0x1ff

/** Byte offset of bits 16-31 of `energyAndScore`. */
export const scoreOffset = 4 * fact.energyAndScore + 2

/** Bits 16-31 of `energyAndScore` as stored. */
export const packedScore = (generation: number, score: number): number => (generation << 7) | score

/** The score in a stored word of facts; `uncounted` if it belongs to another generation. */
export function scoreIn(energyAndScore: number, generation: number): number {
  const packed = energyAndScore >>> 16
  return generation !== 0 && packed >>> 7 === generation ? packed & 0x7f : uncounted
}
export const lastView = 23

/** Changes of facts are tracked per range of `rangeLength` items. */
export const rangeBits = 12
export const rangeLength = 1 << rangeBits
/**
 * Offset of the column of a word in the facts of a range in memory, which are stored column by column: a loop
 * over one column reads contiguous memory.
 */
export const columnOf = (word: number): number => word << rangeBits

/** Bit of each entry of `basics` in the word `missingAndAllergens`. */
export const basicBits = Object.fromEntries(basics.map(({ id }, bit) => [id, 1 << bit])) as Record<
  Basic,
  number
>
