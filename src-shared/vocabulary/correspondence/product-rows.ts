/** The rows for products. A record's products also contain values that a feed gives for the entire item. */

import { say } from '../../texts/say.ts'
import { spoken } from '../../texts/spoken.ts'
import { type IngestItem, type IngestProduct, ingestProduct, productFactNames } from '../elements/ingest.ts'
import { type Item, type Product, product } from '../elements/item.ts'
import { groceryRows } from './grocery-rows.ts'
import {
  columnWithin,
  fieldRow,
  groupRow,
  rowsOf,
  rowWithoutEffect,
  textRow,
  textsRow,
} from './kinds-of-rows.ts'
import { type At, below, carriedField, type Row, type ToRecord, under } from './row.ts'
import { filled, isNothing, isSame, short, shownFlag, unlessSameText } from './values.ts'

type Brand = NonNullable<Product['brand']>

/**
 * The row for a brand. A brand without identifier gets that of the brand with the same name, if there is
 * one.
 */
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
        label: say`brand`,
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
    return [{ label: say`brand`, path: under(at.feed, 'brandId'), value, many: false }]
  },
  carried: (at) => [
    carriedField(below(at, 'brand', 'brandId')),
    carriedField(below(at, 'brand', 'brandDescription')),
  ],
  merge(stored, imported, merged) {
    if (imported.brand) merged.brand = unlessSameText(stored.brand, imported.brand)
  },
  columns: (at) => [
    {
      heading: product.fields.brand.label,
      record: under(at.record, 'brand'),
      feed: under(at.feed, 'brandDescription'),
      cell: ({ brand }) => brand?.text,
    },
    {
      heading: 'Brand identifier',
      record: under(at.record, 'brand/@id'),
      cell: ({ brand }) => brand?.id,
    },
  ],
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
/** The row for the manufacturer of a product; the default is the manufacturer of its item. */
const manufacturerRow: Row<Product, IngestProduct> = {
  ...fieldRow<'manufacturer', 'manufacturerId', Manufacturer, string>({
    record: 'manufacturer',
    feed: 'manufacturerId',
    label: say`manufacturer`,
    toRecord: () => undefined,
    toFeed: ({ id }) => filled(id),
    show: ({ id, text }) => filled(text) ?? filled(id),
    isSame: ({ id, text }, then) =>
      filled(id) && filled(then.id) ? id === then.id : isSame(text, then.text),
    carried: { byIdentifier: true },
    merge: unlessSameText,
  }),
  toRecord(feed, record, { names, item }) {
    const id = feed.manufacturerId || item.manufacturerId
    if (id) record.manufacturer = { id, text: names.manufacturer(id) ?? '' }
  },
}

/** The row for a fact with the same description in record and feed. */
function factRow(key: (typeof productFactNames)[number]): Row<Product, IngestProduct> {
  const { label, type } = ingestProduct.fields[key]
  const name = spoken(label)
  if (key === 'warnings') return textsRow(key, name)
  if (type.input === 'flag') return textRow(key, key, `${name}:`, { show: shownFlag })
  return textRow(key, key, name, type.input === 'paragraph' ? { many: true } : { show: short })
}

const productRows: readonly Row<Product, IngestProduct>[] = [
  {
    ...textRow('type', 'type', say`kind`, {
      paths: { record: '@type', feed: '@type' },
      show: short,
      carried: { byUpdate: true },
      merge: (stored, imported, { hasKind }) => (hasKind ? imported : (stored ?? imported)),
      columns: [],
    }),
    toRecord(feed: IngestProduct, record: Product, { item }: ToRecord) {
      const type = feed.type ?? item.type
      if (type !== undefined) record.type = type
    },
  },
  textRow('description', 'description', say`a product description`, {
    columns: [{ heading: 'Product description', cell: (text) => text }],
  }),
  brandRow,
  manufacturerRow,
  ...productFactNames.map(factRow),
  groupRow('grocery', groceryRows),
]
const ofProduct = rowsOf(productRows)
const productAt = (at: At, index: number): At => ({
  record: under(at.record, 'products/product'),
  feed: under(at.feed, `products/product[${index + 1}]`),
})

/** The row for the list of products, which are matched by position. */
export const productsRow: Row<Item, IngestItem> = {
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
      return [{ label: say`product no. ${index + 1}`, path: under(at.feed, 'products'), value, many: false }]
    }),
  carried: (at) => [
    carriedField(below(at, 'products', 'products'), { isWhole: true }),
    carriedField(below(at, 'products/product', 'products/product'), { isWhole: true }),
    ...ofProduct.carried(productAt(at, 0)),
  ],
  /** A file has values only for the first product. */
  merge(stored, imported, merged, file) {
    const [importedFirst] = imported.products ?? []
    if (!importedFirst) return
    const [first, ...further] = stored.products ?? []
    if (!first) {
      merged.products = [importedFirst]
      return
    }
    const made: Product = {
      ...first,
      sequence: importedFirst.sequence ?? first.sequence,
      id: first.id ?? importedFirst.id,
    }
    ofProduct.merge(first, importedFirst, made, file)
    merged.products = [made, ...further]
  },
  columns(at) {
    const place = under(at.record, 'products/product')
    return ofProduct
      .columns({ record: place, feed: under(at.feed, 'products/product') })
      .map((column) => columnWithin(column, ({ products }) => products?.[0]))
  },
}

/** The row for the kind of item, which a record stores at its products. */
export const typeRow: Row<Item, IngestItem> = {
  ...rowWithoutEffect,
  toFeed({ products }, feed) {
    feed.type = products?.[0]?.type || 'grocery'
  },
  remember(now, then, sent, feed) {
    if (filled(sent.type) && isSame(now.products?.[0]?.type, then.products?.[0]?.type)) feed.type = sent.type
  },
  columns: (at) => [
    {
      heading: 'Type',
      record: under(at.record, 'products/product/@type'),
      feed: under(at.feed, '@type'),
      cell: ({ products }) => products?.[0]?.type,
    },
  ],
}

/** The row for the manufacturer of the item, which a record stores at each product. */
export const itemManufacturerRow: Row<Item, IngestItem> = {
  ...rowWithoutEffect,
  toFeed({ products }, feed) {
    const id = filled(products?.[0]?.manufacturer?.id)
    if (id) feed.manufacturerId = id
  },
  remember(now, then, sent, feed) {
    const ids = ({ products }: Item) => products?.map(({ manufacturer }) => manufacturer?.id)
    if (filled(sent.manufacturerId) && isSame(ids(now), ids(then))) feed.manufacturerId = sent.manufacturerId
  },
  columns: (at) => [
    {
      heading: product.fields.manufacturer.label,
      record: under(at.record, 'products/product/manufacturer'),
      feed: under(at.feed, 'manufacturerId'),
      cell: ({ products }) => products?.[0]?.manufacturer?.text,
    },
    {
      heading: 'Manufacturer identifier',
      record: under(at.record, 'products/product/manufacturer/@id'),
      cell: ({ products }) => products?.[0]?.manufacturer?.id,
    },
  ],
}
