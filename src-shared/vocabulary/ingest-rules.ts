/**
 * The business rules of feeds, beyond their schema: one table with codes, used by the checks of a draft and by the
 * service. What breaks the schema is refused as a whole; what breaks a rule fails its item alone (`DATA_ERROR`).
 */
import { gtin14, isValidGtin } from '../gtin.ts'
import type { Problem } from '../problem.ts'
import { type ContentPlusFeed, mediaGroups } from './content-plus.ts'
import type { IngestItem, IngestItems, Measure } from './ingest.ts'

/** The three ways an item feed is sent. */
export type IngestKind = 'create' | 'refresh' | 'update'

interface Finding {
  /** Path below the item, without its own segment; empty for the item itself. */
  at: string
  message?: string
}
export interface IngestRule {
  /** Stable word for programs; the `code` of an `ingestionError`. */
  readonly code: string
  readonly kinds: readonly IngestKind[]
  readonly message: string
  /** Path of the field a form marks as required because of this rule, below `items/item`. */
  readonly requires?: string
  /** Where an item breaks the rule; nothing when it keeps it. */
  readonly broken: (item: IngestItem) => Finding[]
}

const whole: readonly IngestKind[] = ['create', 'refresh']
const always: readonly IngestKind[] = ['create', 'refresh', 'update']

const blank = (text: string | undefined): boolean => text === undefined || text.trim() === ''
const required = (
  code: string,
  at: string,
  message: string,
  value: (item: IngestItem) => string | undefined,
): IngestRule => ({
  code,
  kinds: whole,
  message,
  requires: at,
  broken: (item) => (blank(value(item)) ? [{ at }] : []),
})

const eachProduct = (item: IngestItem) =>
  (item.products ?? []).map((product, index) => ({ product, at: `products/product[${index + 1}]` }))

/** Codes that are meant as a GTIN: those that say so, or say nothing, or name one of its forms. */
const meantAsGtin = (type: string | undefined): boolean =>
  /^(gtin.*|upc.*|ean.*|)$/i.test((type ?? '').trim())

/** The GTIN of an item as given: its first valid one; `undefined` when it has none. */
export const itemGtin = (item: IngestItem): string | undefined =>
  (item.productCodes ?? []).find(({ type, text }) => meantAsGtin(type) && isValidGtin(text))?.text

const dimensions = ['length', 'height', 'width', 'weight'] as const

