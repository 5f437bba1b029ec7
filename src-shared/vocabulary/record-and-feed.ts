/**
 * What a record's field is in a feed, and the other way round: one row for each, in the order of the feed. Ingestion,
 * a refresh begun from an item, what a send removes, and what history can restore are walks over these rows; how a row
 * works is in correspondence.ts. Content+ is not in a record, but for the manufacturer's e-commerce description.
 */

import { gtin14 } from '../gtin.ts'
import { flagNames } from './common-fields.ts'
import type { LanguageEntry } from './content-plus.ts'
import {
  type At,
  carriedField,
  fieldRow,
  filled,
  groupRow,
  isNothing,
  isSame,
  type Row,
  recordOnly,
  rowsOf,
  sameRow,
  type ToRecord,
  textRow,
  under,
} from './correspondence.ts'
import { mimeTypeOf } from './image-types.ts'
import {
  type IngestGrocery,
  type IngestItem,
  type IngestMedium,
  type IngestPackageData,
  type IngestProduct,
  ingestPackageData,
  ingestProduct,
  type Measure,
} from './ingest.ts'
import {
  type Category,
  type Grocery,
  type Item,
  type Medium,
  type Party,
  type Product,
  packageData,
} from './item.ts'
import { feedTexts, recordTexts } from './languages.ts'
import type { Nutrition } from './nutrition.ts'

const lower = (label: string): string =>
  /^[A-Z][a-z-]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
const yesNo: Record<string, string> = { Y: 'yes', N: 'no', true: 'yes', false: 'no' }
const shownFlag = (value: string): string => yesNo[value] ?? value
const short = (text: string): string | undefined => (text.trim().length > 60 ? undefined : text.trim())

/** The entries of one list that another does not have, in words. */
function lacking<T>(
  present: readonly T[],
  next: readonly T[] | undefined,
  tell: (entry: T) => string,
): string | undefined {
  const there = new Set((next ?? []).map(tell))
  const gone = present.map(tell).filter((words) => words.trim() !== '' && !there.has(words))
  return gone.length === 0 ? undefined : [...new Set(gone)].join(', ')
}

/** A list of texts. */
const textsRow = <K extends string>(
  key: K,
  label: string,
): Row<{ [k in K]?: string[] }, { [k in K]?: string[] }> =>
  sameRow<K, string[]>(key, label, {
    many: true,
    toFeed: (texts) => texts.filter((text) => text.trim() !== ''),
    missing: (present, next) => lacking(present, next, (text) => text.trim()),
  })

const languageName = ({ lang }: LanguageEntry): string => lang || 'en'

/** Whether a record shows the text of a feed that had it in several languages: one of them, without saying which. */
function showsOneOf(now: readonly LanguageEntry[], then: readonly LanguageEntry[]): boolean {
  if (isSame(now, then)) return true
  const [only, ...others] = now.filter(({ text }) => text.trim() !== '')
  return (
    only !== undefined &&
    others.length === 0 &&
    !only.lang &&
    then.some(({ text }) => isSame(text, only.text))
  )
}

const texts = {
  many: false,
  isLoose: true,
  isSame: showsOneOf,
  toRecord: recordTexts,
  toFeed: (value: LanguageEntry[]) => feedTexts(value),
  missing(present: LanguageEntry[], next: LanguageEntry[] | undefined) {
    const gone = lacking(present, next, languageName)
    return gone && `in ${gone}`
  },
}

// Packages

const shownMeasure = ({ measure = '', uom = '' }: Measure): string => [measure, uom].filter(Boolean).join(' ')
const measureRow = <K extends 'length' | 'height' | 'width' | 'weight' | 'packageSize' | 'netWeight'>(
  key: K,
) =>
  sameRow<K, Measure>(key, lower(ingestPackageData.fields[key].label), {
    toFeed: ({ measure, uom }) => ({
      ...(filled(measure) && { measure: filled(measure) }),
      ...(filled(uom) && { uom: filled(uom) }),
    }),
    show: shownMeasure,
  })

