import { codeDigits } from '../../../../src-shared/catalog/product-code.ts'
import type { QueryTerm } from '../../../../src-shared/catalog/query.ts'
import { foldedWords } from '../../../../src-shared/values/fold.ts'
import type { Database } from '../../../storage/index.ts'
import type { ItemSets } from '../facts/item-sets.ts'
import { inArrival, joinedNumbers, markOf, openMatching, without } from '../order/row-numbers.ts'
import { type Condition, facetBits } from '../selection-filter.ts'
import { openNearWords } from './near-words.ts'
import type { SearchWords } from './search-words.ts'

/** Items that words or codes find. */
interface Found {
  /** Their row numbers, ascending. */
  all: Uint32Array
  /** The same, the best matches first; found when they are asked for, as counts and filters need no order. */
  groups(): readonly Uint32Array[]
}
/** What the words and codes of a query find. */
export interface FoundWords {
  /** Undefined: the query has no words. */
  found: Found | undefined
  /** Words left out. */
  conditions: Condition[]
  /** Words searched for in place of mistyped ones. */
  near: string[]
}

/** With fewer hits, words nearly the same are searched for too. */
const fewEnough = 5
/** Phrases are looked for in so many items, at most. */
const maxVerified = 50_000
/** Items that a word in place of a mistyped one adds, at most. */
const maxOfNear = 100_000
const none = new Uint32Array(0)

/** Finds items by words: names, brands and codes before descriptions, and nearly what was typed where that finds little. */
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
    return expression === undefined ? none : withPhrase(matching(expression), phrase)
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
  /** The words with those that nobody has replaced by near ones, and the near ones. */
  const nearTexts = (text: string): { text: string; word: string }[] => {
    const typed = foldedWords(text)
    const unknown = typed.map((word, index) => near(word, index === typed.length - 1, 3))
    const most = Math.max(0, ...unknown.map(({ length }) => length))
    return Array.from({ length: most }, (_value, turn) => ({
      text: typed.map((word, index) => unknown[index]?.[turn] ?? unknown[index]?.[0] ?? word).join(' '),
      word: unknown.flatMap((candidates) => candidates[turn] ?? []).join(' '),
    }))
  }

  return (terms: readonly QueryTerm[], gtin14s: readonly string[], typed: string): FoundWords => {
    if (gtin14s.length > 0) {
      const exact = Uint32Array.from(sets.byCodes(gtin14s)).sort()
      const found = exact.length > 0 ? foundIn([exact]) : findWords(codeDigits(typed) ?? typed)
      return { found: found ?? foundIn([none]), conditions: [], near: [] }
    }
    const conditions: Condition[] = []
    const text = terms
      .filter(isPlain)
      .map((term) => term.text)
      .join(' ')
    let found = findWords(text)
    const narrow = (seqs: Uint32Array) => {
      const isIn = markOf(seqs)
      found = foundIn(found ? found.groups().map((group) => group.filter((seq) => isIn[seq] === 1)) : [seqs])
    }
    let nearly: string[] = []
    if (found && found.all.length < fewEnough) {
      const known = new Set(found.all)
      const more: Uint32Array[] = []
      for (const { text: nearText, word } of nearTexts(text)) {
        const hits = joinedNumbers(findWords(nearText)?.groups() ?? []).filter((seq) => !known.has(seq))
        if (hits.length === 0) continue
        for (const seq of hits) known.add(seq)
        more.push(hits.subarray(0, maxOfNear))
        nearly = [...nearly, word]
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
    return { found, conditions, near: nearly }
  }
}

/** A word that is searched for as it stands. */
export const isPlain = (term: QueryTerm): term is QueryTerm & { kind: 'words' } =>
  term.kind === 'words' && !term.not && !term.isPhrase

const foundIn = (groups: Uint32Array[]): Found => ({ all: inArrival(groups), groups: () => groups })

function notAmong(seqs: Uint32Array): Condition {
  const isIn = markOf(seqs)
  return { bit: facetBits.always, holds: (_words, _at, seq) => isIn[seq] !== 1 }
}
