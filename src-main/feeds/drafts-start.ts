import type { FeedKind } from '../../src-shared/rpc/feed-contract.ts'
import type { ContentPlusFeedItem } from '../../src-shared/vocabulary/content-plus.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItem, IngestProduct } from '../../src-shared/vocabulary/ingest.ts'
import type { Item, Product } from '../../src-shared/vocabulary/item.ts'
import { writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import { feedTexts } from '../../src-shared/vocabulary/languages.ts'

/** Identifiers of the distributors of a name: a record has names only, a feed takes identifiers only. */
export type DistributorIds = (name: string) => string[]

/** The names that are looked up for a draft of an item. */
export const distributorNames = ({ packageDistributor, packageImporter }: Item): string[] =>
  [packageDistributor, packageImporter].flatMap((party) => party?.name?.trim() || [])

/** The payload a draft begins with: filled from items of the catalog, else with the bare outline of one item. */
export function startingPayload(
  kind: Exclude<FeedKind, 'contentplus'>,
  items: Item[],
  distributorIds: DistributorIds,
  namespaceBase?: string,
): string {
  const options = { indent: 2, namespaceBase }
  const filled = (item: Item) => (kind === 'update' ? updateOf(item) : refreshOf(item, distributorIds))
  const item = items.length > 0 ? items.map(filled) : [outline(kind)]
  return writeDocument(documents.ingestItems, { item }, options)
}

/** A Content+ feed with what is kept for each item; where that is nothing, with a retailer to be named. */
export function startingContentPlus(items: ContentPlusFeedItem[], namespaceBase?: string): string {
  const outline = [{ id: '' }]
  const filled = items.length > 0 ? items : [{ id: '', retailer: [] }]
  const item = filled.map(({ id, retailer }) => ({ id, retailer: retailer.length > 0 ? retailer : outline }))
  return writeDocument(documents.contentPlus, { item }, { indent: 2, namespaceBase })
}

const outline = (kind: FeedKind): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: '',
  productCodes: [{ type: 'GTIN', text: '' }],
  ...(kind !== 'update' && { products: [{ description: '' }], attributes: {} }),
})

/** What an update can change, and the code it is found by. */
const updateOf = (item: Item): IngestItem => ({
  type: item.products?.[0]?.type || 'grocery',
  productCodes: codesOf(item),
  ecommerceDescription: descriptionOf(item),
})

/** Everything of a record that a feed has a place for: a refresh replaces the whole record. */
function refreshOf(item: Item, distributorIds: DistributorIds): IngestItem {
  const [product] = item.products ?? []
  // One that cannot be told for certain is left out; the checks say so (refresh-drops.ts).
  const idOf = (party: Item['packageDistributor']) => {
    const [id, ...others] = party?.name ? distributorIds(party.name.trim()) : []
    return others.length === 0 ? id : undefined
  }
  return {
    type: product?.type || 'grocery',
    ecommerceTitle: item.name ?? '',
    ecommerceDescription: descriptionOf(item),
    frontOfPackageText: item.marketingDescription,
    restOfPackageText: item.otherDescription,
    productCodes: codesOf(item),
    manufacturerId: product?.manufacturer?.id,
    distributorId: idOf(item.packageDistributor),
    importerId: idOf(item.packageImporter),
    categoryId: item.categories?.find(({ id }) => id)?.id,
    media: item.media
      ?.filter(({ url }) => url)
      .map(({ view, type, url }) => ({ view, url, ...(type === 'edited' && { code: 'EDITED' }) })),
    contentPlus: item.manufacturerEcommerceDescription
      ? { ecommerceDescription: feedTexts(item.manufacturerEcommerceDescription) }
      : undefined,
    products: item.products?.map(productOf) ?? [{ description: '' }],
    attributes: item.attributes ?? {},
  }
}

const codesOf = ({ upcs = [] }: Item) => upcs.map(({ type, text }) => ({ type: type || 'GTIN', text }))

const descriptionOf = ({ ecommerceDescription }: Item) => feedTexts(ecommerceDescription)

function productOf({ type, description, brand, manufacturer, warnings, grocery }: Product): IngestProduct {
  return {
    type,
    description,
    brandId: brand?.id,
    brandDescription: brand?.text,
    manufacturerId: manufacturer?.id,
    warnings,
    grocery: grocery && {
      ingredients: grocery.ingredients,
      // A feed takes numeric kosher codes only; a record may hold words.
      kosherCodes: grocery.kosherCodes?.filter((code) => /^\d+$/.test(code)),
      nutritions: grocery.nutritions,
    },
  }
}