const countryCode = /^[A-Za-z]{2}$/
const webAddress = (text: string): boolean => /^https?:\/\/[^\s/?#]/i.test(text) && URL.canParse(text)

/** Every address of an item, with its path. */
function* addresses(item: IngestItem): Generator<{ at: string; url: string | undefined }> {
  for (const [index, { url }] of (item.media ?? []).entries())
    yield { at: `media/medium[${index + 1}]/url`, url }
  const contents = [
    { at: 'contentPlus', content: item.contentPlus },
    ...(item.manufacturerContent ?? []).map(({ contentPlus }, index) => ({
      at: `manufacturerContent/retailers[${index + 1}]/contentPlus`,
      content: contentPlus,
    })),
  ]
  for (const { at, content } of contents) {
    for (const name of mediaGroups) {
      for (const [index, { url }] of (content?.[name] ?? []).entries()) {
        yield { at: `${at}/${name}/medium[${index + 1}]/url`, url }
      }
    }
  }
}

/** The rules, in the order in which they are reported. */
export const ingestRules: readonly IngestRule[] = [
  required('TYPE_REQUIRED', '@type', 'Say what kind of item it is, such as grocery.', ({ type }) => type),
  required(
    'TITLE_REQUIRED',
    'ecommerceTitle',
    'Give the item its e-commerce title.',
    (item) => item.ecommerceTitle,
  ),
  {
    code: 'GTIN_REQUIRED',
    kinds: always,
    message: 'Give the item one valid GTIN among its product codes.',
    requires: 'productCodes/productCode',
    broken: (item) => {
      const meant = (item.productCodes ?? []).some(({ type, text }) => meantAsGtin(type) && !blank(text))
      return meant ? [] : [{ at: 'productCodes' }]
    },
  },
  {
    code: 'GTIN_INVALID',
    kinds: always,
    message: 'A GTIN has 8, 12, 13 or 14 digits, and the last one is its check digit.',
    broken: (item) =>
      (item.productCodes ?? []).flatMap(({ type, text }, index) =>
        meantAsGtin(type) && !blank(text) && !isValidGtin(text)
          ? [
              {
                at: `productCodes/productCode[${index + 1}]`,
                message: `${text} is not a valid GTIN: it has 8, 12, 13 or 14 digits, and the last one is its check digit.`,
              },
            ]
          : [],
      ),
  },
  required(
    'MANUFACTURER_REQUIRED',
    'manufacturerId',
    'Name the manufacturer by its identifier.',
    (item) => item.manufacturerId,
  ),
  required(
    'CATEGORY_REQUIRED',
    'categoryId',
    'Classify the item with the number of its category.',
    (item) => item.categoryId,
  ),
  {
    code: 'PRODUCT_REQUIRED',
    kinds: whole,
    message: 'Describe at least one product.',
    requires: 'products/product',
    broken: ({ products = [] }) => (products.length === 0 ? [{ at: 'products/product[1]' }] : []),
  },
  {
    code: 'PRODUCT_DESCRIPTION_REQUIRED',
    kinds: whole,
    message: 'Describe the product.',
    requires: 'products/product/description',
    broken: (item) =>
      eachProduct(item).flatMap(({ product, at }) =>
        blank(product.description) ? [{ at: `${at}/description` }] : [],
      ),
  },
  {
    code: 'BRAND_REQUIRED',
    kinds: whole,
    message: 'Name the brand, by its identifier or in words.',
    broken: (item) =>
      eachProduct(item).flatMap(({ product, at }) =>
        blank(product.brandId) && blank(product.brandDescription) ? [{ at: `${at}/brandId` }] : [],
      ),
  },
  {
    code: 'DIMENSION_REQUIRED',
    kinds: whole,
    message: 'A package needs its length, height, width and weight, each with a measure and a unit.',
    broken: ({ packageData }) => {
      if (packageData === undefined) return []
      return dimensions.flatMap((name) => {
        const measure: Measure | undefined = packageData[name]
        if (blank(measure?.measure))
          return [{ at: `packageData/${name}/measure`, message: `Give the ${name} of the package.` }]
        return blank(measure?.uom)
          ? [{ at: `packageData/${name}/uom`, message: `Give the unit of the ${name}.` }]
          : []
      })
    },
  },
  {
    code: 'COUNTRY_INVALID',
    kinds: whole,
    message: 'Write a country as its ISO 3166-1 code of two letters, such as US.',
    broken: (item) =>
      eachProduct(item).flatMap(({ product, at }) =>
        blank(product.countryOfOrigin) || countryCode.test(product.countryOfOrigin?.trim() ?? '')
          ? []
          : [{ at: `${at}/countryOfOrigin` }],
      ),
  },
  {
    code: 'URL_INVALID',
    kinds: always,
    message: 'Give the full web address of the file, beginning with https:// or http://.',
    broken: (item) =>
      [...addresses(item)].flatMap(({ at, url }) => (webAddress((url ?? '').trim()) ? [] : [{ at }])),
  },
]

/** The rules one item breaks. `index` is its 0-based place in the feed. */
export const checkIngestItem = (item: IngestItem, kind: IngestKind, index = 0): Problem[] =>
  ingestRules
    .filter(({ kinds }) => kinds.includes(kind))
    .flatMap((rule) =>
      rule.broken(item).map(({ at, message }) => ({
        code: rule.code,
        path: `items/item[${index + 1}]/${at}`,
        message: message ?? rule.message,
      })),
    )

/**
 * Checks the items of one feed, asked in their order: the rules each breaks, and what concerns the feed as a whole: an
 * update holds one item (`ONE_ITEM`), and no GTIN comes twice (`GTIN_TWICE`).
 */
export function ingestChecker(kind: IngestKind): (item: IngestItem, index: number) => Problem[] {
  /** GTIN-14s, and the number of the item that had each first. */
  const first = new Map<string, number>()
  return (item, index) => {
    const problems = checkIngestItem(item, kind, index)
    const path = `items/item[${index + 1}]`
    if (kind === 'update' && index === 1) {
      const message = 'An update holds one item. Send the others on their own.'
      problems.push({ code: 'ONE_ITEM', path, message })
    }
    const gtin = itemGtin(item)
    const key = gtin === undefined ? undefined : gtin14(gtin)
    if (key === undefined) return problems
    const before = first.get(key)
    if (before === undefined) first.set(key, index)
    else {
      const message = `The GTIN ${gtin} is that of item ${before + 1} of this feed already.`
      problems.push({ code: 'GTIN_TWICE', path: `${path}/productCodes`, message })
    }
    return problems
  }
}

/** The rules a feed breaks, item by item. */
export const checkIngest = (value: IngestItems, kind: IngestKind): Problem[] =>
  value.item.flatMap(ingestChecker(kind))

/** Paths (below `items/item`, without positions) a form marks as required for a kind of feed. */
export const requiredPaths = (kind: IngestKind): string[] =>
  ingestRules.flatMap(({ kinds, requires }) =>
    requires !== undefined && kinds.includes(kind) ? [requires] : [],
  )

/** The rules a Content+ feed breaks: items and retailers are named, retailers are there, files have addresses. */
export const checkContentPlus = (value: ContentPlusFeed): Problem[] =>
  value.item.flatMap(checkContentPlusItem)

/** The rules one item of a Content+ feed breaks. `index` is its 0-based place in the feed. */
export function checkContentPlusItem(item: ContentPlusFeed['item'][number], index: number): Problem[] {
  const path = `contentPlus/item[${index + 1}]`
  const problems: Problem[] = []
  if (blank(item.id))
    problems.push({
      code: 'ITEM_REQUIRED',
      path: `${path}/@id`,
      message: 'Name the item by its identifier.',
    })
  if (item.retailer.length === 0) {
    problems.push({
      code: 'RETAILER_REQUIRED',
      path: `${path}/retailer[1]`,
      message: 'Name at least one retailer for the item.',
    })
  }
  for (const [position, retailer] of item.retailer.entries()) {
    const at = `${path}/retailer[${position + 1}]`
    if (blank(retailer.id)) {
      problems.push({
        code: 'RETAILER_REQUIRED',
        path: `${at}/@id`,
        message: 'Name the retailer by its identifier.',
      })
    }
    for (const name of mediaGroups) {
      for (const [number, { url }] of (retailer[name] ?? []).entries()) {
        if (webAddress((url ?? '').trim())) continue
        const message = 'Give the full web address of the file, beginning with https:// or http://.'
        problems.push({ code: 'URL_INVALID', path: `${at}/${name}/medium[${number + 1}]/url`, message })
      }
    }
  }
  return problems
}