type Approximation = Pick<IngestPackageData, 'approximation'>['approximation']
const packageRows: readonly Row<NonNullable<Item['packageData']>, IngestPackageData>[] = [
  textRow('type', 'type', 'package kind', { paths: { record: '@type', feed: '@type' }, show: short }),
  fieldRow<'approximation', 'approximation', string, NonNullable<Approximation>>({
    record: 'approximation',
    feed: 'approximation',
    paths: { record: '@approximation', feed: '@approximation' },
    label: 'approximate package data:',
    toRecord: (value) => ({ Y: 'true', N: 'false' })[String(value)] ?? value,
    toFeed: (value) => ({ true: 'Y', false: 'N' })[value] ?? value,
    show: shownFlag,
  }),
  measureRow('length'),
  measureRow('height'),
  measureRow('width'),
  measureRow('weight'),
  measureRow('packageSize'),
  measureRow('netWeight'),
  textRow('unitsInPackage', 'unitsInPackage', 'units in the package:', { show: short }),
  fieldRow<'packageType', 'packageType', { id?: string | undefined; text: string }, string>({
    record: 'packageType',
    feed: 'packageType',
    label: 'package type',
    toRecord: (text) => ({ text }),
    toFeed: ({ text }) => filled(text),
    show: ({ id, text }) => filled(text) ?? filled(id),
    isSame: (now, then) => isSame(now.text, then.text),
    carried: { without: ['@id'] },
  }),
  recordOnly<'dryWeight', Measure>('dryWeight', lower(packageData.fields.dryWeight.label), {
    show: shownMeasure,
  }),
  recordOnly<'information', string>('information', 'package information', { show: short }),
]

// Products

type Brand = NonNullable<Product['brand']>

/** A brand by its identifier; one that is only named gets the identifier of the brand of that name, if there is one. */
const brandRow: Row<Product, IngestProduct> = {
  toRecord({ brandId, brandDescription }, record, { names }) {
    const brand = brandOf(brandId, brandDescription, names)
    if (brand) record.brand = brand
  },
  toFeed({ brand }, feed) {
    if (filled(brand?.id)) feed.brandId = brand?.id
    if (filled(brand?.text)) feed.brandDescription = brand?.text
  },
  remember(now, then, sent, feed, memory, at) {
    if (isNothing([sent.brandId, sent.brandDescription])) return
    if (isNothing(now.brand)) {
      const remembered = {
        path: under(at.feed, filled(sent.brandId) ? 'brandId' : 'brandDescription'),
        label: 'brand',
      }
      if (memory.isContradicted || memory.isTouched(under(at.record, 'brand'))) memory.left.push(remembered)
      else {
        take(sent, feed)
        memory.taken.push(remembered)
      }
    } else if (isSameBrand(now.brand, then.brand)) take(sent, feed)
    function take({ brandId, brandDescription }: IngestProduct, into: IngestProduct) {
      if (brandId === undefined) delete into.brandId
      else into.brandId = brandId
      if (brandDescription === undefined) delete into.brandDescription
      else into.brandDescription = brandDescription
    }
  },
  contradicts: (now, then) =>
    !isNothing(now.brand) && !isNothing(then.brand) && !isSameBrand(now.brand, then.brand),
  dropped(present, next, at) {
    const value = filled(present.brand?.text) ?? filled(present.brand?.id)
    if (!value || !isNothing(next.brand)) return []
    return [{ label: 'brand', path: under(at.feed, 'brandId'), value, many: false }]
  },
  carried: (at) => [carriedField(under(at.record, 'brand'))],
}
const isSameBrand = (one: Brand | undefined, other: Brand | undefined): boolean =>
  filled(one?.id) && filled(other?.id) ? one?.id === other?.id : isSame(one?.text, other?.text)

function brandOf(
  id: string | undefined,
  description: string | undefined,
  names: ToRecord['names'],
): Brand | undefined {
  if (id) return { id, text: names.brand(id) ?? description ?? '' }
  if (!description) return undefined
  const known = names.brandId?.(description)
  return known === undefined ? { text: description } : { id: known, text: names.brand(known) ?? description }
}

