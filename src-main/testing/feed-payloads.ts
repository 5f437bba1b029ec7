import { checkDigit } from '../../src-shared/values/gtin.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { ContentPlusFeedItem } from '../../src-shared/vocabulary/elements/content-plus.ts'
import { type IngestItem, ingestItem } from '../../src-shared/vocabulary/elements/ingest.ts'
import type { Group, Member } from '../../src-shared/vocabulary/kit/description.ts'
import { parseDocument, writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'
import type { Leaf } from '../../src-shared/vocabulary/kit/leaf.ts'

/** The `number`th valid GTIN-13 of an invented company. */
export function gtinOf(number: number): string {
  const body = `9501234${String(number).padStart(5, '0')}`
  return body + checkDigit(body)
}

/** Lookups that the payloads below refer to. */
export const sampleLookups = {
  manufacturer: [
    { id: 'm1', name: 'Northwind Mills' },
    { id: 'm2', name: 'Ålesund Fisk & Co' },
  ],
  brand: [
    { id: 'b1', name: 'Golden Field' },
    { id: 'b2', name: 'Fjord <fresh>' },
  ],
  distributor: [{ id: 'd1', name: 'Harbour Logistics' }],
  retailer: [
    { id: 'r1', name: 'Corner Shop' },
    { id: 'r2', name: 'Market Hall' },
  ],
} as const

/** An item that breaks no rule; `changes` replaces whole members. */
export const sampleItem = (number: number, changes: Partial<IngestItem> = {}): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: `Oat flakes ${number}`,
  ecommerceDescription: [{ lang: 'en-US', text: 'Whole-grain oats & nothing else' }],
  frontOfPackageText: 'Golden Field',
  productCodes: [{ type: 'GTIN', text: gtinOf(number) }],
  manufacturerId: 'm1',
  categoryId: '10000284',
  media: [{ view: 'A1C1', url: `https://media.example/${number}.jpg` }],
  products: [
    {
      type: 'grocery',
      description: `Rolled oats, pack ${number}`,
      brandId: 'b1',
      grocery: {
        ingredients: 'Oats',
        nutritions: [
          {
            sequence: '1',
            numberOfServings: '12',
            servingSizes: [{ type: 'metric', measure: '40', uom: 'GRM' }],
            energy: '148',
            totalFat: { uom: 'GRM', dailyPct: '4', text: '2.8' },
          },
        ],
      },
    },
  ],
  attributes: {},
  ...changes,
})

/** The payload as programs write it, with a separate line for the declaration. */
const encode = (xml: string) => new TextEncoder().encode(xml.replace('?>', '?>\n'))

export const itemFeed = (...item: IngestItem[]): Uint8Array =>
  encode(writeDocument(documents.ingestItems, { item }))
export const contentPlusFeed = (...item: ContentPlusFeedItem[]): Uint8Array =>
  encode(writeDocument(documents.contentPlus, { item }))

/** The identifiers in a payload, by the lookup list they belong to. */
const identifiers: Record<string, readonly string[]> = {
  manufacturer: ['m1', 'm2'],
  brand: ['b1', 'b2'],
  distributor: ['d1', 'd2'],
  retailer: ['r1', 'r2'],
  category: ['10000284'],
}
const languages = ['fr-FR', 'en-US']
const views = ['A1C1', 'A7N1']

/** An item feed with every element and attribute of the vocabulary, so that no field is missed. */
export function fullItem(number: number): IngestItem {
  let count = 0
  const leaf = (type: Leaf, { key, lookup, options }: Member, path: string, entry: number): string => {
    count++
    if (key === 'lang') return languages[entry] ?? 'de-DE'
    if (key === 'view') return views[entry] ?? 'A1C1'
    if (key === 'url') return `https://media.example/${number}/${path.replace(/\W+/g, '-')}-${entry}.png`
    if (key === 'code' && path.includes('media')) return 'EDITED'
    if (path === 'productCodes') return key === 'type' ? (entry === 0 ? 'GTIN' : 'SKU') : code(number, entry)
    if (key === 'uom') return options?.[0]?.value ?? 'GRM'
    if (key === 'countryOfOrigin') return 'FR'
    if (key === 'sequence') return String(entry + 1)
    if (lookup) return (identifiers[lookup] ?? [''])[entry % (identifiers[lookup]?.length ?? 1)] ?? ''
    if (type.values) return type.values[count % type.values.length] ?? ''
    const text = `${key} ${count} é & <${path}>`
    return type.accepts(text) ? text : String(100 + count)
  }
  const value = (group: Group, path: string, entry: number): Record<string, unknown> =>
    Object.fromEntries(
      group.members.map((member) => {
        const { key, type, cardinality } = member
        const below = path === '' ? key : `${path}/${key}`
        const one = (at: number): unknown =>
          type.kind === 'group' ? value(type, below, at) : leaf(type, member, path, at)
        const repeats = cardinality === 'list' || cardinality === 'repeated'
        if (!repeats) return [key, one(entry)]
        return [key, [one(0), one(1)]]
      }),
    )
  const made: IngestItem = value(ingestItem, '', 0)
  made.attributes = { unknown: [{ kind: 'element', name: 'size', content: '<size unit="cm">12</size>' }] }
  return made
}

const code = (number: number, entry: number): string => {
  const body = `9501234${String(number).padStart(5, '0')}`
  return entry === 0 ? body + checkDigit(body) : `SKU-${number}`
}

/** Every value of an item by its path. An entry of a list is identified by its key, or else by its number. */
export function valuesOf(item: IngestItem): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') {
      if (value !== '') found.set(path, value)
    } else if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) walk(entry, `${path}[${keyOfEntry(entry) ?? index + 1}]`)
    } else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) walk(member, `${path}/${key}`)
  }
  walk(item, '')
  return found
}
function keyOfEntry(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  if ('lang' in entry) return String(entry.lang)
  if ('view' in entry) return String(entry.view)
  if ('contentPlus' in entry && 'id' in entry) return String(entry.id)
  return undefined
}

export const itemsIn = (xml: string): IngestItem[] =>
  parseDocument(documents.ingestItems, xml).value?.item ?? []
