/** Ways to take texts for the same that a person would. */

/** A name without case and accents, to be compared in a search. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** The words of a text without case and accents, in their order. */
export const foldedWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** `totalFat`, `total_fat` and `Total-Fat` are the same words. */
export const wordsOf = (text: string): string =>
  fold(text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
