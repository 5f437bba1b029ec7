/**
 * The business rules of item feeds in addition to the schema: one table with codes, used by the checks of a
 * draft and by the service. A feed that violates the schema is refused completely. An item that violates a
 * rule fails alone (`DATA_ERROR`). Warnings, for matters that the specification leaves open, do not fail an
 * item.
 */

import type { Problem } from '../../problem.ts'
import { say } from '../../texts/say.ts'
import { gtin14, isGtinType, isValidGtin } from '../../values/gtin.ts'
import { type IngestItem, type IngestItems, ingestItem, type Measure } from '../elements/ingest.ts'
import { pathOf, trail } from '../kit/path.ts'
import { valueViolations } from './broken-values.ts'
import { nutritionRules } from './nutrition-rules.ts'

/** How a kind of item feed uses its items. */
interface ItemUse {
  /**
   * Members that the service changes, in addition to the product codes; all when absent: the complete
   * record is written.
   */
  readonly changes?: readonly string[]
  /** Maximum items in one feed. */
  readonly maxItems?: number
}

interface Finding {
  /** Path below the item, without the item's own segment; empty for the item itself. */
  at: string
  message?: string
}
interface IngestRule {
  /** Stable code for programs; the `code` of an `ingestionError`. */
  readonly code: string
  /** Whether the rule applies only to feeds that write complete records. */
  readonly isOfWholeRecords: boolean
  /** Absent: an error. */
  readonly severity?: 'warning'
  readonly message: string
  /** Path below `items/item` of the field that a form marks as required because of this rule. */
  readonly requires?: string
  /** The violations of the rule in an item; empty if there are none. */
  readonly broken: (item: IngestItem) => Finding[]
}

const blank = (text: string | undefined): boolean => text === undefined || text.trim() === ''
const required = (
  code: string,
  at: string,
  message: string,
  value: (item: IngestItem) => string | undefined,
): IngestRule => ({
  code,
  isOfWholeRecords: true,
  message,
  requires: at,
  broken: (item) => (blank(value(item)) ? [{ at }] : []),
})

const eachProduct = (item: IngestItem) =>
  (item.products ?? []).map((product, index) => ({ product, at: `products/product[${index + 1}]` }))

/** The valid GTINs of an item, unchanged and without duplicates in different spellings. */
export function itemGtins({ productCodes = [] }: IngestItem): string[] {
  const found = new Map<string | undefined, string>()
  for (const { type, text } of productCodes)
    if (isGtinType(type) && isValidGtin(text) && !found.has(gtin14(text))) found.set(gtin14(text), text)
  return [...found.values()]
}

/** The first valid GTIN of an item, unchanged; `undefined` if it has none. */
export const itemGtin = (item: IngestItem): string | undefined => itemGtins(item)[0]

const sides = ['length', 'height', 'width'] as const
const sideWords = {
  length: say`Also give the length of the package.`,
  height: say`Also give the height of the package.`,
  width: say`Also give the width of the package.`,
  weight: say`Also give the weight of the package.`,
}

