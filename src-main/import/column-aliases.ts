/**
 * The names columns go by in the files people have: exports of Open Food Facts, of shops and of spreadsheets, in the
 * commonest languages.
 */
import { wordsOf } from './column-name.ts'
import { contentColumns } from './column-names-of-content.ts'
import { nutritionColumns } from './column-names-of-nutrition.ts'
import { productColumns } from './column-names-of-products.ts'
import { isNutrition, targetFields } from './import-fields.ts'

const aliases: Record<string, string[]> = { ...productColumns, ...contentColumns, ...nutritionColumns }

export interface Alias {
  path: string
  /** How likely the name is; 0 is likeliest. */
  rank: number
}

/** Prefixes that say which part of a product a column is about, and nothing else. */
const sections =
  /^(?:nutrition facts|nutritional|nutrition|nutriments|nutrients|nutriscore data|item|article|product) /

/** What a product says of itself: its labels are told from others. */
const isFact = (path: string): boolean => /^products\/product\/[^/]+$/.test(path)

/** The names above, then the vocabulary's own name of each element that has none there. */
function* allAliases(): Generator<[string, Alias]> {
  for (const [path, names] of Object.entries(aliases)) {
    for (const [rank, name] of names.entries()) yield [name, { path, rank }]
  }
  for (const { path } of targetFields) {
    const own = path.split('/').at(-1) ?? ''
    if (!aliases[path] && !own.startsWith('@')) yield [wordsOf(own), { path, rank: 0 }]
  }
  // As an exported table heads them.
  for (const { path, label } of targetFields)
    if (!aliases[path] && isFact(path)) yield [wordsOf(label), { path, rank: 1 }]
}

const byName = new Map<string, Alias>()
for (const [name, alias] of allAliases()) if (!byName.has(name)) byName.set(name, alias)

/** The field a column's words name, if any. */
export function aliasOf(words: string): Alias | undefined {
  const direct = byName.get(words)
  if (direct) return direct
  const short = byName.get(words.replace(sections, ''))
  if (!short) return undefined
  // "nutrition sugars" is a nutrient; "nutrition name" is no name.
  const isFood = /^nutri/.test(words)
  return isFood === isNutrition(short.path) ? { ...short, rank: short.rank + 1 } : undefined
}
