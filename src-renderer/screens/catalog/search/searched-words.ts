import { codeDigits } from '../../../../src-shared/catalog/product-code.ts'
import { readQuery } from '../../../../src-shared/catalog/query.ts'
import { foldedWords } from '../../../../src-shared/values/fold.ts'

/** Maximum number of words highlighted in a row. */
const maxWords = 12

/**
 * The folded words of a query to highlight in rows: its words and the values of its fields, without excluded
 * terms.
 */
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
