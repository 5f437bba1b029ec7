/**
 * The numbered parts of a stored item record. The catalog stores their positions for each record (its
 * outline). Responses omit parts by version and profile, and the history compares versions by part.
 */

/** The part numbers. They are stored, so they never change. */
export const part = {
  item: 0,
  name: 1,
  marketingDescription: 2,
  otherDescription: 3,
  ecommerceDescription: 4,
  manufacturerEcommerceDescription: 5,
  upcs: 6,
  categories: 7,
  created: 8,
  lastUpdated: 9,
  media: 10,
  packageData: 11,
  products: 12,
  packageDistributor: 13,
  packageImporter: 14,
  attributes: 15,
  otherOfItem: 16,
  product: 17,
  brand: 18,
  manufacturer: 19,
  otherOfProduct: 20,
  grocery: 21,
  nutritions: 22,
  otherOfGrocery: 23,
} as const
export type RecordPart = (typeof part)[keyof typeof part]