type Manufacturer = NonNullable<Product['manufacturer']>
/** The manufacturer of a product; one that names none has that of its item. */
const manufacturerRow: Row<Product, IngestProduct> = {
  ...fieldRow<'manufacturer', 'manufacturerId', Manufacturer, string>({
    record: 'manufacturer',
    feed: 'manufacturerId',
    label: 'manufacturer',
    toRecord: () => undefined,
    toFeed: ({ id }) => filled(id),
    show: ({ id, text }) => filled(text) ?? filled(id),
    isSame: ({ id, text }, then) =>
      filled(id) && filled(then.id) ? id === then.id : isSame(text, then.text),
    carried: { byIdentifier: true },
  }),
  toRecord(feed, record, { names, item }) {
    const id = feed.manufacturerId || item.manufacturerId
    if (id) record.manufacturer = { id, text: names.manufacturer(id) ?? '' }
  },
}

type Indicators = NonNullable<Grocery['foodRelatedIndicators']>
const indicatorRows: readonly Row<Indicators, NonNullable<IngestGrocery['foodRelatedIndicators']>>[] = [
  textRow('temperatureIndicator', 'temperatureIndicator', 'temperature', { show: short }),
  textRow('kosher', 'kosher', 'kosher:', { show: shownFlag }),
  recordOnly<'unknown', Indicators['unknown']>('unknown', 'further food indicators', {
    many: true,
    show: (unknown) => unknownNames(unknown),
  }),
]
const unknownNames = (unknown: Indicators['unknown']): string =>
  (unknown ?? [])
    .flatMap(({ kind, name }) => (kind === 'element' || kind === 'attribute' ? [name] : []))
    .join(', ')

const groceryRows: readonly Row<Grocery, IngestGrocery>[] = [
  textRow('ingredients', 'ingredients', 'ingredients', { many: true }),
  sameRow<'kosherCodes', string[]>('kosherCodes', 'kosher codes', {
    many: true,
    // A feed takes numeric kosher codes only; a record may hold words.
    toFeed: (codes) => codes.filter((code) => /^\d+$/.test(code.trim())),
    show: (codes) => codes.join(', '),
    missing: (present, next) => lacking(present, next, (code) => code.trim()),
  }),
  groupRow('foodRelatedIndicators', indicatorRows, { record: () => ({}), feed: () => ({}) }),
  sameRow<'nutritions', Nutrition[]>('nutritions', 'nutrition facts', {
    many: true,
    missing: (present, next) =>
      (next?.length ?? 0) < present.length
        ? `of ${present.length - (next?.length ?? 0)} further panels`
        : undefined,
  }),
  recordOnly<'nutritionalClaims', NonNullable<Grocery['nutritionalClaims']>>(
    'nutritionalClaims',
    'nutritional claims',
    {
      many: true,
      show: ({ unknown }) => unknownNames(unknown),
    },
  ),
  recordOnly<'certifications', string[]>('certifications', 'certifications', {
    many: true,
    show: (names) => names.join(', '),
  }),
  recordOnly<'recycleCodes', string>('recycleCodes', 'recycling codes', { many: true, show: short }),
  recordOnly('containerRefunds', 'container refunds', { many: true }),
]

const facts = ingestProduct.fields
const flagRow = <K extends 'seasonal' | (typeof flagNames)[number]>(key: K) =>
  textRow(key, key, `${lower(facts[key].label)}:`, { show: shownFlag })
const codeRow = <K extends 'compositeWoodCertificationCode' | 'smallPartsWarnings'>(key: K) =>
  textRow(key, key, lower(facts[key].label), { show: short })

const productRows: readonly Row<Product, IngestProduct>[] = [
  {
    ...textRow('type', 'type', 'kind', {
      paths: { record: '@type', feed: '@type' },
      show: short,
      carried: { byUpdate: true },
    }),
    toRecord(feed: IngestProduct, record: Product, { item }: ToRecord) {
      const type = feed.type ?? item.type
      if (type !== undefined) record.type = type
    },
  },
  textRow('description', 'description', 'a product description'),
  brandRow,
  manufacturerRow,
  flagRow('seasonal'),
  textRow('countryOfOrigin', 'countryOfOrigin', 'country of origin', { show: short }),
  textsRow('warnings', 'warnings'),
  textRow('directions', 'directions', 'directions', { many: true }),
  ...flagNames.map(flagRow),
  codeRow('compositeWoodCertificationCode'),
  codeRow('smallPartsWarnings'),
  groupRow('grocery', groceryRows, { record: () => ({}), feed: () => ({}) }),
]
const ofProduct = rowsOf(productRows)
const productAt = (at: At, index: number): At => ({
  record: under(at.record, 'products/product'),
  feed: under(at.feed, `products/product[${index + 1}]`),
})

