import { mainCategory } from '../../../src-shared/catalog/main-category.ts'
import type { CategorySuggestion, CategoryTexts } from '../../../src-shared/catalog/model.ts'
import { defineReader } from '../../storage/index.ts'
import { scanStored } from '../rebuild/rebuild.ts'
import type { ScannedItem } from '../scan/scanned-item.ts'
import { type CategorizedItem, trainCategories } from './category-model.ts'

/** Items that suggestions are made from, newest first. They take about 2 KB each. */
const maxItems = 20_000
/** Items that are read to find so many with a category. */
const maxRead = 40_000
/** Share of items that come or go until suggestions are made anew. */
const maxChange = 0.1

interface Trained {
  /** Number of items in the catalog at the time. */
  count: number
  names: string[]
  suggest: ReturnType<typeof trainCategories>['suggest']
}

const textsOf = ({ name, brands, texts, categories, ingredients }: ScannedItem): CategoryTexts => {
  const labels = new Set(categories.map((category) => category.name))
  return {
    name,
    brand: brands[0]?.name,
    description: texts.filter((text) => !labels.has(text)).join('\n'),
    ingredients,
  }
}

/**
 * Suggests the category of an item by the similar items of this catalog. What it needs is read from the catalog
 * at the first call, in a few seconds, and again after many items have come or gone: call it apart.
 */
export const categoryReader = defineReader('catalog/categories', ({ db }) => {
  const count = db.prepare<[], number>('SELECT count(*) FROM item').pluck()
  const bodies = db
    .prepare<[], Uint8Array>(
      `SELECT body FROM (SELECT seq FROM item ORDER BY updated_at DESC, id DESC LIMIT ${maxRead})
         CROSS JOIN item_document USING (seq)`,
    )
    .pluck()
  const listed = db.prepare<[], string>("SELECT id FROM lookup WHERE kind = 'category'").pluck()
  const entry = db.prepare<[string], { name: string; parent: string }>(
    "SELECT name, parent FROM lookup WHERE kind = 'category' AND id = ?",
  )
  const brandName = db
    .prepare<[string], string>("SELECT name FROM lookup WHERE kind = 'brand' AND id = ?")
    .pluck()
  let trained: Trained | undefined

  function train(items: number): Trained {
    const known = new Set(listed.all())
    const found: CategorizedItem[] = []
    const names: string[] = []
    for (const body of bodies.iterate()) {
      const scanned = scanStored(body)
      const category = mainCategory(scanned?.categories.filter(({ id }) => known.has(id)) ?? [])?.id
      if (!scanned || category === undefined) continue
      names.push(scanned.name)
      found.push({ texts: textsOf(scanned), category })
      if (found.length === maxItems) break
    }
    return { count: items, names, suggest: trainCategories(found).suggest }
  }

  function current(): Trained {
    const items = count.get() ?? 0
    if (trained && Math.abs(items - trained.count) <= trained.count * maxChange) return trained
    trained = train(items)
    return trained
  }

  return {
    /** At most three categories for each item, the likeliest first. */
    suggest(items: CategoryTexts[]): CategorySuggestion[][] {
      const { suggest, names } = current()
      return items.map(({ brandId = '', ...texts }) =>
        suggest({ ...texts, brand: texts.brand ?? brandName.get(brandId) }).flatMap(
          ({ category: id, like, isSure }) => {
            const found = entry.get(id)
            if (!found) return []
            const around = entry.get(found.parent)?.name
            return [
              {
                id,
                name: found.name,
                like: names[like] ?? '',
                isSure,
                ...(around !== undefined && { around }),
              },
            ]
          },
        ),
      )
    },
  }
})
