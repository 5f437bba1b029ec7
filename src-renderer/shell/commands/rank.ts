/** What the palette finds, and in which order. */
import type { CatalogRow } from '../../../src-shared/catalog/model.ts'
import { foldedWords } from '../../../src-shared/values/fold.ts'
import type { Command } from './command-registry.ts'

/** The commands in which every typed word begins a word, those with the words in their name first. */
export function rankCommands(commands: readonly Command[], typed: string): Command[] {
  const wanted = foldedWords(typed)
  if (wanted.length === 0) return typed === '' ? [...commands] : []
  const ranked = commands.flatMap((command) => {
    const own = foldedWords(command.label)
    const all = [...own, ...foldedWords(command.words ?? '')]
    const isIn = (words: readonly string[]) =>
      wanted.every((word) => words.some((one) => one.startsWith(word)))
    if (!isIn(all)) return []
    return [{ command, rank: own[0]?.startsWith(wanted[0] ?? '') && isIn(own) ? 0 : isIn(own) ? 1 : 2 }]
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ command }) => command)
}

/** Items by how often and how early the typed words begin words of the name; others keep their order, after those. */
export function rankItems(rows: readonly CatalogRow[], typed: string): CatalogRow[] {
  const wanted = foldedWords(typed)
  return rows
    .map((row, order) => {
      const places = foldedWords(row.name).flatMap((word, place) =>
        wanted.some((one) => word.startsWith(one)) ? [place] : [],
      )
      const found = wanted.filter((one) => foldedWords(row.name).some((word) => word.startsWith(one))).length
      return { row, order, found, hits: places.length, first: places[0] ?? Number.POSITIVE_INFINITY }
    })
    .sort(
      (one, other) =>
        other.found - one.found ||
        other.hits - one.hits ||
        (one.first === other.first ? 0 : one.first - other.first) ||
        one.order - other.order,
    )
    .map(({ row }) => row)
}