/** Products, the first with the first. */
const productsRow: Row<Item, IngestItem> = {
  toRecord({ products }, record, context) {
    if (!products) return
    record.products = products.map((product, index) => {
      const made: Product = { sequence: String(index + 1), id: `${context.id}-${index + 1}` }
      ofProduct.toRecord(product, made, context)
      return made
    })
  },
  toFeed({ products }, feed, context) {
    feed.products = (products ?? [{ description: '' }]).map((product) => {
      const made: IngestProduct = {}
      ofProduct.toFeed(product, made, context)
      made.description ??= ''
      return made
    })
  },
  remember(now, then, sent, feed, memory, at) {
    for (const [index, product] of (sent.products ?? []).entries()) {
      const [present, before, made] = [now.products?.[index], then.products?.[index], feed.products?.[index]]
      if (present && before && made)
        ofProduct.remember(present, before, product, made, memory, productAt(at, index))
    }
  },
  contradicts: (now, then) =>
    now.products !== undefined &&
    then.products !== undefined &&
    (now.products.length !== then.products.length ||
      now.products.some((product, index) => ofProduct.contradicts(product, then.products?.[index] ?? {}))),
  dropped: (present, next, at) =>
    (present.products ?? []).flatMap((product, index) => {
      const successor = next.products?.[index]
      if (successor) return ofProduct.dropped(product, successor, productAt(at, index))
      const value = filled(product.description) ?? filled(product.brand?.text) ?? true
      return [{ label: `product ${index + 1}`, path: under(at.feed, 'products'), value, many: false }]
    }),
  carried: (at) => [
    carriedField(under(at.record, 'products'), { isWhole: true }),
    carriedField(under(at.record, 'products/product'), { isWhole: true }),
    ...ofProduct.carried(productAt(at, 0)),
  ],
}

// Items

/** What kind of item it is: in a record its products say so. */
const typeRow: Row<Item, IngestItem> = {
  toRecord() {},
  toFeed({ products }, feed) {
    feed.type = products?.[0]?.type || 'grocery'
  },
  remember(now, then, sent, feed) {
    if (filled(sent.type) && isSame(now.products?.[0]?.type, then.products?.[0]?.type)) feed.type = sent.type
  },
  contradicts: () => false,
  dropped: () => [],
  carried: () => [],
}

/** The item's own manufacturer: in a record its products have one each. */
const itemManufacturerRow: Row<Item, IngestItem> = {
  toRecord() {},
  toFeed({ products }, feed) {
    const id = filled(products?.[0]?.manufacturer?.id)
    if (id) feed.manufacturerId = id
  },
  remember(now, then, sent, feed) {
    const ids = ({ products }: Item) => products?.map(({ manufacturer }) => manufacturer?.id)
    if (filled(sent.manufacturerId) && isSame(ids(now), ids(then))) feed.manufacturerId = sent.manufacturerId
  },
  contradicts: () => false,
  dropped: () => [],
  carried: () => [],
}

const unknownParty = { address: '', email: '', phone: '', url: '' }
const isParty = (party: Party): boolean => !isNothing(party)
const partyRow = <
  RK extends 'packageDistributor' | 'packageImporter',
  FK extends 'distributorId' | 'importerId',
>(
  record: RK,
  feed: FK,
  label: string,
) =>
  fieldRow<RK, FK, Party, string>({
    record,
    feed,
    label,
    toRecord: (id, { names }) => (id ? { name: names.distributor(id) ?? id, ...unknownParty } : undefined),
    // One that cannot be told for certain is left out, and the checks say so.
    toFeed(party, { distributorIds }) {
      const [id, ...others] = filled(party.name) ? distributorIds(filled(party.name) ?? '') : []
      return others.length === 0 ? id : undefined
    },
    show: (party) => (isParty(party) ? filled(party.name) : undefined),
    isSame: (now, then) => isSame(now.name, then.name),
    carried: { without: ['address', 'email', 'phone', 'url'] },
  })

