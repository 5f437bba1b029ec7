/** Finds the words in a list of ingredients that name an allergen. */
import { fold } from '../values/fold.ts'
import { allergens, harmlessPhrases, harmlessWords } from './table.ts'

export type AllergenId = (typeof allergens)[number]['id']

/** In the order of the table: cereals first, as in the regulation. */
export const allergenIds: readonly AllergenId[] = allergens.map(({ id }) => id)

const byId = new Map<string, (typeof allergens)[number]>(allergens.map((entry) => [entry.id, entry]))

export const allergenName = (id: AllergenId): string => byId.get(id)?.label ?? id

/** The options of lists and filters. */
export const allergenChoices: readonly { id: AllergenId; label: string }[] = allergens

/** The laws that require a label to name the allergen: `EU and US`. Wheat is one of the EU's cereals. */
export function allergenLaw(id: AllergenId): string {
  const entry = byId.get(id)
  return [entry?.eu && 'EU', entry?.us && 'US'].filter(Boolean).join(' and ')
}

/** A word or phrase of the text that names an allergen: `text.slice(start, end)`. */
interface AllergenMark {
  id: AllergenId
  start: number
  end: number
}

/** The lookup result of one spelling, independent of its context. */
interface KnownWord {
  /** Lower case, without accents. */
  plain: string
  isLineEnd: boolean
  /** Phrases that start with this word, the longest first. */
  phrases: readonly Phrase[]
  /** The allergen whose name is a part of this compound word. */
  compound: AllergenId | undefined
}

/** The words of a phrase after its first, and the allergen it names; none for a harmless phrase. */
interface Phrase {
  rest: readonly string[]
  id: AllergenId | undefined
}

/**
 * Splits a text into words and list separators. A phrase never contains a separator: `Rice, milk` does not
 * contain rice milk. Spaces, hyphens, underscores, apostrophes, quotation marks and footnote marks separate
 * nothing, unless the hyphen or mark starts an entry. A line end separates harmless phrases only, so that
 * no allergen is missed in wrapped text.
 */
const pieces =
  /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\s\p{Pd}\p{Pc}\p{Cf}'’‘`´"“”„«»*°†‡®™]+|(?:\r\n|\s)[\p{Pd}*°†‡]|\r\n|[\n\v\f\r\u2028\u2029]/gu

const phrasesByFirstWord = new Map<string, Phrase[]>()
const learn = (term: string, id: AllergenId | undefined): void => {
  const [first = '', ...rest] = (term.match(pieces) ?? []).map(fold)
  phrasesByFirstWord.set(first, [...(phrasesByFirstWord.get(first) ?? []), { rest, id }])
}
for (const { id, words } of allergens) for (const word of words) learn(word, id)
for (const phrase of harmlessPhrases) learn(phrase, undefined)
// The longest phrase wins over its words: `coconut milk` before `milk`.
for (const phrases of phrasesByFirstWord.values()) phrases.sort((a, b) => b.rest.length - a.rest.length)

const allergenOfPart = new Map<string, AllergenId>(
  allergens.flatMap(({ id, parts }) => parts.map((part) => [part, id] as const)),
)
const anyPart = new RegExp([...allergenOfPart.keys()].join('|'))

/** The allergen whose name a longer word contains. */
function compoundOf(word: string): AllergenId | undefined {
  const [part] = word.length < 5 || harmlessWords.has(word) ? [] : (anyPart.exec(word) ?? [])
  return part === undefined ? undefined : allergenOfPart.get(part)
}

/** Lists of ingredients use few words, so each spelling is looked up once. */
const maxKnown = 50_000
const known = new Map<string, KnownWord>()
function knownWord(spelling: string): KnownWord {
  const found = known.get(spelling)
  if (found) return found
  if (known.size >= maxKnown) known.clear()
  const plain = fold(spelling)
  const phrases = phrasesByFirstWord.get(plain) ?? []
  const word = { plain, isLineEnd: spelling.trim() === '', phrases, compound: compoundOf(plain) }
  known.set(spelling, word)
  return word
}

/** Index after the phrase that starts at `start`; undefined where the phrase does not match. */
function endOf({ rest, id }: Phrase, found: readonly KnownWord[], start: number, wraps: boolean) {
  let end = start + 1
  for (const next of rest) {
    if (wraps && id && found[end]?.isLineEnd) end++
    if (found[end]?.plain !== next) return undefined
    end++
  }
  return end
}

/** The longest phrase that starts at a word, or else the word alone, with the allergen it names. */
function runAt(found: readonly KnownWord[], start: number, wraps: boolean) {
  const { phrases, compound } = found[start] as KnownWord
  for (const phrase of phrases) {
    const end = endOf(phrase, found, start, wraps)
    if (end !== undefined) return { id: phrase.id, end }
  }
  return { id: compound, end: start + 1 }
}

/**
 * Calls `report` for each run of words that names an allergen, with the index of its first word and the
 * index after its last.
 */
function eachNamed(found: readonly KnownWord[], report: (id: AllergenId, from: number, to: number) => void) {
  for (let index = 0; index < found.length; ) {
    const { id, end } = runAt(found, index, true)
    if (!id || !found.slice(index, end).some(({ isLineEnd }) => isLineEnd)) {
      if (id) report(id, index, end)
      index = end
      continue
    }
    // The line may be wrapped or may start a new entry, so the allergens that its words name alone are
    // reported too.
    while (index < end) {
      const single = runAt(found, index, false)
      if (!found[index]?.isLineEnd) report(single.id ?? id, index, single.end)
      index = single.end
    }
  }
}

/**
 * The allergen marks in text order, without overlap. They show which words the text contains, not what the
 * product contains: a list may name an allergen as a trace, or in a language that the table does not have.
 */
export function findAllergens(text: string): AllergenMark[] {
  const places = Array.from(text.matchAll(pieces), ({ 0: word, index }) => ({ word, index }))
  const marks: AllergenMark[] = []
  eachNamed(
    places.map(({ word }) => knownWord(word)),
    (id, from, to) => {
      const [first, last] = [places[from], places[to - 1]]
      if (first && last) marks.push({ id, start: first.index, end: last.index + last.word.length })
    },
  )
  return marks
}

/** The allergens that a text names, without duplicates, in the order of the table. */
export function allergensIn(text: string): AllergenId[] {
  const named = new Set<AllergenId>()
  eachNamed((text.match(pieces) ?? []).map(knownWord), (id) => named.add(id))
  return allergenIds.filter((id) => named.has(id))
}
