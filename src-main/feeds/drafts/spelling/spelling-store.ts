import type { DraftSpelling, MisspelledWord } from '../../../../src-shared/feeds/draft/model.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { spellingKind } from '../../../../src-shared/names/model.ts'
import { foldedWords } from '../../../../src-shared/values/fold.ts'
import { openKnownWords } from '../../../catalog/index.ts'
import { readDecisions } from '../../../names/index.ts'
import { type DraftItemRow, defineReader } from '../../../storage/index.ts'
import { englishDictionary } from './dictionary.ts'
import { type SpelledText, spelledTexts } from './spelling-texts.ts'

/** Items whose texts are read. */
const maxItems = 20_000
/** Words that are reported, the most frequent first. */
const maxWords = 60
const maxSuggestions = 2
/** Milliseconds after which further words get no suggestions. */
const maxSuggesting = 4000
/** Shorter words are abbreviations and units. */
const minLength = 4
const maxLength = 30
const maxColumns = 50
/** An item with fewer words that the dictionary has is in another language, or too short to tell. */
const minKnownShare = 0.6
const minWords = 4

const wordPattern = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu
const wordsIn = (text: string): string[] =>
  (text.match(wordPattern) ?? []).filter((word) => word.length >= minLength && word.length <= maxLength)

/** Finds words of a draft that the English dictionary and the catalog do not have. */
export const spellingReader = defineReader('drafts/spelling', ({ db }) => {
  const kindOf = db.prepare<[string], FeedKind>('SELECT kind FROM draft WHERE id = ?').pluck()
  const rows = db.prepare<[string], Pick<DraftItemRow, 'key' | 'value' | 'title'>>(
    `SELECT key, value, title FROM draft_item WHERE draft = ? AND text IS NULL ORDER BY key LIMIT ${maxItems}`,
  )
  const openCatalogWords = openKnownWords(db)
  const decisions = readDecisions(db)

  return {
    /** Undefined if there is no such draft. */
    spelling(id: string): DraftSpelling | undefined {
      const kind = kindOf.get(id)
      if (!kind) return undefined
      const dictionary = englishDictionary()
      const isOfCatalog = openCatalogWords()
      const checked = new Map<string, boolean>()
      const isCorrect = (word: string): boolean => {
        const known = checked.get(word)
        if (known !== undefined) return known
        const plain = word.replaceAll('’', "'")
        const correct = dictionary.correct(plain) || dictionary.correct(plain.toLowerCase())
        checked.set(word, correct)
        return correct
      }
      const found = new Map<string, MisspelledWord>()
      let items = 0
      let skipped = 0
      for (const { key, value, title } of rows.iterate(id)) {
        const item: PayloadItem = JSON.parse(value)
        const texts = [...spelledTexts(kind, item)]
        if (texts.length === 0) continue
        const words = texts.flatMap(({ text }) => wordsIn(text))
        const correct = words.filter(isCorrect).length
        if (words.length < minWords || correct < words.length * minKnownShare) {
          skipped++
          continue
        }
        items++
        const own = ownWords(item)
        noteWords(
          found,
          texts,
          { key, title },
          (word) => isCorrect(word) || own.has(foldedWords(word).join(' ')),
        )
      }
      const unknown = [...found.values()]
        .filter(
          ({ word }) => decisions.of(spellingKind, word.toLowerCase()) === undefined && !isOfCatalog(word),
        )
        .sort((one, other) => other.items - one.items || one.word.localeCompare(other.word))
      const until = performance.now() + maxSuggesting
      const suggest = (word: string): string[] =>
        performance.now() < until
          ? dictionary.suggest(word.replaceAll('’', "'")).slice(0, maxSuggestions)
          : []
      return {
        words: unknown.slice(0, maxWords).map((one) => ({ ...one, suggestions: suggest(one.word) })),
        more: Math.max(0, unknown.length - maxWords),
        items,
        skipped,
      }
    },
  }
})

function noteWords(
  found: Map<string, MisspelledWord>,
  texts: readonly SpelledText[],
  item: { key: number; title: string },
  isKnown: (word: string) => boolean,
): void {
  const ofItem = new Set<string>()
  for (const { column, text } of texts)
    for (const word of wordsIn(text)) {
      if (isKnown(word)) continue
      const one = found.get(word) ?? { word, items: 0, suggestions: [], columns: [], ...item }
      found.set(word, one)
      if (!ofItem.has(word)) one.items++
      ofItem.add(word)
      if (!one.columns.includes(column) && one.columns.length < maxColumns) one.columns.push(column)
    }
}

/** The words of an item's brand and ingredients, which its texts repeat. */
function ownWords(item: PayloadItem): Set<string> {
  const products = 'products' in item ? (item.products ?? []) : []
  return new Set(
    products.flatMap(({ brandDescription = '', grocery }) =>
      foldedWords(`${brandDescription} ${grocery?.ingredients ?? ''}`),
    ),
  )
}
