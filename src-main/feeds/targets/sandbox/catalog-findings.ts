import type { Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'

/** Messages of problems that only the catalog can find; the business rules are in the vocabulary. */
export const catalogFindings = {
  GTIN_EXISTS: (code: string, item: string) =>
    say`The product code ${code} is that of the item ${item} already. Send it as a refresh to replace it.`,
  GTIN_CONFLICT: (owners: string) =>
    say`The product codes belong to different items: ${owners}. Send each item with its own codes.`,
  GTIN_TWICE: (earlier: string) =>
    say`Item ${earlier} of this feed has the same GTIN. Send an item once; nothing was changed by this one.`,
  GTIN_UNKNOWN: (code: string) => say`No item has the product code ${code}. Create it first.`,
  MANUFACTURER_UNKNOWN: (id: string) =>
    say`There is no manufacturer ${id}. Identifiers come from the manufacturer list.`,
  BRAND_UNKNOWN: (id: string) => say`There is no brand ${id}. Identifiers come from the brand list.`,
  DISTRIBUTOR_UNKNOWN: (id: string) =>
    say`There is no distributor ${id}. Identifiers come from the distributor list.`,
  RETAILER_UNKNOWN: (id: string) => say`There is no retailer ${id}. Identifiers come from the retailer list.`,
  ITEM_UNKNOWN: (id: string) => say`There is no item ${id}. Identifiers come from the item search.`,
} as const
type FindingCode = keyof typeof catalogFindings

/** A problem of an identifier or code that is well-formed, but does not match the catalog. */
export const finding = (code: FindingCode, path: string, value: string, item = ''): Problem => ({
  code,
  path,
  message: catalogFindings[code](value, item),
})
