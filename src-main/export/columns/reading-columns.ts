/** Columns of an item table for people to read. The import has no field for their headings. */
import { allergenName, allergensIn } from '../../../src-shared/allergens/find-allergens.ts'
import type { ItemContents, ItemFindings } from '../../../src-shared/catalog/model.ts'
import { itemContents, perHundred } from '../../../src-shared/nutrition/item-contents.ts'
import { nutrientLabel, nutrientOrder } from '../../../src-shared/nutrition/model.ts'
import { viewLabel } from '../../../src-shared/views.ts'
import type { Item } from '../../../src-shared/vocabulary/elements/item.ts'
import type { Column } from '../../../src-shared/vocabulary/record-and-feed.ts'

/** What is stored about an item beside its record. */
export interface StoredBeside {
  findings(itemId: string): ItemFindings
  /** Percent; undefined if it is not counted, or the profile does not apply to the item. */
  completeness(itemId: string): number | undefined
}

/** A column as it is read from a record, and from what is stored beside it. */
export interface ReadColumn extends Pick<Column<Item>, 'heading' | 'feed'> {
  cell: (item: Item, beside?: StoredBeside) => string | undefined
  /** The cells are numbers, although no field of the import is. */
  isNumber?: boolean
  /** Identifier of the same column in the list of the catalog. */
  onScreen?: string
}

const ingredientsOf = ({ products = [] }: Item): string =>
  products.map(({ grocery }) => grocery?.ingredients ?? '').join('\n')

const contents = new WeakMap<Item, ItemContents['nutrients']>()
/** Computed once for all columns of an item. */
function nutrientsOf(item: Item): ItemContents['nutrients'] {
  const known = contents.get(item) ?? itemContents(item).nutrients
  contents.set(item, known)
  return known
}

const energyPerHundred = ({ products = [] }: Item): string | undefined =>
  perHundred(products.flatMap(({ grocery }) => grocery?.nutritions ?? [])).energy

export const readingColumns: readonly ReadColumn[] = [
  {
    heading: 'Allergens in the ingredients',
    onScreen: 'allergens',
    cell: (item) => allergensIn(ingredientsOf(item)).map(allergenName).join(', '),
  },
  { heading: 'Pictures in the item', onScreen: 'images', cell: ({ media = [] }) => String(media.length) },
  {
    heading: 'Views of the pictures',
    onScreen: 'views',
    cell: ({ media = [] }) =>
      [...new Set(media.flatMap(({ view }) => (view ? [viewLabel(view)] : [])))].join('; '),
  },
  {
    heading: 'Findings of the picture check',
    onScreen: 'findings',
    cell: ({ id = '' }, beside) =>
      beside
        ?.findings(id)
        .map(({ kind, count }) => `${kind}: ${count}`)
        .join('; '),
  },
  {
    heading: 'Completeness (%)',
    onScreen: 'completeness',
    isNumber: true,
    cell: ({ id = '' }, beside) => beside?.completeness(id)?.toString(),
  },
  { heading: 'Energy (kcal) per 100 (g or ml)', onScreen: 'energy', isNumber: true, cell: energyPerHundred },
  ...nutrientOrder.map(
    (name): ReadColumn => ({
      heading: `${nutrientLabel(name)} per 100 (g or ml)`,
      isNumber: true,
      onScreen: name,
      cell: (item) => nutrientsOf(item)[name],
    }),
  ),
]
