import { fold } from './highlight.tsx'

/** Words of a search that can stand in a row, folded: those of fields without the field, none that are excluded. */
export function searchedWords(text: string, alsoShowing: readonly string[] = []): string[] {
  const words = [...text.split(/[\s"()]+/), ...alsoShowing]
    .filter((word) => !word.startsWith('-'))
    .map((word) => word.slice(word.lastIndexOf(':') + 1))
    .filter((word) => !/[<>=]/.test(word))
    .flatMap((word) => fold(word).split(/[^\p{L}\p{N}]+/u))
  return [...new Set(words)].filter((word) => word !== '').slice(0, 12)
}
