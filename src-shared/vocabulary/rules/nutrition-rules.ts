/** The checks of nutrition facts as rules of item feeds: warnings at the rows concerned. */
import { nutritionChecks } from '../../nutrition/checks/check-nutrition.ts'
import { readPanel } from '../../nutrition/panel.ts'
import type { IngestItem } from '../elements/ingest.ts'

/** Each rule returns the violations in all products of an item, by path below the item. */
export const nutritionRules = nutritionChecks.map(({ code, message, find }) => ({
  code,
  message,
  broken: ({ products = [] }: IngestItem): { at: string; message: string }[] =>
    products.flatMap(({ grocery }, product) => {
      const panels = grocery?.nutritions?.map(readPanel) ?? []
      return find(panels).map(({ panel, at, message: words }) => ({
        at: [
          `products/product[${product + 1}]/grocery/nutritions/nutrition[${panel + 1}]`,
          ...(at === '' ? [] : [at]),
        ].join('/'),
        message: words,
      }))
    }),
}))
