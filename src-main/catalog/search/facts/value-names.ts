import { isEmptyWord, namedCategories } from '../../../../src-shared/catalog/empty-word.ts'
import { fold, foldedWords, indexedWords } from '../../../../src-shared/values/fold.ts'
import type { Database } from '../../../storage/index.ts'

interface ValueNames {
  /** By number, from 1; 0 means no value. */
  ids: string[]
  names: string[]
}
interface CachedNames extends ValueNames {
  folded?: string[]
  ranks?: Uint32Array
}
export type ValueKind = 'brand' | 'manufacturer' | 'categories' | 'package' | 'status' | 'view'

export type ValueTable = ReturnType<typeof openValueTable>

/** The identifiers and names for the numbers in packed facts. */
export function openValueTable(db: Database) {
  const rows = db.prepare<[string], { number: number; id: string; name: string }>(
    'SELECT number, id, name FROM item_value WHERE kind = ? ORDER BY number',
  )
  const known = new Map<ValueKind, CachedNames>()
  const of = (kind: ValueKind): CachedNames => {
    const found = known.get(kind)
    if (found) return found
    const read: CachedNames = { ids: [''], names: [''] }
    for (const { number, id, name } of rows.iterate(kind)) {
      read.ids[number] = id
      read.names[number] =
        kind === 'categories' && isEmptyWord(name) ? (categoriesOf(id).at(-1)?.name ?? '') : name
    }
    known.set(kind, read)
    return read
  }
  const foldedOf = (kind: ValueKind): string[] => {
    const values = of(kind)
    values.folded ??= values.names.map(
      (name, number) => ` ${indexedWords(kind === 'categories' ? labelsOf(values.ids[number] ?? '') : name)}`,
    )
    return values.folded
  }
  return {
    of,
    /** Marks the numbers whose name contains every word of a text as a word prefix. */
    containing(kind: ValueKind, text: string): Uint8Array {
      const words = foldedWords(text)
      return Uint8Array.from(foldedOf(kind), (name, number) =>
        number > 0 && words.length > 0 && words.every((word) => name.includes(` ${word}`)) ? 1 : 0,
      )
    },
    /** Marks the numbers of identifiers. */
    numbers(kind: ValueKind, ids: readonly string[]): Uint8Array {
      const wanted = new Set(ids)
      return Uint8Array.from(of(kind).ids, (id, number) => (number > 0 && wanted.has(id) ? 1 : 0))
    },
    /**
     * The rank of each number in the order of names; equal names have the same rank. Values without a name,
     * and no value, come last.
     */
    ranks(kind: ValueKind): Uint32Array {
      const values = of(kind)
      if (values.ranks) return values.ranks
      // Many lists of categories end with the same category, so each name is folded and sorted once.
      const foldedNames = new Map<string, string>()
      values.names.forEach((name) => {
        if (!foldedNames.has(name)) foldedNames.set(name, fold(name))
      })
      const ordered = [...new Set(foldedNames.values())].sort(compareNames)
      const rankOf = new Map(ordered.map((name, rank) => [name, rank]))
      const ranks = new Uint32Array(values.names.length)
      values.names.forEach((name, number) => {
        ranks[number] = rankOf.get(foldedNames.get(name) ?? '') ?? 0
      })
      values.ranks = ranks
      return values.ranks
    },
    forget: (): void => known.clear(),
  }
}

const compareNames = (one: string, other: string): number => {
  if (one === '' || other === '') return Number(one === '') - Number(other === '')
  return one < other ? -1 : Number(one > other)
}

/** Parses a stored list of categories: scheme, identifier and label of each that is not empty. */
export function categoriesOf(list: string): { scheme: string; id: string; name: string }[] {
  if (list === '') return []
  const entries: [string, string, string][] = JSON.parse(list)
  return namedCategories(entries.map(([scheme, id, name]) => ({ scheme, id, name })))
}
const labelsOf = (list: string): string =>
  categoriesOf(list)
    .map(({ name }) => name)
    .join(' ')
