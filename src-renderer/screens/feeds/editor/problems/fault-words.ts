import { t } from '@lingui/core/macro'
import type { DraftProblemGroup } from '../../../../../src-shared/feeds/draft/model.ts'
import { unreachablePictureCode } from '../../../../../src-shared/feeds/draft/picture-of-problem.ts'
import { fold } from '../../../../../src-shared/values/fold.ts'

interface Named {
  /** The offending value; '' if it differs between the items. */
  found: string
  /** Label of the field. */
  field: string
  /** Label of the element that a unit, a view or another attribute belongs to. */
  owner: string
  /** Path of the field, relative to the item and without positions. */
  path: string
}

/**
 * The fault of each rule, without its remedy, for a group of items. The message of a problem names the values
 * of one item, so it cannot be the title of a group.
 */
const faults: Readonly<Record<string, (named: Named) => string>> = {
  GTIN_INVALID: () => t`the product code is not a valid GTIN`,
  GTIN_REPEATED: () => t`the same GTIN is given twice`,
  GTIN_EXISTS: () => t`already in the catalog`,
  GTIN_UNKNOWN: () => t`not in the catalog, so there is nothing to update`,
  GTIN_CONFLICT: () => t`the product codes belong to different items of the catalog`,
  DIMENSION_MISSING: ({ owner }) => t`${owner} of the package is missing`,
  RETAILER_TWICE: () => t`a retailer is named twice`,
  ITEM_UNKNOWN: () => t`not an item of the catalog`,
  ITEM_NOT_KNOWN_HERE: () => t`not an item of this copy of the catalog`,
  CONTENT_PLUS_DUPLICATES: () =>
    t`an update adds Content+ to what the item has, so entries may be there twice`,
  CATALOG_CONFLICT: ({ field }) => t`${field} was changed both here and in the catalog`,
  CATALOG_NEWER: ({ field }) => t`the catalog has a newer value: ${field}`,
  REFRESH_DROPS: ({ field }) => t`the refresh removes a value that the catalog has: ${field}`,
  REFRESH_UNSEEN: () => t`the refresh replaces content that the copy of the catalog does not show`,
  MEASURE_NOT_POSITIVE: ({ owner }) => t`a measure of zero or less: ${owner}`,
  AMOUNT_NEGATIVE: ({ owner }) => t`an amount below zero: ${owner}`,
  UNIT_MISSING: ({ owner }) => t`${owner} has no unit`,
  URL_INVALID: ({ owner }) => t`the web address is not complete (${owner})`,
  URL_WITH_SPACE: ({ owner }) => t`the web address has spaces (${owner})`,
  [unreachablePictureCode]: () => t`a picture that the service cannot fetch`,
  VIEW_MISSING: () => t`a picture has no view code`,
  TEXT_LONG: ({ field }) => t`too long for shelf labels and shop pages: ${field}`,
  NUTRIENT_PARTS_EXCEED_WHOLE: ({ field }) => t`a part is more than the nutrient it belongs to: ${field}`,
  NUTRIENT_EXCEEDS_SERVING: ({ field }) => t`more than the whole serving weighs: ${field}`,
  ENERGY_NOT_OF_NUTRIENTS: () => t`energy does not fit fat, carbohydrates and protein`,
  KILOJOULES_NOT_OF_KILOCALORIES: () => t`kilojoules and kilocalories are not the same energy`,
  SALT_NOT_OF_SODIUM: () => t`salt does not fit the sodium`,
  PERCENT_NOT_OF_AMOUNT: ({ field, owner, path }) =>
    t`the percentage does not fit the amount (${path.includes('@') ? owner : field})`,
  PANELS_DISAGREE: ({ field }) => t`two nutrition panels say different amounts: ${field}`,
  REQUIRED_BY_SERVICE: ({ field }) => t`the service requires more here: ${field}`,
  WISHED_BY_SERVICE: ({ field }) => t`the service wishes more here: ${field}`,
  'illegal-character': ({ field }) => t`a character that cannot be sent: ${field}`,
  'unknown-attribute': ({ field }) => t`an attribute that the service does not know: ${field}`,
  'unknown-element': ({ field }) => t`an element that the service does not know: ${field}`,
  'unexpected-text': ({ field }) => t`text where none is expected: ${field}`,
  repeated: ({ field }) => t`given twice, although only one is used: ${field}`,
}

/** The fault of each rule about a value that all items of a group have. */
const faultsOfValues: Readonly<Record<string, (named: Named) => string>> = {
  MANUFACTURER_UNKNOWN: ({ found }) => t`“${found}” is not a manufacturer of the list`,
  BRAND_UNKNOWN: ({ found }) => t`“${found}” is not a brand of the list`,
  DISTRIBUTOR_UNKNOWN: ({ found }) => t`“${found}” is not a distributor of the list`,
  CATEGORY_UNKNOWN: ({ found }) => t`“${found}” is not a category of the list`,
  RETAILER_UNKNOWN: ({ found }) => t`“${found}” is not a retailer of the list`,
  UNIT_UNKNOWN: ({ found, owner }) => t`“${found}” is not a unit (${owner})`,
  UNIT_OF_ANOTHER_QUANTITY: ({ found, owner }) => t`“${found}” is a unit of something else (${owner})`,
  COUNTRY_INVALID: ({ found }) => t`“${found}” is not the code of a country`,
  COUNTRY_UNKNOWN: ({ found }) => t`“${found}” is not the code of a country`,
  LANGUAGE_UNKNOWN: ({ found }) => t`“${found}” is not the tag of a language`,
  VIEW_UNKNOWN: ({ found }) => t`“${found}” is not a view code`,
}

/** Codes whose words are made from the name of the field (`problem-words.ts`), or are those of the message. */
export const faultCodes: ReadonlySet<string> = new Set(Object.keys({ ...faults, ...faultsOfValues }))

/** Prefix of problems that the service reported (`src-main/feeds/drafts/check/item-remarks.ts`). */
const refusedPrefix = 'REFUSED:'

/** Whether the value is the exact name of an entry of the list, given in place of its identifier. */
export const isNameOfEntry = ({ found, fixes: [fix] }: DraftProblemGroup): boolean =>
  found !== undefined && fix?.name !== undefined && fold(fix.name) === fold(found)

/**
 * The fault of a problem group in words; undefined if its message is the best title.
 * @param labels of the field, from the outermost element inwards
 */
export function faultOf(group: DraftProblemGroup, labels: string[]): string | undefined {
  const { code, found = '', differs, path } = group
  const field = labels.at(-1) ?? ''
  const owner = labels.at(-2) ?? field
  if (isNameOfEntry(group)) return t`“${found}” is a name, and here belongs its identifier (${field})`
  // All items have the same value, which the message names with what is right.
  if (code === 'invalid') return found === '' && differs ? t`not valid: ${field}` : undefined
  if (code.startsWith(refusedPrefix) && differs)
    return field === '' ? t`refused by the service` : t`refused by the service: ${field}`
  const words = found === '' ? faults[code] : (faultsOfValues[code] ?? faults[code])
  return words?.({ found, field, owner, path })
}
