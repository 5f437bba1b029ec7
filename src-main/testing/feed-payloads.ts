import { checkDigit } from '../../src-shared/gtin.ts'
import type { ContentPlusFeedItem } from '../../src-shared/vocabulary/content-plus.ts'
import { documents } from '../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../src-shared/vocabulary/ingest.ts'
import { writeDocument } from '../../src-shared/vocabulary/kit/kit.ts'

/** The `number`th valid GTIN-13 of an invented company. */
export function gtinOf(number: number): string {
  const body = `9501234${String(number).padStart(5, '0')}`
  return body + checkDigit(body)
}

/** Lookups the payloads below refer to. */
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

/** An item that breaks no rule; `changes` replace whole members. */
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

/** As programs write them: with a line for the declaration. */
const encode = (xml: string) => new TextEncoder().encode(xml.replace('?>', '?>\n'))

export const itemFeed = (...item: IngestItem[]): Uint8Array =>
  encode(writeDocument(documents.ingestItems, { item }))
export const contentPlusFeed = (...item: ContentPlusFeedItem[]): Uint8Array =>
  encode(writeDocument(documents.contentPlus, { item }))
