import { type Marked, marked, markedList } from '../../../../src-shared/feeds/preview/marked.ts'
import type { ItemPreview } from '../../../../src-shared/feeds/preview/model.ts'
import { unitSymbol } from '../../../../src-shared/values/units.ts'
import { rankToShow } from '../../../../src-shared/views.ts'
import type { ContentPlus, LanguageEntry } from '../../../../src-shared/vocabulary/elements/content-plus.ts'
import {
  type IngestItem,
  type IngestProduct,
  ingestItem,
  ingestProduct,
} from '../../../../src-shared/vocabulary/elements/ingest.ts'
import {
  type Nutrition,
  nutrition as nutritionGroup,
} from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { decimalWords } from '../../../ui/text/words.ts'

export interface ShopPicture {
  url: string
  view: string
}

/** Compares values of the item before and after; without a catalog item, nothing is marked. */
export function comparer({ before, after }: ItemPreview) {
  const compares = before !== undefined
  return {
    one: <T>(read: (item: IngestItem) => T | undefined): Marked<T> =>
      compares
        ? marked(read(before), read(after))
        : { ...marked(read(after), read(after)), before: undefined },
    list: <T>(
      read: (item: IngestItem) => readonly T[] | undefined,
      keyOf: (entry: T) => string,
    ): Marked<T>[] =>
      markedList(compares ? (read(before) ?? []) : (read(after) ?? []), read(after) ?? [], keyOf),
  }
}
export type Comparer = ReturnType<typeof comparer>

const firstProduct = ({ products = [] }: IngestItem): IngestProduct | undefined => products[0]

/** A field of the first product. */
export const ofProduct =
  <T>(read: (product: IngestProduct) => T | undefined) =>
  (item: IngestItem): T | undefined => {
    const product = firstProduct(item)
    return product && read(product)
  }

/** The pictures of the page, fronts first; Content+ of a retailer is shown after the item's own. */
export function picturesOf(compare: Comparer, retailer: string): Marked<ShopPicture>[] {
  const own = compare.list(
    ({ media = [] }) => media.map(({ url = '', view = '' }) => ({ url: url.trim(), view: view.trim() })),
    ({ view, url }) => view || url,
  )
  const further = compare.list(
    (item) => contentOf(item, retailer)?.images?.map(({ url = '' }) => ({ url: url.trim(), view: '' })),
    ({ url }) => url,
  )
  const rank = ({ before, after }: Marked<ShopPicture>) =>
    rankToShow((after ?? before)?.view ?? '', 'front') ?? Number.MAX_SAFE_INTEGER
  return [...own.toSorted((one, other) => rank(one) - rank(other)), ...further].filter(
    ({ before, after }) => (after ?? before)?.url,
  )
}

/** Content+ of a retailer; '' for all retailers. */
export const contentOf = (
  { contentPlus, manufacturerContent = [] }: IngestItem,
  retailer: string,
): ContentPlus | undefined =>
  retailer === '' ? contentPlus : manufacturerContent.find(({ id }) => id === retailer)?.contentPlus

/** The retailers with content of their own, before or after. */
export const retailersOf = ({ before, after }: ItemPreview): string[] => [
  ...new Set(
    [...(after.manufacturerContent ?? []), ...(before?.manufacturerContent ?? [])].flatMap(
      ({ id }) => id || [],
    ),
  ),
]

/** The languages of the texts of the page, in their order; '' for texts without a language. */
export function languagesOf({ before, after }: ItemPreview, retailer: string): string[] {
  const texts = [after, before ?? {}].flatMap((item) => {
    const content = contentOf(item, retailer)
    return [
      ...(item.ecommerceDescription ?? []),
      ...(content?.ecommerceDescription ?? []),
      ...(content?.longDescription ?? []),
    ]
  })
  return [...new Set(texts.map(({ lang = '' }) => lang))]
}

/** The text in a language; a text without a language is shown in every one. */
export const textIn = (entries: readonly LanguageEntry[] | undefined, language: string): string | undefined =>
  (entries?.find(({ lang = '' }) => lang === language) ?? entries?.find(({ lang }) => !lang))?.text

interface NutritionChange {
  label: string
  value: Marked<string>
}

/** The lines of the nutrition panels that the feed changes. */
export function nutritionChanges(compare: Comparer): NutritionChange[] {
  const panels = compare.one<Nutrition[]>(ofProduct(({ grocery }) => grocery?.nutritions))
  const count = Math.max(panels.before?.length ?? 0, panels.after?.length ?? 0)
  return Array.from({ length: panels.before && panels.after ? count : 0 }, (_, index) =>
    nutritionGroup.members.flatMap(({ key, label }): NutritionChange[] => {
      const [was, is] = [panels.before, panels.after].map((all) => amountText(Object(all?.[index])[key]))
      const value = marked(was, is)
      return value.mark === 'same' ? [] : [{ label, value }]
    }),
  ).flat()
}

/** An amount of a nutrition panel as text: `8 g`, `12`; undefined for anything else. */
function amountText(value: unknown): string | undefined {
  if (typeof value === 'string') return decimalWords(value)
  const { text, uom, dailyPct } = Object(value) as { text?: string; uom?: string; dailyPct?: string }
  if (typeof text !== 'string' || text === '') return undefined
  const amount = [decimalWords(text), uom && unitSymbol(uom)].filter(Boolean).join('\u00a0')
  return dailyPct ? `${amount} (${decimalWords(dailyPct)}\u00a0%)` : amount
}

/** Label of a member of an item or of its product. */
export const fieldLabel = (key: string): string =>
  ingestItem.elements.get(key)?.label ?? ingestProduct.elements.get(key)?.label ?? key
