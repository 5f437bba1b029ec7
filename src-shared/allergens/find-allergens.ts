/** Finds the words of a list of ingredients that name an allergen. */
import { fold } from '../fold.ts'
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

// Ligatures and letters that no normal form takes apart.
const letters: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', đ: 'd' }

function plainText(text: string): string {
  if (/^[A-Za-z0-9]*$/.test(text)) return text.toLowerCase()
  return fold(text).replace(/[ßœæøłđ]/g, (letter) => letters[letter] ?? letter)
}

const words = /[\p{L}\p{M}\p{N}]+/gu
/**
 * Words, and what parts them into the entries of a list, which no phrase holds: `Rice, milk` has no rice milk. Blanks,
 * hyphens, apostrophes and the marks of footnotes part nothing, unless the hyphen or mark begins an entry; a line end
 * does.
 */
const pieces =
  /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\s\p{Pd}\p{Cf}'’‘`´*°†‡®™]+|[\n\v\f\r\u2028\u2029]+|\s[\p{Pd}*°†‡]/gu

const phrasesByFirstWord = new Map<string, Phrase[]>()
const learn = (term: string, id: AllergenId | undefined): void => {
  const [first = '', ...rest] = (term.match(words) ?? []).map(plainText)
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
const mostKnown = 50_000
const known = new Map<string, KnownWord>()
function knownWord(spelling: string): KnownWord {
  const found = known.get(spelling)
  if (found) return found
  if (known.size >= mostKnown) known.clear()
  const plain = plainText(spelling)
  const word = { plain, phrases: phrasesByFirstWord.get(plain) ?? [], compound: compoundOf(plain) }
  known.set(spelling, word)
  return word
}

/** Tells each run of words that names an allergen, by the places of its first word and of the one behind it. */
function eachNamed(found: readonly KnownWord[], tell: (id: AllergenId, from: number, to: number) => void) {
  for (let index = 0; index < found.length; ) {
    const { phrases, compound } = found[index] as KnownWord
    const phrase = phrases.find(({ rest }) =>
      rest.every((next, offset) => found[index + 1 + offset]?.plain === next),
    )
    const end = index + 1 + (phrase?.rest.length ?? 0)
    const id = phrase ? phrase.id : compound
    if (id) tell(id, index, end)
    index = end
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
