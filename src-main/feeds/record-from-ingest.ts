/**
 * From what a feed says about an item to the record the catalog keeps: every field the record has a place for.
 * Pure, so that the ingestion and the file import share it. What the record has no place for (measures of the
 * package, flags, directions, country of origin) stays in the feed; Content+ is kept in `retailer_content`.
 */
import type { IngestItem, IngestMedium } from '../../src-shared/vocabulary/ingest.ts'
import { type Item, item as itemGroup, type Medium, type Product } from '../../src-shared/vocabulary/item.ts'
import { writeElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { recordTexts } from '../../src-shared/vocabulary/languages.ts'

/** Names for identifiers; undefined when an identifier is not known. */
export interface RecordNames {
  manufacturer(id: string): string | undefined
  brand(id: string): string | undefined
  distributor(id: string): string | undefined
  /** Label and classification scheme of a category. */
  category?(id: string): { label: string; scheme: string } | undefined
  /** Identifier of the brand of that name, when there is one. */
  brandId?(name: string): string | undefined
}

export interface RecordContext {
  /** The record's identifier. */
  id: string
  /** Milliseconds since the epoch. */
  now: number
  /** Who sends it. */
  username: string
  names: RecordNames
  /** `created` of the record that is replaced, when there is one. */
  created?: Item['created']
  /** The medium the record keeps for one that was sent, when it is a picture the catalog has. */
  keptMedium?(sent: IngestMedium): Medium | undefined
}

/** The `<item>` element as UTF-8, without a namespace declaration. */
export const recordFromIngest = (item: IngestItem, context: RecordContext): Uint8Array =>
  new TextEncoder().encode(writeElement(itemGroup, 'item', recordValue(item, context)))

/** ISO 8601 with its offset in digits, as the record writes moments: not every reader of offsets takes a `Z`. */
export const timestamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('Z', '+00:00')

/** The record as a value. */
export function recordValue(item: IngestItem, context: RecordContext): Item {
  const { id, now, username, names } = context
  const moment = { id: username, text: timestamp(now) }
  const media = withoutTwins(
    (item.media ?? []).map((sent) => context.keptMedium?.(sent) ?? recordMedium(sent, now)),
  )
  return {
    id,
    status: 'P',
    name: item.ecommerceTitle,
    marketingDescription: item.frontOfPackageText,
    otherDescription: item.restOfPackageText,
    ecommerceDescription: recordTexts(item.ecommerceDescription),
    manufacturerEcommerceDescription: recordTexts(item.contentPlus?.ecommerceDescription),
    upcs: (item.productCodes ?? []).map(({ type, text }) => ({ type, text: text.trim() })),
    categories: item.categoryId === undefined ? undefined : [category(item.categoryId, names)],
    created: context.created ?? moment,
    lastUpdated: moment,
    media: media.length === 0 ? undefined : media,
    packageData: packageData(item.packageData),
    products: item.products?.map((product, index) => recordProduct(product, index, item, context)),
    packageDistributor: party(item.distributorId, names),
    packageImporter: party(item.importerId, names),
    attributes: item.attributes ?? {},
  }
}

type IngestProduct = NonNullable<IngestItem['products']>[number]

function category(id: string, names: RecordNames): NonNullable<Item['categories']>[number] {
  const known = names.category?.(id)
  return { type: known?.scheme ?? 'category', id, text: known?.label ?? id }
}

const mimeTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
  gif: 'image/gif',
  tga: 'image/x-tga',
}

/** By the ending of the address; pictures of products are JPEG when nothing says otherwise. */
export function mimeTypeOf(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  const ending = /\.(?<ending>[a-z]+)$/i.exec(path)?.groups?.['ending'] ?? ''
  return mimeTypes[ending.toLowerCase()] ?? 'image/jpeg'
}

/** `edited` or `original`, as the record says it. */
export const mediumType = ({ code }: IngestMedium): string => (code === 'EDITED' ? 'edited' : 'original')

/** Several views made of one picture are that picture, once. */
function withoutTwins(media: Medium[]): Medium[] {
  const keyOf = ({ type, view, url }: Medium) => JSON.stringify([type, view, url])
  return [...new Map(media.map((medium) => [keyOf(medium), medium])).values()]
}

function recordMedium(medium: IngestMedium, now: number): Medium {
  const url = medium.url ?? ''
  return {
    type: mediumType(medium),
    view: medium.view,
    mimeType: mimeTypeOf(url),
    imageSource: 'feed',
    added: timestamp(now),
    description: '',
    url,
  }
}

function packageData(data: IngestItem['packageData']): Item['packageData'] {
  if (!data) return undefined
  const { type, approximation, packageType } = data
  const yesNo: Record<string, string> = { Y: 'true', N: 'false' }
  return {
    type,
    approximation: approximation === undefined ? undefined : (yesNo[approximation] ?? approximation),
    packageType: packageType === undefined ? undefined : { text: packageType },
  }
}

function recordProduct(
  product: IngestProduct,
  index: number,
  item: IngestItem,
  { id, names }: RecordContext,
): Product {
  const manufacturerId = product.manufacturerId || item.manufacturerId
  return {
    sequence: String(index + 1),
    id: `${id}-${index + 1}`,
    type: product.type ?? item.type,
    description: product.description,
    brand: brand(product, names),
    manufacturer: manufacturerId
      ? { id: manufacturerId, text: names.manufacturer(manufacturerId) ?? '' }
      : undefined,
    warnings: product.warnings,
    grocery: grocery(product.grocery),
  }
}

/** By identifier; a brand that is only named gets the identifier of the brand of that name, if there is one. */
function brand({ brandId, brandDescription }: IngestProduct, names: RecordNames): Product['brand'] {
  if (brandId) return { id: brandId, text: names.brand(brandId) ?? brandDescription ?? '' }
  if (!brandDescription) return undefined
  const id = names.brandId?.(brandDescription)
  return id === undefined ? { text: brandDescription } : { id, text: names.brand(id) ?? brandDescription }
}

function grocery(sent: IngestProduct['grocery']): Product['grocery'] {
  if (!sent) return undefined
  const { ingredients, kosherCodes, nutritions } = sent
  return { ingredients, kosherCodes, nutritions }
}

function party(id: string | undefined, names: RecordNames): Item['packageDistributor'] {
  return id ? { name: names.distributor(id) ?? id, address: '', email: '', phone: '', url: '' } : undefined
}