const categoryWords = ({ id, text }: Category): string => filled(text) ?? filled(id) ?? ''
const categoryRow = fieldRow<'categories', 'categoryId', Category[], string>({
  record: 'categories',
  feed: 'categoryId',
  label: 'category',
  paths: { record: 'categories/category' },
  toRecord(id, { names }) {
    const known = names.category?.(id)
    return [{ type: known?.scheme ?? 'category', id, text: known?.label ?? id }]
  },
  toFeed: (categories) => categories.find(({ id }) => filled(id))?.id,
  show: ([first]) => first && categoryWords(first),
  missing: (present, next) =>
    lacking(
      present,
      present.filter(({ id }) => next?.some((one) => one.id === id)),
      categoryWords,
    ),
  isSame: (now, then) => then.every(({ id }) => now.some((one) => one.id === id)),
  carried: { without: ['@type'], byIdentifier: true },
})

/** As the record says what a feed calls `EDITED`. */
export const mediumType = ({ code }: IngestMedium): string => (code === 'EDITED' ? 'edited' : 'original')

function recordMedium(sent: IngestMedium, { moment }: ToRecord): Medium {
  const url = sent.url ?? ''
  return {
    type: mediumType(sent),
    view: sent.view,
    mimeType: mimeTypeOf(url),
    imageSource: 'feed',
    added: moment,
    description: '',
    url,
  }
}

/** Several views made of one picture are that picture, once. */
function withoutTwins(media: Medium[]): Medium[] {
  const keyOf = ({ type, view, url }: Medium) => JSON.stringify([type, view, url])
  return [...new Map(media.map((medium) => [keyOf(medium), medium])).values()]
}

const mediumKey = ({ type, view, url }: Medium) => [type, view, url]
const mediumName = ({ view = '', type = '' }: Medium): string => view || type || 'a picture'
const shownMedia = fieldRow<'media', 'media', Medium[], IngestMedium[]>({
  record: 'media',
  feed: 'media',
  label: 'pictures',
  paths: { record: 'media/medium' },
  many: true,
  isLoose: true,
  toRecord(sent, context) {
    const media = sent.map((medium) => context.keptMedium?.(medium) ?? recordMedium(medium, context))
    return media.length === 0 ? undefined : withoutTwins(media)
  },
  toFeed: (media) =>
    media
      .filter(({ url }) => url)
      .map(({ view, type, url }) => ({ view, url, ...(type === 'edited' && { code: 'EDITED' }) })),
  missing: (present, next) => lacking(present, next, mediumName),
  isSame: (now, then) => isSame(now.map(mediumKey), then.map(mediumKey)),
  carried: { without: ['@mimeType', '@imageSource', '@added', 'description'] },
})

/** Pictures a service does not have yet are in no record: those of views the record has not are remembered. */
const mediaRow: Row<Item, IngestItem> = {
  ...shownMedia,
  remember(now, then, sent, feed, memory, at) {
    const shown = new Set((now.media ?? []).map(({ type, view }) => `${type} ${view}`))
    const further = (sent.media ?? []).filter((medium) => !shown.has(`${mediumType(medium)} ${medium.view}`))
    shownMedia.remember(now, then, sent, feed, memory, at)
    if (isNothing(now.media) || further.length === 0) return
    const remembered = {
      path: under(at.feed, 'media'),
      label: `pictures of ${further.map(({ view }) => view).join(', ')}`,
    }
    if (memory.isContradicted || memory.isTouched(under(at.record, 'media'))) memory.left.push(remembered)
    else {
      feed.media = [...(feed.media ?? []), ...further]
      memory.taken.push(remembered)
    }
  },
}

type Codes = NonNullable<Item['upcs']>
const codesRow = fieldRow<'upcs', 'productCodes', Codes, Codes>({
  record: 'upcs',
  feed: 'productCodes',
  label: 'product codes',
  many: true,
  isLoose: true,
  toRecord: (codes) => codes.map(({ type, text }) => ({ type, text: text.trim() })),
  toFeed: (codes) => codes.map(({ type, text }) => ({ type: type || 'GTIN', text })),
  missing: (present, next) => {
    const gtins = new Set(next?.map(({ text }) => gtin14(text.trim()) ?? text.trim()))
    return lacking(
      present.filter(({ text }) => !gtins.has(gtin14(text.trim()) ?? text.trim())),
      [],
      ({ text }) => text.trim(),
    )
  },
  carried: { byUpdate: true },
})

