/**
 * Compares the values of a feed item with those that a catalog record shows. The same function reads the
 * record, and the record that ingestion would create from the feed. Excluded are values that a record never
 * shows as sent: pictures (the service stores copies), names from lookup lists, timestamps.
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

/** Texts by label; several if there are several languages or retailers. */
export type Content = Record<string, string[]>

const descriptionLabel = 'e-commerce description'
const contentPlusLabel = 'manufacturer e-commerce description'
/** Labels of the values that an update changes (specification, endpoint 9, rule 2). */
const updateLabels = new Set([descriptionLabel, contentPlusLabel])

/** The values of a feed item that a record can show. */
export const contentOf = (kind: FeedKind, item: PayloadItem): Content =>
  kinds[kind].payload.name === 'items'
    ? contentOfItem(kind, item as IngestItem)
    : contentOfContentPlus(item as ContentPlusFeedItem)

function contentOfItem(kind: FeedKind, item: IngestItem): Content {
  const none = () => undefined
  const names = { manufacturer: none, brand: none, distributor: none }
  const shown = contentOfRecord(recordValue(item, { id: '', now: 0, username: '', names }))
  if (!kinds[kind].changes) return shown
  return Object.fromEntries(Object.entries(shown).filter(([label]) => updateLabels.has(label)))
}

/** E-commerce descriptions of Content+, of all retailers. */
function contentOfContentPlus({ retailer = [] }: ContentPlusFeedItem): Content {
  const sent = distinctTexts(retailer.map(({ ecommerceDescription }) => ecommerceDescription))
  return sent.length === 0 ? {} : { [contentPlusLabel]: sent }
}

/** Labels of the values that differ from the sent ones, in record order. */
export function differences(content: Content, record: Item): string[] {
  const shown = contentOfRecord(record)
  return Object.entries(content).flatMap(([label, sent]) =>
    isMatch(sent, shown[label] ?? [], isOptionalLabel(label)) ? [] : [label],
  )
}

/**
 * Whether sent and shown texts match. A single shown text must be one of the sent texts: not every service
 * shows all languages.
 */
function isMatch(sent: readonly string[], shown: readonly string[], isOptional: boolean): boolean {
  if (shown.length === 0) return isOptional
  if (shown.length === 1) return sent.some((text) => shown.includes(text))
  return sent.every((text) => shown.includes(text))
}

/**
 * Members that the specification does not show in records: if a service omits them, that is no difference.
 */
const optionalMembers = (group: Group, shown: string[]): [key: string, label: string][] =>
  group.members.filter(({ key }) => !shown.includes(key)).map(({ key, label }) => [key, label.toLowerCase()])
const optionalInPackage = optionalMembers(packageGroup, ['type', 'approximation', 'packageType'])
const optionalInProduct = optionalMembers(productGroup, [
  'sequence',
  'id',
  'type',
  'description',
  'brand',
  'manufacturer',
  'warnings',
  'grocery',
])
const optionalLabels = new Set([...optionalInPackage, ...optionalInProduct].map(([, label]) => label))
const isOptionalLabel = (label: string): boolean => optionalLabels.has(label.replace(/ of product \d+$/, ''))

const optionalValues = (owner: object, members: [key: string, label: string][]): [string, unknown][] => {
  const values = new Map<string, unknown>(Object.entries(owner))
  return members.map(([key, label]) => [label, values.get(key)])
}

/** The values of a record by label, as canonical texts, without empty ones. */
function contentOfRecord(record: Item): Content {
  const products = record.products ?? []
  const members: [string, unknown][] = [
    ['name', record.name],
    ['marketing description', record.marketingDescription],
    ['other description', record.otherDescription],
    ['product codes', (record.upcs ?? []).map(({ text }) => gtin14(text) ?? text).toSorted()],
    ['category', record.categories?.[0]?.id],
    ['package', record.packageData && packageOf(record.packageData)],
    ...optionalValues(record.packageData ?? {}, optionalInPackage),
    ...products.flatMap((product, index) =>
      productMembers(product).map(([label, value]): [string, unknown] => [
        products.length > 1 ? `${label} of product ${index + 1}` : label,
        value,
      ]),
    ),
  ]
  const texts = ({ text }: { text: string }) => text
  const content: [string, string[]][] = [
    ...members.map(([label, value]): [string, string[]] => [label, distinctTexts([value])]),
    [descriptionLabel, distinctTexts((record.ecommerceDescription ?? []).map(texts))],
    [contentPlusLabel, distinctTexts((record.manufacturerEcommerceDescription ?? []).map(texts))],
  ]
  return Object.fromEntries(content.filter(([, sent]) => sent.length > 0))
}

/** Distinct non-empty values, as canonical texts. */
const distinctTexts = (values: readonly unknown[]): string[] => [
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
  ...optionalValues(product, optionalInProduct),
]

/**
 * Canonical text of a value: ignores white space, the order of members, empty members and trailing decimal
 * zeros.
 */
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
