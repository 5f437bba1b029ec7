/**
 * Feeds of generated items, as a supplier's program sends them; deterministic for a given number of items.
 */
import { checkDigit } from '../../../src-shared/values/gtin.ts'
import { documents } from '../../../src-shared/vocabulary/documents.ts'
import type { IngestItem, IngestProduct } from '../../../src-shared/vocabulary/elements/ingest.ts'
import { writeDocument } from '../../../src-shared/vocabulary/kit/kit.ts'
import { randomNumbers } from './random.ts'

const words =
  'oat rye barley honey plum salt basil cocoa pear lemon cream almond crunchy organic roasted slow-baked wholegrain gently sweetened stone-ground sea sugar flour water yeast rapeseed oil malt extract vanilla & cinnamon crème brûlée'.split(
    ' ',
  )

type Chance = () => number
const pick = <T>(chance: Chance, from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T
/** A text of `length` words. */
const sentence = (chance: Chance, length: number): string =>
  Array.from({ length }, () => pick(chance, words)).join(' ')
function generatedGtin(number: number): string {
  const body = `95${String(number).padStart(10, '0')}`
  return body + checkDigit(body)
}

/** Consistent amounts: the energy follows from fat, carbohydrates and protein. */
function nutrition(chance: Chance): NonNullable<NonNullable<IngestProduct['grocery']>['nutritions']>[number] {
  const [fat, carbohydrates, protein] = [3, 30, 5].map((most) => 1 + Math.floor(chance() * most)) as [
    number,
    number,
    number,
  ]
  const grams = (amount: number, dailyPct: number) => ({
    uom: 'GRM',
    dailyPct: String(dailyPct),
    text: String(amount),
  })
  return {
    sequence: '1',
    numberOfServings: String(1 + Math.floor(chance() * 12)),
    servingSizes: [{ type: 'metric', measure: '60', uom: 'GRM' }],
    energy: String(fat * 9 + (carbohydrates + protein) * 4),
    totalFat: grams(fat, Math.round(fat / 0.78)),
    saturatedFat: grams(0.5, 3),
    sodium: { uom: 'MGM', dailyPct: '4', text: '95' },
    carbohydrates: grams(carbohydrates, Math.round(carbohydrates / 2.75)),
    sugars: grams(Math.floor(carbohydrates / 3), 0),
    protein: grams(protein, protein * 2),
  }
}

/** @param warnings number of values that cause a warning, up to 4 */
function feedItem(number: number, chance: Chance, warnings: number): IngestItem {
  const title = `${sentence(chance, 3)} ${number}`
  const side = (length: number) => ({ measure: String(length), uom: warnings > 2 ? 'GRM' : 'CMT' })
  return {
    type: 'grocery',
    ecommerceTitle: title,
    ecommerceDescription: [{ lang: 'en-US', text: sentence(chance, 12) }],
    productCodes: [{ type: 'GTIN', text: generatedGtin(number) }],
    manufacturerId: `m${number % 40}`,
    categoryId: '10000284',
    media: [
      { view: warnings > 0 ? 'front' : 'A1C1', url: `https://pictures.example/${number}/front.jpg` },
      { view: 'A7C1', url: `https://pictures.example/${number}/back.jpg` },
    ],
    packageData: {
      type: 'Product',
      length: { measure: '20', uom: 'CMT' },
      height: { measure: '6.5', uom: 'CMT' },
      width: side(12),
      weight: { measure: warnings > 1 ? '0' : '410', uom: 'GRM' },
    },
    products: [
      {
        type: 'grocery',
        description: title,
        brandId: `b${number % 200}`,
        countryOfOrigin: warnings > 3 ? 'XX' : 'FR',
        grocery: { ingredients: sentence(chance, 10), nutritions: [nutrition(chance)] },
      },
    ],
    attributes: {},
  }
}

/** The items of `generatedFeed`. */
export function generatedFeedItems(items: number, warnings = 0): IngestItem[] {
  const chance = randomNumbers(items + warnings)
  return Array.from({ length: items }, (_, number) => feedItem(number, chance, warnings))
}

/** A feed as it is sent: UTF-8, one line per item. */
export function generatedFeed(items: number, warnings = 0): Uint8Array {
  const item = generatedFeedItems(items, warnings)
  const text = writeDocument(documents.ingestItems, { item })
  return new TextEncoder().encode(text.replaceAll('<item ', '\n<item '))
}
