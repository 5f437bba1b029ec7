/**
 * What a feed brings that an item's record can show, and whether a record shows the same. One function reads both: the
 * record, and the record that ingestion would make of the feed. Left out is what a record never shows as it was sent:
 * pictures (the service keeps copies), names from lookup lists, moments.
 */

import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'
import type { ContentPlusFeedItem } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import {
  type Item,
  type Product,
  packageData as packageGroup,
  product as productGroup,
} from '../../../../src-shared/vocabulary/elements/item.ts'
import type { Group } from '../../../../src-shared/vocabulary/kit/description.ts'
import { recordValue } from '../../targets/sandbox/index.ts'

/** Texts that were sent or are shown, by label; several texts where there are several languages or retailers. */
export type Content = Record<string, string[]>

const descriptionLabel = 'e-commerce description'
const contentPlusLabel = 'manufacturer e-commerce description'
/** The labels of all that an update changes (specification, endpoint 9, rule 2). */
const ofUpdate = new Set([descriptionLabel, contentPlusLabel])

/** What an item of a feed brings, as far as a record can show it. */
export const contentOf = (kind: FeedKind, item: PayloadItem): Content =>
  kinds[kind].payload.name === 'items'
    ? contentOfItem(kind, item as IngestItem)
    : contentOfContentPlus(item as ContentPlusFeedItem)

function contentOfItem(kind: FeedKind, item: IngestItem): Content {
  const none = () => undefined
  const names = { manufacturer: none, brand: none, distributor: none }
  const shown = shownBy(recordValue(item, { id: '', now: 0, username: '', names }))
  if (!kinds[kind].changes) return shown
  return Object.fromEntries(Object.entries(shown).filter(([label]) => ofUpdate.has(label)))
}

/** The e-commerce description of Content+, whichever retailer's it is. */
function contentOfContentPlus({ retailer = [] }: ContentPlusFeedItem): Content {
  const sent = filled(retailer.map(({ ecommerceDescription }) => ecommerceDescription))
  return sent.length === 0 ? {} : { [contentPlusLabel]: sent }
}

/** The labels of the values that a record shows otherwise than they were sent, in the order of the record. */
export function differences(content: Content, record: Item): string[] {
  const shown = shownBy(record)
  return Object.entries(content).flatMap(([label, sent]) =>
    agrees(sent, shown[label] ?? [], isSeldomShown(label)) ? [] : [label],
  )
}

/** Where a record shows a single text, it must be one of those sent: not every service shows every language. */
function agrees(sent: readonly string[], shown: readonly string[], isSeldom: boolean): boolean {
  if (shown.length === 0) return isSeldom
  if (shown.length === 1) return sent.some((text) => shown.includes(text))
  return sent.every((text) => shown.includes(text))
}

/** Members of a record that the specification does not show: a service that leaves such a member out tells nothing. */
const seldomOf = (group: Group, shown: string[]): [key: string, label: string][] =>
  group.members.filter(({ key }) => !shown.includes(key)).map(({ key, label }) => [key, label.toLowerCase()])
const seldomOfPackage = seldomOf(packageGroup, ['type', 'approximation', 'packageType'])
const seldomOfProduct = seldomOf(productGroup, [
  'sequence',
  'id',
  'type',
  'description',
  'brand',
  'manufacturer',
  'warnings',
  'grocery',
])
const seldomLabels = new Set([...seldomOfPackage, ...seldomOfProduct].map(([, label]) => label))
const isSeldomShown = (label: string): boolean => seldomLabels.has(label.replace(/ of product \d+$/, ''))

const seldomIn = (owner: object, members: [key: string, label: string][]): [string, unknown][] => {
  const values = new Map<string, unknown>(Object.entries(owner))
  return members.map(([key, label]) => [label, values.get(key)])
}

/** The values of a record by label, as texts to compare; empty values are left out. */
function shownBy(record: Item): Content {
  const products = record.products ?? []
  const members: [string, unknown][] = [
    ['name', record.name],
    ['marketing description', record.marketingDescription],
    ['other description', record.otherDescription],
    ['product codes', (record.upcs ?? []).map(({ text }) => gtin14(text) ?? text).toSorted()],
    ['category', record.categories?.[0]?.id],
    ['package', record.packageData && packageOf(record.packageData)],
    ...seldomIn(record.packageData ?? {}, seldomOfPackage),
    ...products.flatMap((product, index) =>
      productMembers(product).map(([label, value]): [string, unknown] => [
        products.length > 1 ? `${label} of product ${index + 1}` : label,
        value,
      ]),
    ),
  ]
  const texts = ({ text }: { text: string }) => text
  const content: [string, string[]][] = [
    ...members.map(([label, value]): [string, string[]] => [label, filled([value])]),
    [descriptionLabel, filled((record.ecommerceDescription ?? []).map(texts))],
    [contentPlusLabel, filled((record.manufacturerEcommerceDescription ?? []).map(texts))],
  ]
  return Object.fromEntries(content.filter(([, sent]) => sent.length > 0))
}

/** Each once, as text to compare. */
const filled = (values: readonly unknown[]): string[] => [
  ...new Set(values.map(canonical).filter((text) => text !== '')),
]

const packageOf = ({ type, approximation, packageType }: NonNullable<Item['packageData']>) => ({
  type,
  approximation,
  packageType: packageType?.text,
})

const productMembers = ({ brand, manufacturer, grocery, ...product }: Product): [string, unknown][] => [
  ['product description', product.description],
  ['brand', brand?.id || brand?.text],
  ['manufacturer', manufacturer?.id],
  ['warnings', product.warnings],
  ['ingredients', grocery?.ingredients],
  ['kosher codes', grocery?.kosherCodes],
  ['nutrition facts', grocery?.nutritions],
  ...seldomIn(product, seldomOfProduct),
]

/** A text to compare by: white space, the order of members, empty members and zeros behind the point do not count. */
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
