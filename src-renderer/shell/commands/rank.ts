/** Filters and ranks the matches of the palette. */
import type { CatalogRow } from '../../../src-shared/catalog/model.ts'
import { foldedWords } from '../../../src-shared/values/fold.ts'
import type { Command } from './command-registry.ts'

/** The commands in which every typed word is the prefix of a word. Matches in the label rank first. */
export function rankCommands(commands: readonly Command[], typed: string): Command[] {
  const typedWords = foldedWords(typed)
  if (typedWords.length === 0) return typed === '' ? [...commands] : []
  const ranked = commands.flatMap((command) => {
    const own = foldedWords(command.label)
    const all = [...own, ...foldedWords(command.words ?? '')]
    const isIn = (words: readonly string[]) =>
      typedWords.every((word) => words.some((one) => one.startsWith(word)))
    if (!isIn(all)) return []
    return [{ command, rank: own[0]?.startsWith(typedWords[0] ?? '') && isIn(own) ? 0 : isIn(own) ? 1 : 2 }]
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ command }) => command)
}

/**
 * The groups with their matching commands; those without a match are left out. Groups that match only by synonyms
 * are last, so that the words on a button precede them.
 */
export function rankGroups<G extends { items: readonly Command[] }>(
  groups: readonly G[],
  typed: string,
): (Omit<G, 'items'> & { items: Command[] })[] {
  const matching = groups
    .map((group) => ({ ...group, items: rankCommands(group.items, typed) }))
    .filter(({ items }) => items.length > 0)
  const hasLabel = ({ items: [first] }: { items: Command[] }) =>
    first !== undefined && rankCommands([{ ...first, words: '' }], typed).length > 0
  return typed === ''
    ? matching
    : [...matching.filter(hasLabel), ...matching.filter((group) => !hasLabel(group))]
}

/**
 * Sorts items by the number of typed words found in the name, the number of matching words, and the index of
 * the first match. Ties keep their order.
 */
export function rankItems(rows: readonly CatalogRow[], typed: string): CatalogRow[] {
  const typedWords = foldedWords(typed)
  return rows
    .map((row, order) => {
      const matches = foldedWords(row.name).flatMap((word, index) =>
        typedWords.some((one) => word.startsWith(one)) ? [index] : [],
      )
      const found = typedWords.filter((one) =>
        foldedWords(row.name).some((word) => word.startsWith(one)),
      ).length
      return { row, order, found, hits: matches.length, first: matches[0] ?? Number.POSITIVE_INFINITY }
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
