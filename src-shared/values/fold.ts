/**
 * Folds texts, so that spellings that people consider equal are equal, in the index, in searches and in
 * lists.
 */

// Format characters such as soft hyphens and joiners, the Arabic tatweel, and trademark signs, which NFKD spells "TM".
const ignored = /[\p{Cf}\u0640™℠]+/gu
/**
 * Accents, vowel points and harakat. Vowel signs of Indic scripts, Thai tone marks and Japanese voicing
 * marks count as letters.
 */
const diacritics =
  /(?![\u3099\u309a])(?=[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}/gu
// Letters that no normal form decomposes.
const letters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ς: 'σ',
  // The upper-case form of ẞ is ẞ itself.
  ß: 'ss',
}
const beyondAscii = /[^\0-\x7f]+/g
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** Removes case, diacritics, compatibility forms and invisible characters. */
export const fold = (text: string): string =>
  (isAscii(text) ? text : text.replace(beyondAscii, foldPart)).toLowerCase()

/** Cache of folded parts of one or two letters, which most texts repeat. */
const shortParts = new Map<string, string>()

function foldPart(part: string): string {
  const known = shortParts.get(part)
  if (known !== undefined) return known
  const folded = part
    .replace(ignored, '')
    .normalize('NFKD')
    .replace(diacritics, '')
    // Upper case first, because it converts ß to SS.
    .toUpperCase()
    .toLowerCase()
    .replace(/[æœøđðþłħςß]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
    // NFKD decomposes the vowel AM of Thai and Lao, and ICU then finds different words.
    .replaceAll('\u0e4d\u0e32', '\u0e33')
    .replaceAll('\u0ecd\u0eb2', '\u0eb3')
  if (part.length <= 2 && shortParts.size < 5000) shortParts.set(part, folded)
  return folded
}

const word = /[\p{L}\p{M}\p{N}]+/gu
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
let segmenter: Intl.Segmenter | undefined

/** The folded words of a text, in order. ICU segments scripts that are written without spaces. */
export function foldedWords(text: string): string[] {
  const found = fold(text).match(word) ?? []
  return unspaced.test(text) ? found.flatMap((run) => (unspaced.test(run) ? segments(run) : run)) : found
}

function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  return Array.from(segmenter.segment(run), ({ segment }) => segment)
}

/** Maximum characters of an indexed ending. */
const maxEnding = 16

/**
 * The folded words of a text, separated by single spaces, for an index with prefix search. In scripts
 * without spaces, each ending of a word is added as a word, so that a shorter word inside a longer one is
 * found.
 */
export function indexedWords(text: string): string {
  if (!unspaced.test(text)) return fold(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
  return foldedWords(text)
    .flatMap((one) => (unspaced.test(one) ? [one, ...endings(one)] : one))
    .join(' ')
}

function endings(text: string): string[] {
  const characters = [...text]
  return characters.flatMap((character, at) =>
    at === 0 || /\p{M}/u.test(character) ? [] : characters.slice(at, at + maxEnding).join(''),
  )
}

/**
 * Whether a letter belongs to a script that is written without spaces, so that a word may start anywhere in
 * a run of letters.
 */
export const isUnspaced = (letter: string): boolean => unspaced.test(letter)

/** Splits and folds a name: `totalFat`, `total_fat` and `Total-Fat` give the same words. */
export const wordsOf = (text: string): string =>
  foldedWords(text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')).join(' ')
