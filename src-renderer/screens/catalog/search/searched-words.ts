import { codeDigits } from '../../../../src-shared/catalog/product-code.ts'
import { readQuery } from '../../../../src-shared/catalog/query.ts'
import { foldedWords } from '../../../../src-shared/values/fold.ts'

/** The most words marked in a row. */
const maxWords = 12

/** What of a search can stand in a row, folded: its words, and the values of its fields; nothing that is excluded. */
export function searchedWords(text: string, alsoShowing: readonly string[] = []): string[] {
  const { terms, gtin14s } = readQuery(text)
  const texts =
    gtin14s.length > 0
      ? [codeDigits(text) ?? '', ...gtin14s]
      : terms.flatMap((term) => {
          if (term.not) return []
          if (term.kind === 'words' || term.kind === 'text') return [term.text]
          return term.kind === 'code' ? [term.digits] : []
        })
  const words = [...texts, ...alsoShowing].flatMap(foldedWords)
  return [...new Set(words)].slice(0, maxWords)
}
