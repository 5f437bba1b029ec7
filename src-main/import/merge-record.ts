import { gtin14 } from '../../src-shared/gtin.ts'
import type { Category, Grocery, Item, Product } from '../../src-shared/vocabulary/item.ts'

/**
 * The record after a file has said something about it: what the file says replaces, what it is silent about stays.
 * The record's stamps stay too; the same file said twice gives the same record.
 * @param saysKind whether the kind of item is out of the file; else it is only what items are of themselves
 */
export function mergeRecord(stored: Item, said: Item, { saysKind = false } = {}): Item {
  const [storedProduct, ...furtherProducts] = stored.products ?? []
  const [saidProduct] = said.products ?? []
  return {
    ...stored,
    ...present(said),
    id: stored.id,
    status: stored.status ?? said.status,
    upcs: mergeCodes(stored.upcs, said.upcs),
    ecommerceDescription: mergeTexts(stored.ecommerceDescription, said.ecommerceDescription),
    companyTrackingId: mergeMembers(stored.companyTrackingId, said.companyTrackingId),
    categories: mergeCategories(stored.categories, said.categories),
    created: stored.created ?? said.created,
    lastUpdated: stored.lastUpdated ?? said.lastUpdated,
    media: mergeMedia(stored.media, said.media),
    packageData: said.packageData ? mergePackage(stored.packageData, said.packageData) : stored.packageData,
    products: saidProduct
      ? [mergeProduct(storedProduct, saidProduct, saysKind), ...furtherProducts]
      : stored.products,
    packageDistributor: mergeParty(stored.packageDistributor, said.packageDistributor),
    packageImporter: mergeParty(stored.packageImporter, said.packageImporter),
    attributes: stored.attributes ?? said.attributes,
  }
}

function mergeProduct(stored: Product | undefined, said: Product, saysKind: boolean): Product {
  if (!stored) return said
  const grocery: Grocery | undefined = said.grocery
    ? {
        ...stored.grocery,
        ...present(said.grocery),
        foodRelatedIndicators: mergeMembers(
          stored.grocery?.foodRelatedIndicators,
          said.grocery.foodRelatedIndicators,
        ),
      }
    : stored.grocery
  return {
    ...stored,
    ...present(said),
    id: stored.id ?? said.id,
    type: saysKind ? said.type : (stored.type ?? said.type),
    brand: unlessSame(stored.brand, said.brand),
    manufacturer: unlessSame(stored.manufacturer, said.manufacturer),
    grocery,
  }
}

function mergePackage(
  stored: Item['packageData'],
  said: NonNullable<Item['packageData']>,
): Item['packageData'] {
  return {
    ...stored,
    ...present(said),
    type: stored?.type ?? said.type,
    packageType: unlessSame(stored?.packageType, said.packageType),
  }
}

/** A file has a party's name alone: under the same name the record keeps the address and the rest. */
const mergeParty = (stored: Item['packageDistributor'], said: Item['packageDistributor']) =>
  said === undefined || said.name === stored?.name ? stored : said

/** A text without a language is English, as everywhere in the record. */
function mergeTexts(stored: Item['ecommerceDescription'], said: Item['ecommerceDescription']) {
  if (!said) return stored
  const texts = stored?.filter(({ text }) => text !== '')
  return mergeBy(texts, said, ({ lang }) => lang ?? 'en')
}

function mergeMembers<T extends object>(stored: T | undefined, said: T | undefined): T | undefined {
  return stored && said ? { ...stored, ...present(said) } : (said ?? stored)
}

/** What is said in the words the record has already keeps the identifier the record has for it. */
const unlessSame = <T extends { text: string }>(stored: T | undefined, said: T | undefined): T | undefined =>
  said === undefined || said.text === stored?.text ? stored : said

/**
 * A file may name some of the categories a record has, and by their identifiers alone: where the record has them all,
 * it keeps its own, with their labels and schemes, and those beside them.
 */
function mergeCategories(stored: Item['categories'], said: Item['categories']): Item['categories'] {
  const known = new Map(stored?.map((one) => [one.id, one]))
  const isThere = ({ id, type, text }: Category) => {
    const one = known.get(id)
    return one !== undefined && (text === id || type === one.type)
  }
  if (!said?.every(isThere)) return mergeBy(stored, said, ({ type }) => type ?? '')
  const labels = new Map(said.filter(({ id, text }) => text !== id).map(({ id, text }) => [id, text]))
  return stored?.map((one) => ({ ...one, text: labels.get(one.id) ?? one.text }))
}

/** The file's code, and those the record has beside it; a code the record has already stays as it is written there. */
function mergeCodes(stored: Item['upcs'] = [], said: Item['upcs'] = []): Item['upcs'] {
  const known = new Set(stored.map(({ text }) => gtin14(text)))
  return [...stored, ...said.filter(({ text }) => !known.has(gtin14(text)))]
}

/** A picture the record has already keeps what is known of it; others make way for those of the same view. */
function mergeMedia(stored: Item['media'], said: Item['media']): Item['media'] {
  if (!said) return stored
  const known = new Map(stored?.map((medium) => [medium.url, medium]))
  const kept = said.map((medium) => ({ ...medium, ...known.get(medium.url), view: medium.view }))
  return mergeBy(stored, kept, ({ view }) => view ?? '')
}

/** All that is said, and what is stored of other kinds. */
function mergeBy<T>(
  stored: T[] | undefined,
  said: T[] | undefined,
  kind: (entry: T) => string,
): T[] | undefined {
  if (!said || !stored) return said ?? stored
  const kinds = new Set(said.map(kind))
  return [...said, ...stored.filter((entry) => !kinds.has(kind(entry)))]
}

/** The members that are there. */
const present = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>
