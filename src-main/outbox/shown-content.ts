/**
 * What a feed brings that an item's record can show, and what a record shows of it. Both sides are read by one
 * function, from the record and from the record that ingestion would make of the feed. What a record does not show the
 * same way it was sent is left out: pictures (the service keeps copies), names out of lookup lists, moments.
 */
import { gtin14 } from '../../src-shared/gtin.ts'
import type { FeedKind } from '../../src-shared/rpc/feed-contract.ts'
import type { ContentPlusItem } from '../../src-shared/vocabulary/check-feed.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import type { Item, Product } from '../../src-shared/vocabulary/item.ts'
import { recordValue } from '../feeds/record-from-ingest.ts'

/** By label: the texts of which a record shows one when it shows what was sent. */
export type Content = Record<string, string[]>

const descriptionLabel = 'e-commerce description'
const contentPlusLabel = 'manufacturer e-commerce description'
/** An update changes nothing else (specification, endpoint 9, rule 2). */
const ofUpdate = new Set([descriptionLabel, contentPlusLabel])

/** What an item of a feed brings, as far as a record can show it. */
export function contentOfItem(kind: FeedKind, item: IngestItem): Content {
  const none = () => undefined
  const names = { manufacturer: none, brand: none, distributor: none }
  const shown = Object.entries(shownBy(recordValue(item, { id: '', now: 0, username: '', names })))
  const used = kind === 'update' ? shown.filter(([label]) => ofUpdate.has(label)) : shown
  return Object.fromEntries(used.map(([label, text]) => [label, [text]]))
}

/** A record shows the e-commerce description of Content+ once, whichever retailer's it is. */
export function contentOfContentPlus({ retailer = [] }: ContentPlusItem): Content {
  const texts = retailer.map(({ ecommerceDescription }) => canonical(ecommerceDescription))
  const sent = [...new Set(texts.filter((text) => text !== ''))]
  return sent.length === 0 ? {} : { [contentPlusLabel]: sent }
}

/** The labels of what a record shows otherwise than it was sent, in the order of the record. */
export function differences(content: Content, record: Item): string[] {
  const shown = shownBy(record)
  return Object.entries(content).flatMap(([label, texts]) =>
    texts.includes(shown[label] ?? '') ? [] : [label],
  )
}

/** What a record shows, by label, as text to compare; without what is empty. */
function shownBy(record: Item): Record<string, string> {
  const products = record.products ?? []
  const members: [string, unknown][] = [
    ['name', record.name],
    ['marketing description', record.marketingDescription],
    ['other description', record.otherDescription],
    [descriptionLabel, record.ecommerceDescription],
    [contentPlusLabel, record.manufacturerEcommerceDescription],
    ['product codes', (record.upcs ?? []).map(({ text }) => gtin14(text) ?? text).toSorted()],
    ['category', record.categories?.[0]?.id],
    ['package', packageOf(record)],
    ...products.flatMap((product, index) =>
      productMembers(product).map(([label, value]): [string, unknown] => [
        products.length > 1 ? `${label} of product ${index + 1}` : label,
        value,
      ]),
    ),
  ]
  return Object.fromEntries(
    members.map(([label, value]) => [label, canonical(value)]).filter(([, text]) => text !== ''),
  )
}

const packageOf = ({ packageData }: Item) =>
  packageData && { ...packageData, packageType: packageData.packageType?.text }

const productMembers = ({ brand, manufacturer, grocery, ...product }: Product): [string, unknown][] => [
  ['product description', product.description],
  ['brand', brand?.id || brand?.text],
  ['manufacturer', manufacturer?.id],
  ['warnings', product.warnings],
  ['ingredients', grocery?.ingredients],
  ['kosher codes', grocery?.kosherCodes],
  ['nutrition facts', grocery?.nutritions],
]

/** One text for what means the same: white space, the order of members, what is empty, and zeros behind the point say nothing. */
function canonical(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) {
    const parts = value.map(canonical)
    return parts.every((part) => part === '') ? '' : `[${parts.join('\n')}]`
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value)
      .map(([name, member]) => [name, canonical(member)] as const)
      .filter(([, text]) => text !== '')
    return parts.length === 0
      ? ''
      : `{${parts
          .map(([name, text]) => `${name}:${text}`)
          .toSorted()
          .join('\n')}}`
  }
  const text = String(value).normalize('NFC').replace(/\s+/g, ' ').trim()
  return /^\d{1,20}\.\d{1,20}$/.test(text) ? withoutZeros(text) : text
}

function withoutZeros(decimal: string): string {
  let end = decimal.length
  while (decimal[end - 1] === '0') end--
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}