/** The rules, in reporting order. */
export const ingestRules: readonly IngestRule[] = [
  required('TYPE_REQUIRED', '@type', say`Enter the kind of item, such as grocery.`, ({ type }) => type),
  required(
    'TITLE_REQUIRED',
    'ecommerceTitle',
    say`Give the item its e-commerce title.`,
    (item) => item.ecommerceTitle,
  ),
  {
    code: 'GTIN_REQUIRED',
    isOfWholeRecords: false,
    message: say`Give the item one valid GTIN among its product codes.`,
    requires: 'productCodes/productCode',
    broken: (item) => {
      const hasGtin = (item.productCodes ?? []).some(({ type, text }) => isGtinType(type) && !blank(text))
      return hasGtin ? [] : [{ at: 'productCodes' }]
    },
  },
  {
    code: 'GTIN_INVALID',
    isOfWholeRecords: false,
    message: say`A GTIN has 8, 12, 13 or 14 digits, and the last one is its check digit.`,
    broken: (item) =>
      (item.productCodes ?? []).flatMap(({ type, text }, index) =>
        isGtinType(type) && !blank(text) && !isValidGtin(text)
          ? [
              {
                at: `productCodes/productCode[${index + 1}]`,
                message: say`${text} is not a valid GTIN: it has 8, 12, 13 or 14 digits, and the last one is its check digit.`,
              },
            ]
          : [],
      ),
  },
  required(
    'MANUFACTURER_REQUIRED',
    'manufacturerId',
    say`Choose the manufacturer.`,
    (item) => item.manufacturerId,
  ),
  required(
    'CATEGORY_REQUIRED',
    'categoryId',
    say`Choose the category of the item.`,
    (item) => item.categoryId,
  ),
  {
    code: 'PRODUCT_REQUIRED',
    isOfWholeRecords: true,
    message: say`Describe at least one product.`,
    requires: 'products/product',
    broken: ({ products = [] }) => (products.length === 0 ? [{ at: 'products/product[1]' }] : []),
  },
  {
    code: 'PRODUCT_DESCRIPTION_REQUIRED',
    isOfWholeRecords: true,
    message: say`Describe the product.`,
    requires: 'products/product/description',
    broken: (item) =>
      eachProduct(item).flatMap(({ product, at }) =>
        blank(product.description) ? [{ at: `${at}/description` }] : [],
      ),
  },
  {
    code: 'BRAND_REQUIRED',
    isOfWholeRecords: true,
    message: say`Choose the brand from the list, or enter it in words.`,
    broken: (item) =>
      eachProduct(item).flatMap(({ product, at }) =>
        blank(product.brandId) && blank(product.brandDescription) ? [{ at: `${at}/brandId` }] : [],
      ),
  },
  {
    code: 'GTIN_REPEATED',
    isOfWholeRecords: false,
    severity: 'warning',
    message: say`The codes of one type must not repeat a GTIN, in any spelling.`,
    broken: ({ productCodes = [] }) => {
      const first = new Map<string, number>()
      return productCodes.flatMap(({ type, text }, index) => {
        if (!isGtinType(type) || !isValidGtin(text)) return []
        // The same code may occur as a UPC and, padded, as a GTIN.
        const key = `${(type ?? '').trim().toLowerCase()} ${gtin14(text)}`
        const before = first.get(key)
        if (before === undefined) {
          first.set(key, index)
          return []
        }
        const at = `productCodes/productCode[${index + 1}]`
        return [{ at, message: say`${text} repeats the GTIN of code ${before + 1}. Remove one of them.` }]
      })
    },
  },
  {
    code: 'DIMENSION_MISSING',
    isOfWholeRecords: true,
    severity: 'warning',
    message: say`A package with dimensions needs its length, height, width and weight.`,
    broken: ({ packageData }) => {
      const isMissing = (name: (typeof sides)[number] | 'weight'): boolean => {
        const measure: Measure | undefined = packageData?.[name]
        return blank(measure?.measure)
      }
      // Most correct data has only the net content or the weight, and no package measures.
      if (sides.every(isMissing)) return []
      return [...sides, 'weight' as const].filter(isMissing).map((name) => ({
        at: `packageData/${name}/measure`,
        message: sideWords[name],
      }))
    },
  },
  {
    code: 'RETAILER_TWICE',
    isOfWholeRecords: false,
    severity: 'warning',
    message: say`List each retailer once, with all of its content.`,
    broken: ({ manufacturerContent = [] }) =>
      duplicateRetailers(manufacturerContent).map(({ index, message }) => ({
        at: `manufacturerContent/retailers[${index + 1}]/@id`,
        message,
      })),
  },
  ...nutritionRules.map((rule) => ({ ...rule, isOfWholeRecords: true, severity: 'warning' as const })),
]

/** The retailers that repeat an earlier one, with their 0-based positions. */
export function duplicateRetailers(
  retailers: readonly { id?: string | undefined }[],
): { index: number; message: string }[] {
  const first = new Map<string, number>()
  return retailers.flatMap(({ id }, index) => {
    const key = id?.trim()
    if (!key) return []
    const before = first.get(key)
    if (before === undefined) {
      first.set(key, index)
      return []
    }
    const message = say`Retailer ${key} is already listed as number ${before + 1}. List it once, with all of its content.`
    return [{ index, message }]
  })
}