/** The e-commerce description of the Content+ for every retailer. */
const contentDescription = fieldRow<
  'manufacturerEcommerceDescription',
  'ecommerceDescription',
  LanguageEntry[],
  LanguageEntry[]
>({
  record: 'manufacturerEcommerceDescription',
  feed: 'ecommerceDescription',
  label: 'a manufacturer e-commerce description',
  ...texts,
})
const contentRow: Row<Item, IngestItem> = {
  toRecord: ({ contentPlus = {} }, record, context) =>
    contentDescription.toRecord(contentPlus, record, context),
  toFeed(record, feed, context) {
    const made = feed.contentPlus ?? {}
    contentDescription.toFeed(record, made, context)
    if (!isNothing(made)) feed.contentPlus = made
  },
  remember(now, then, { contentPlus = {} }, feed, memory, at) {
    const made = feed.contentPlus ?? {}
    contentDescription.remember(now, then, contentPlus, made, memory, {
      ...at,
      feed: under(at.feed, 'contentPlus'),
    })
    if (!isNothing(made)) feed.contentPlus = made
  },
  contradicts: () => false,
  dropped: (present, next, at) =>
    contentDescription.dropped(present, next, { ...at, feed: under(at.feed, 'contentPlus') }),
  carried: (at) => contentDescription.carried(at),
}

const itemRows: readonly Row<Item, IngestItem>[] = [
  typeRow,
  sameRow<'companyTrackingId', { id?: string | undefined; name?: string | undefined }>(
    'companyTrackingId',
    'company tracking',
    { show: ({ id, name }) => filled(id) ?? filled(name) },
  ),
  textRow('name', 'ecommerceTitle', 'the name', { show: (name) => filled(name) }),
  fieldRow<'ecommerceDescription', 'ecommerceDescription', LanguageEntry[], LanguageEntry[]>({
    record: 'ecommerceDescription',
    feed: 'ecommerceDescription',
    label: 'an e-commerce description',
    ...texts,
    carried: { byUpdate: true },
  }),
  textRow('marketingDescription', 'frontOfPackageText', 'a marketing description'),
  textRow('otherDescription', 'restOfPackageText', 'another description'),
  codesRow,
  itemManufacturerRow,
  partyRow('packageDistributor', 'distributorId', 'distributor'),
  partyRow('packageImporter', 'importerId', 'importer'),
  categoryRow,
  textRow('privateLabelItem', 'privateLabelItem', 'private label:', { show: shownFlag }),
  mediaRow,
  groupRow('packageData', packageRows, { record: () => ({}), feed: () => ({}) }),
  contentRow,
  productsRow,
  sameRow<'attributes', NonNullable<Item['attributes']>>('attributes', 'attributes', {
    many: true,
    show: ({ unknown }) => unknownNames(unknown),
  }),
]

/** Every field of a record and a feed that is the same thing, as one row. */
export const recordAndFeed: Row<Item, IngestItem> = rowsOf(itemRows)

/** What a feed says and no record shows, and why: a refresh made of a record alone cannot have it. */
export interface Unseen {
  /** Below the item, without positions. */
  path: string
  label: string
  reason: string
}

/**
 * The only values of a feed that may be another, or none, in a refresh begun from the record of an item, where no feed
 * of this workspace is known that gave them. A check names them, item by item, before anything is sent.
 */
export const unseenInRecords: readonly Unseen[] = [
  { path: '@type', label: 'the kind of the item', reason: 'A record says the kind of its products only.' },
  {
    path: 'manufacturerId',
    label: 'the manufacturer of the item as a whole',
    reason: 'A record names the manufacturers of its products only.',
  },
  {
    path: 'products/product/brandDescription',
    label: 'the brand in words',
    reason: 'A record has the name that the list of brands has.',
  },
  {
    path: 'media/medium',
    label: 'addresses of pictures',
    reason: 'A record has the address the service serves a picture under, and only pictures the service has.',
  },
  {
    path: 'contentPlus',
    label: 'Content+',
    reason: 'A record has no Content+ but its e-commerce description.',
  },
  {
    path: 'manufacturerContent',
    label: 'retailer content',
    reason: 'A record has no content for retailers.',
  },
]

export type { Dropped, Memory, RecordNames, Remembered, ToFeed, ToRecord } from './correspondence.ts'
