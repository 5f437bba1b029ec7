/**
 * Converts a record to a schema.org Product for JSON-LD. There are no offers, because a catalog has no
 * prices. Nutrition facts become NutritionInformation, which schema.org defines for dishes; consumers of
 * product data accept it as well.
 */

import { stableText } from '../history/transient.ts'
import { gtin14, isValidGtin } from '../values/gtin.ts'
import { unitSymbol } from '../values/units.ts'
import type { Item } from '../vocabulary/elements/item.ts'
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'

type Json = string | Json[] | { [key: string]: Json | undefined }

const filled = (text: string | undefined): string | undefined => text?.trim() || undefined
const some = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

const contentNames = {
  fatContent: 'totalFat',
  saturatedFatContent: 'saturatedFat',
  transFatContent: 'transFat',
  cholesterolContent: 'cholesterol',
  sodiumContent: 'sodium',
  carbohydrateContent: 'carbohydrates',
  fiberContent: 'dietaryFiber',
  sugarContent: 'sugars',
  proteinContent: 'protein',
} as const satisfies Record<string, keyof Nutrition>

const quantity = (text: string | undefined, uom: string | undefined): string | undefined =>
  filled(text) && [text, uom && unitSymbol(uom)].filter(Boolean).join(' ')

function nutritionOf(facts: Nutrition): Json {
  const contents = Object.entries(contentNames).map(([name, key]) => [
    name,
    quantity(facts[key]?.text, facts[key]?.uom),
  ])
  return {
    '@type': 'NutritionInformation',
    name: filled(facts.title),
    servingSize: some(
      (facts.servingSizes ?? []).flatMap(({ measure, uom }) => quantity(measure, uom) ?? []),
    )?.join(', '),
    calories: filled(facts.energy) && `${facts.energy} kcal`,
    ...Object.fromEntries(contents),
  }
}

/** @param code the item's main product code */
export function schemaOrgProduct(item: Item, code: string | undefined): Json {
  const product = item.products?.[0]
  const brand = filled(product?.brand?.text)
  const manufacturer = filled(product?.manufacturer?.text)
  const size = item.packageData?.netWeight
  const panels = product?.grocery?.nutritions ?? []
  const description =
    filled(item.marketingDescription) ?? filled(item.otherDescription) ?? filled(product?.description)
  const addresses = (item.media ?? []).flatMap(({ url }) => filled(url) ?? [])
  return {
    '@type': 'Product',
    identifier: filled(item.id),
    gtin14: code !== undefined && isValidGtin(code) ? gtin14(code) : undefined,
    name: filled(item.name),
    description,
    brand: brand && { '@type': 'Brand', name: brand },
    manufacturer: manufacturer && { '@type': 'Organization', name: manufacturer },
    category: some((item.categories ?? []).flatMap(({ text, id }) => filled(text) ?? filled(id) ?? [])),
    countryOfOrigin: filled(product?.countryOfOrigin),
    size: filled(size?.measure) && {
      '@type': 'QuantitativeValue',
      value: size?.measure,
      unitCode: filled(size?.uom),
    },
    // The service signs addresses; an expired signature is of no use to a reader.
    image: some([...new Set(addresses.map(stableText))]),
    nutrition: some(panels.map(nutritionOf)),
  }
}