/** The members that the feed reads; undefined for all. */
const usedMembers = ({ changes }: ItemUse) => changes && ['productCodes', ...changes]

/**
 * The item reduced to the content that the service reads; everything else is ignored (specification,
 * endpoint 9).
 */
export function usedPart(item: IngestItem, use: ItemUse): IngestItem {
  const members = usedMembers(use)
  return members ? Object.fromEntries(members.map((key) => [key, item[key as keyof IngestItem]])) : item
}

/** The rule violations of one item. `index` is its 0-based position in the feed. */
export function checkIngestItem(item: IngestItem, use: ItemUse, index = 0): Problem[] {
  const path = `items/item[${index + 1}]`
  const members = usedMembers(use)
  /** @param at path below the item */
  const isUsed = (at: string): boolean =>
    members === undefined || members.some((key) => at === key || at.startsWith(`${key}/`))
  const problemOf = (
    { code, severity }: Pick<IngestRule, 'code' | 'severity'>,
    at: string,
    message: string,
  ): Problem => {
    const problem = { code, path: `${path}/${at}`, message }
    // Content that an update does not use cannot make it invalid.
    if (!isUsed(at))
      return { ...problem, message: `${message} ${say`The update does not use it.`}`, severity: 'warning' }
    return { ...problem, ...(severity && { severity }) }
  }
  const problems: Problem[] = []
  for (const rule of rulesFor(use))
    for (const { at, message = rule.message } of rule.broken(item))
      problems.push(problemOf(rule, at, message))
  for (const { rule, at, message } of valueViolations(ingestItem, item, below))
    problems.push(problemOf(rule, pathOf(at).slice(1), message))
  return problems
}

const below = trail(undefined, '')
const rulesOfParts = ingestRules.filter((rule) => !rule.isOfWholeRecords)
const rulesFor = ({ changes }: ItemUse): readonly IngestRule[] => (changes ? rulesOfParts : ingestRules)

/**
 * Returns a function that, called for the items of a feed in order, finds the last earlier item with one of
 * the same GTINs.
 */
export function twins(): (
  gtins: readonly string[],
  index: number,
) => { index: number; gtin: string } | undefined {
  const last = new Map<string | undefined, number>()
  return (gtins, index) => {
    let found: { index: number; gtin: string } | undefined
    for (const gtin of gtins) {
      const before = last.get(gtin14(gtin))
      last.set(gtin14(gtin), index)
      if (before !== undefined && (found === undefined || before > found.index))
        found = { index: before, gtin }
    }
    return found
  }
}

/**
 * Returns a function that checks the items of a feed, called in order. It reports the rule violations of
 * each item, and two rules on the feed: an update has only one item (`ONE_ITEM`), and no GTIN occurs in two
 * items (`GTIN_TWICE`).
 */
export function ingestChecker(use: ItemUse): (item: IngestItem, index: number) => Problem[] {
  const twinOf = twins()
  return (item, index) => {
    const problems = checkIngestItem(item, use, index)
    const path = `items/item[${index + 1}]`
    if (index === use.maxItems) {
      const message = say`An update holds one item. Send the others separately.`
      problems.push({ code: 'ONE_ITEM', path, message })
    }
    const twin = twinOf(itemGtins(item), index)
    if (twin === undefined) return problems
    const message = say`Item ${twin.index + 1} of this feed already has the GTIN ${twin.gtin}.`
    return [...problems, { code: 'GTIN_TWICE', path: `${path}/productCodes`, message }]
  }
}

/** The rule violations of a feed, item by item. */
export const checkIngest = (value: IngestItems, use: ItemUse): Problem[] =>
  value.item.flatMap(ingestChecker(use))

/** Paths below `items/item`, without positions, of fields that rules require. */
export const requiredPaths = (use: ItemUse): string[] =>
  rulesFor(use).flatMap(({ requires }) => requires ?? [])
