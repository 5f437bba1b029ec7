import type { IngestItem } from '../vocabulary/elements/ingest.ts'
import type { CategoryTexts } from './model.ts'

const maxCharacters = 4000
const cut = (texts: readonly (string | undefined)[]): string =>
  texts
    .filter((text) => text !== undefined && text !== '')
    .join('\n')
    .slice(0, maxCharacters)

/** The texts of a feed item by which its category is suggested. */
export function categoryTextsOf(item: IngestItem): CategoryTexts {
  const products = item.products ?? []
  const [first] = products
  const { brandId, brandDescription } = first ?? {}
  return {
    name: cut([item.ecommerceTitle]),
    ...(brandDescription && { brand: cut([brandDescription]) }),
    ...(brandId && { brandId: cut([brandId]) }),
    description: cut([
      ...products.map(({ description }) => description),
      ...(item.ecommerceDescription ?? []).map(({ text }) => text),
      item.frontOfPackageText,
    ]),
    ingredients: cut([first?.grocery?.ingredients]),
  }
}
