/** Finds the words of a list of ingredients that name an allergen. */
import { fold } from '../values/fold.ts'
import { allergens, harmlessPhrases, harmlessWords } from './table.ts'

export type AllergenId = (typeof allergens)[number]['id']

/** In the order of the table: cereals first, as the regulation has them. */
export const allergenIds: readonly AllergenId[] = allergens.map(({ id }) => id)

const byId = new Map<string, (typeof allergens)[number]>(allergens.map((entry) => [entry.id, entry]))

export const allergenName = (id: AllergenId): string => byId.get(id)?.label ?? id

/** As lists and filters offer them. */
export const allergenChoices: readonly { id: AllergenId; label: string }[] = allergens

/** Whose law asks a label to name the allergen: `EU and US`. Wheat is one of the EU's cereals. */
export function allergenLaw(id: AllergenId): string {
  const entry = byId.get(id)
  return [entry?.eu && 'EU', entry?.us && 'US'].filter(Boolean).join(' and ')
}

/** A word of the text that names an allergen: `text.slice(start, end)`. */
interface AllergenMark {
  id: AllergenId
  start: number
  end: number
}

/** What is known of a spelling, whatever stands around it. */
interface KnownWord {
  /** Lower case, without accents. */
  plain: string
  isLineEnd: boolean
  /** What begins with it, the longest first. */
  phrases: readonly Phrase[]
  /** The allergen that it holds the name of as a part. */
  compound: AllergenId | undefined
}

/** What follows a first word: the rest of a phrase, and the allergen it names; none for a harmless one. */
interface Phrase {
  rest: readonly string[]
  id: AllergenId | undefined
}

/**
 * Words, and what parts them into the entries of a list, which no phrase holds: `Rice, milk` has no rice milk. Blanks,
 * hyphens, underscores, apostrophes, quotation marks and the marks of footnotes part nothing, unless the hyphen or mark
 * begins an entry. A line end parts harmless phrases only, so that no allergen is missed in a text that wraps.
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
// The longest phrase speaks for its words: `coconut milk` before `milk`.
for (const phrases of phrasesByFirstWord.values()) phrases.sort((a, b) => b.rest.length - a.rest.length)

const allergenOfPart = new Map<string, AllergenId>(
  allergens.flatMap(({ id, parts }) => parts.map((part) => [part, id] as const)),
)
const anyPart = new RegExp([...allergenOfPart.keys()].join('|'))

/** The allergen that a longer word holds the name of. */
function compoundOf(word: string): AllergenId | undefined {
  const [part] = word.length < 5 || harmlessWords.has(word) ? [] : (anyPart.exec(word) ?? [])
  return part === undefined ? undefined : allergenOfPart.get(part)
}

/** Lists of ingredients are made of few words: each spelling is looked at once. */
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

/** Where a phrase that begins at a word ends; undefined where it does not stand there. */
function endOf({ rest, id }: Phrase, found: readonly KnownWord[], start: number, wraps: boolean) {
  let end = start + 1
  for (const next of rest) {
    if (wraps && id && found[end]?.isLineEnd) end++
    if (found[end]?.plain !== next) return undefined
    end++
  }
  return end
}

/** The longest phrase that begins at a word, else the word alone, and the allergen it names. */
function runAt(found: readonly KnownWord[], start: number, wraps: boolean) {
  const { phrases, compound } = found[start] as KnownWord
  for (const phrase of phrases) {
    const end = endOf(phrase, found, start, wraps)
    if (end !== undefined) return { id: phrase.id, end }
  }
  return { id: compound, end: start + 1 }
}

/** Tells each run of words that names an allergen, by the places of its first word and of the one behind it. */
function eachNamed(found: readonly KnownWord[], tell: (id: AllergenId, from: number, to: number) => void) {
  for (let index = 0; index < found.length; ) {
    const { id, end } = runAt(found, index, true)
    if (!id || !found.slice(index, end).some(({ isLineEnd }) => isLineEnd)) {
      if (id) tell(id, index, end)
      index = end
      continue
    }
    // Whether the line goes on or a new entry begins, nobody knows: what its words name by themselves is told too.
    while (index < end) {
      const own = runAt(found, index, false)
      if (!found[index]?.isLineEnd) tell(own.id ?? id, index, own.end)
      index = own.end
    }
  }
}

/**
 * The marks in the order of the text; none overlap. It says which words stand there, not what the product contains: a
 * list may name an allergen as a trace or in a language that the table does not know.
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

/** The allergens that a text names, each once, in the order of the table. */
export function allergensIn(text: string): AllergenId[] {
  const named = new Set<AllergenId>()
  eachNamed((text.match(pieces) ?? []).map(knownWord), (id) => named.add(id))
  return allergenIds.filter((id) => named.has(id))
}
