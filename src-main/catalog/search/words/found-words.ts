import { codeDigits } from '../../../../src-shared/catalog/product-code.ts'
import type { QueryTerm } from '../../../../src-shared/catalog/query.ts'
import { foldedWords } from '../../../../src-shared/values/fold.ts'
import type { Database } from '../../../storage/index.ts'
import type { ItemSets } from '../facts/item-sets.ts'
import { joinedNumbers, marksByRow, mergeAscending, openMatching, without } from '../order/row-numbers.ts'
import { type Condition, facetBits } from '../selection-filter.ts'
import { openNearWords } from './near-words.ts'
import type { SearchWords } from './search-words.ts'

/** Items found by words or codes. */
interface Found {
  /** Row numbers, ascending. */
  all: Uint32Array
  /** The same in groups, best matches first. Computed on demand, because counts and filters need no order. */
  groups(): readonly Uint32Array[]
}
/** The result of a query's words and codes. */
export interface FoundWords {
  /** Undefined if the query has no words. */
  found: Found | undefined
  /** Excluded words. */
  conditions: Condition[]
  /** Words searched instead of misspelled ones. */
  near: string[]
}

/** With fewer hits than this, similar words are searched as well. */
const fewHits = 5
/** Maximum number of items in which a phrase is verified. */
const maxVerified = 50_000
/** Maximum number of items that a replacement for a misspelled word adds. */
const maxSimilarHits = 100_000
const noRows = new Uint32Array(0)

/**
 * Finds items by words: matches in names, brands and codes rank before descriptions, and similar words are
 * used if there are few hits.
 */
export function openFoundWords(db: Database, words: SearchWords, sets: ItemSets) {
  const matching = openMatching(db)
  const namesOf = db.prepare<[string], { seq: number; name: string; brand: string; manufacturer: string }>(`
    SELECT item.seq, name, brand, manufacturer FROM json_each(?) AS hit CROSS JOIN item ON item.seq = hit.value`)
  const near = openNearWords(db)

  const withPhrase = (seqs: Uint32Array, phrase: string): Uint32Array => {
    const wanted = ` ${foldedWords(phrase).join(' ')} `
    const has = (text: string) => ` ${foldedWords(text).join(' ')} `.includes(wanted)
    return Uint32Array.from(
      namesOf
        .all(JSON.stringify([...seqs.subarray(0, maxVerified)]))
        .filter(({ name, brand, manufacturer }) => has(name) || has(brand) || has(manufacturer))
        .map(({ seq }) => seq),
    )
  }
  const findPhrase = (phrase: string): Uint32Array => {
    const expression = words.whole(phrase, 'names')
    return expression === undefined ? noRows : withPhrase(matching(expression), phrase)
  }
  const findWords = (text: string): Found | undefined => {
    const expression = words.everything(text)
    if (expression === undefined) return undefined
    const all = matching(expression)
    let groups: Uint32Array[] | undefined
    return { all, groups: () => (groups ??= grouped(all, expression)) }
  }
  const grouped = (all: Uint32Array, expression: string): Uint32Array[] => {
    if (all.length < 2) return [all]
    const inNames = matching(words.inNames(expression))
    if (inNames.length === 0 || inNames.length === all.length) return [all]
    return [inNames, without(all, inNames)]
  }
  /** The text with unknown words replaced by similar ones, and those words. */
  const similarTexts = (text: string): { text: string; word: string }[] => {
    const typed = foldedWords(text)
    const unknown = typed.map((word, index) => near(word, index === typed.length - 1, 3))
    const maxCandidates = Math.max(0, ...unknown.map(({ length }) => length))
    return Array.from({ length: maxCandidates }, (_value, turn) => ({
      text: typed.map((word, index) => unknown[index]?.[turn] ?? unknown[index]?.[0] ?? word).join(' '),
      word: unknown.flatMap((candidates) => candidates[turn] ?? []).join(' '),
    }))
  }

  return (terms: readonly QueryTerm[], gtin14s: readonly string[], typed: string): FoundWords => {
    if (gtin14s.length > 0) {
      const exact = Uint32Array.from(sets.byCodes(gtin14s)).sort()
      const found = exact.length > 0 ? foundIn([exact]) : findWords(codeDigits(typed) ?? typed)
      return { found: found ?? foundIn([noRows]), conditions: [], near: [] }
    }
    const conditions: Condition[] = []
    const text = terms
      .filter(isPlain)
      .map((term) => term.text)
      .join(' ')
    let found = findWords(text)
    const narrow = (seqs: Uint32Array) => {
      const isIn = marksByRow(seqs)
      found = foundIn(found ? found.groups().map((group) => group.filter((seq) => isIn[seq] === 1)) : [seqs])
    }
    let similarWords: string[] = []
    if (found && found.all.length < fewHits) {
      const known = new Set(found.all)
      const more: Uint32Array[] = []
      for (const { text: nearText, word } of similarTexts(text)) {
        const hits = joinedNumbers(findWords(nearText)?.groups() ?? []).filter((seq) => !known.has(seq))
        if (hits.length === 0) continue
        for (const seq of hits) known.add(seq)
        more.push(hits.subarray(0, maxSimilarHits))
        similarWords = [...similarWords, word]
      }
      if (more.length > 0) found = foundIn([...found.groups(), joinedNumbers(more)])
    }
    for (const term of terms) {
      if (term.kind === 'code') {
        const seqs = matching(words.code(term.digits))
        if (term.not) conditions.push(notAmong(seqs))
        else narrow(seqs)
      } else if (term.kind === 'words' && (term.not || term.isPhrase)) {
        const expression = words.whole(term.text, 'all')
        if (expression === undefined) continue
        const seqs = term.isPhrase ? findPhrase(term.text) : matching(expression)
        if (term.not) conditions.push(notAmong(seqs))
        else narrow(seqs)
      }
    }
    return { found, conditions, near: similarWords }
  }
}

/** Whether a term is a plain word, neither excluded nor a phrase. */
export const isPlain = (term: QueryTerm): term is QueryTerm & { kind: 'words' } =>
  term.kind === 'words' && !term.not && !term.isPhrase

const foundIn = (groups: Uint32Array[]): Found => ({ all: mergeAscending(groups), groups: () => groups })

function notAmong(seqs: Uint32Array): Condition {
  const isIn = marksByRow(seqs)
  return { bit: facetBits.always, holds: (_facts, _at, seq) => isIn[seq] !== 1 }
}
