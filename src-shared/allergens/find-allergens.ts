/** Finds the words of a list of ingredients that name an allergen. */
import { allergens, harmlessPhrases, harmlessWords } from './table.ts'

export type AllergenId = (typeof allergens)[number]['id']

/** In the order of the table: cereals first, as the regulation has them. */
export const allergenIds: readonly AllergenId[] = allergens.map(({ id }) => id)

const byId = new Map<string, (typeof allergens)[number]>(allergens.map((entry) => [entry.id, entry]))

export const allergenName = (id: AllergenId): string => byId.get(id)?.name ?? id

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

interface Word {
  /** Lower case, without accents. */
  plain: string
  start: number
  end: number
}

/** What follows a first word: the rest of a phrase, and the allergen it names; none for a harmless one. */
interface Phrase {
  rest: readonly string[]
  id: AllergenId | undefined
}

// Ligatures and letters that no normal form takes apart.
const letters: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', đ: 'd' }

function plainText(text: string): string {
  const lower = text.toLowerCase()
  if (/^[a-z0-9]*$/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßœæøłđ]/g, (letter) => letters[letter] ?? letter)
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), (match) => ({
    plain: plainText(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

const phrasesByFirstWord = new Map<string, Phrase[]>()
const learn = (term: string, id: AllergenId | undefined): void => {
  const [first = '', ...rest] = wordsOf(term).map(({ plain }) => plain)
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

/**
 * The marks in the order of the text; none overlap. It says which words stand there, not what the product contains: a
 * list may name an allergen as a trace or in a language that the table does not know.
 */
export function findAllergens(text: string): AllergenMark[] {
  const words = wordsOf(text)
  const marks: AllergenMark[] = []
  for (let index = 0; index < words.length; ) {
    const word = words[index] as Word
    const phrase = phrasesByFirstWord
      .get(word.plain)
      ?.find(({ rest }) => rest.every((next, offset) => words[index + 1 + offset]?.plain === next))
    const length = 1 + (phrase?.rest.length ?? 0)
    const id = phrase ? phrase.id : compoundOf(word.plain)
    if (id) marks.push({ id, start: word.start, end: words[index + length - 1]?.end ?? word.end })
    index += length
  }
  return marks
}

/** The allergens that a text names, each once, in the order of the table. */
export function allergensIn(text: string): AllergenId[] {
  const named = new Set(findAllergens(text).map(({ id }) => id))
  return allergenIds.filter((id) => named.has(id))
}
