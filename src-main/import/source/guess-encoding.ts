/** Guesses the encoding of a text that is not UTF-8 by its words. */
import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import type { TextEncoding } from '../../../src-shared/import/encodings.ts'

/** Russian, Ukrainian, Bulgarian, Serbian, Belarusian and Macedonian. */
const cyrillicAlphabets = [
  'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
  'абвгдежзийклмнопрстуфхцчшщьюяґєії',
  'абвгдежзийклмнопрстуфхцчшщъьюя',
  'абвгдежзиклмнопрстуфхцчшђјљњћџ',
  'абвгдежзйклмнопрстуфхцчшыьэюяёіў',
  'абвгдежзиклмнопрстуфхцчшѓѕјљњќџ',
]

/**
 * Encodings that are tried, the most common first, each with the non-ASCII letters of the languages written
 * in it. A word of a correctly decoded text contains only letters of one of these languages. Undefined: any
 * letters of the encoding's script.
 */
const candidates = new Map<TextEncoding, string[] | undefined>([
  [
    'windows-1252',
    [
      'äöüß',
      'àâæçéèêëîïôœùûüÿ',
      'áéíñóúüçïàèòª',
      'àèéìíîòóùú',
      'åäöéü',
      'æøåéö',
      'áâãàçéêíóôõú',
      'áéíóúýþæðö',
      'éëïöüèó',
    ],
  ],
  ['windows-1250', ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ']],
  ['windows-1251', cyrillicAlphabets],
  ['shift_jis', undefined],
  ['gb18030', undefined],
  ['big5', undefined],
  ['euc-kr', undefined],
  ['euc-jp', undefined],
  ['windows-1254', ['çğıöşüâîİ']],
  ['windows-1257', ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äõöüšž']],
  ['windows-1253', undefined],
  ['windows-1256', undefined],
  ['windows-874', undefined],
  ['iso-8859-15', ['àâæçéèêëîïôœùûüÿ', 'äöüß', 'åäöéüšž']],
  ['iso-8859-2', ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž']],
  ['koi8-r', cyrillicAlphabets],
  ['koi8-u', cyrillicAlphabets],
  ['ibm850', ['äöüß', 'àâæçéèêëîïôùûüÿ', 'áéíñóúü', 'àèéìòù', 'åäöéü', 'æøåéö', 'áâãàçéêíóôõú']],
  ['macintosh', ['äöüß', 'àâæçéèêëîïôœùûüÿ', 'áéíñóúü', 'àèéìòù', 'åäöéü', 'æøåéö', 'áâãàçéêíóôõú']],
  ['ibm852', ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áéíóöőúüű']],
  ['ibm866', cyrillicAlphabets],
  ['windows-1255', undefined],
  ['iso-8859-7', undefined],
  ['iso-8859-5', cyrillicAlphabets],
  ['iso-8859-6', undefined],
  ['ibm855', cyrillicAlphabets],
  ['ibm737', undefined],
  ['ibm857', ['çğıöşüâîİ']],
  ['ibm775', ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äõöüšž']],
  ['ibm862', undefined],
  ['maccenteuro', ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű']],
  ['maccyrillic', cyrillicAlphabets],
  ['macgreek', undefined],
  ['macturkish', ['çğıöşüâîİ']],
])

/** Bytes examined around non-ASCII characters; few enough to be cheap. */
const maxBytes = 24_000

/**
 * The encoding in which the words of a text look most like words. If several are equal, the one that
 * `chardet` finds most likely, otherwise the most common. This is a guess, which is reported to the user.
 * @param bytes entire lines, or as many bytes as are known
 */
export function guessEncoding(bytes: Uint8Array): TextEncoding {
  const sample = linesBeyondAscii(bytes)
  const found = [...candidates.keys()].map((encoding) => {
    const text = iconv.decode(Buffer.from(sample), encoding)
    return { encoding, text, faults: faultsOf(text, encoding) }
  })
  const minFaults = Math.min(...found.map(({ faults }) => faults))
  const [first, ...others] = found.filter(({ faults }) => faults === minFaults)
  if (!first) return 'windows-1252'
  if (others.every(({ text }) => text === first.text)) return first.encoding
  const confidence = new Map<string, number>()
  for (const { name, confidence: value } of analyse(sample))
    for (const encoding of aliases[name] ?? [name.toLowerCase()])
      confidence.set(encoding, Math.max(value, confidence.get(encoding) ?? 0))
  const confidenceOf = (encoding: string) => confidence.get(encoding) ?? 0
  return others.reduce(
    (best, one) =>
      one.text !== best.text &&
      confidenceOf(one.encoding) > confidenceOf(best.encoding) * minConfidenceFactor + 1
        ? one
        : best,
    first,
  ).encoding
}

/** Factor by which another encoding must be more likely than a more common one. */
const minConfidenceFactor = 1.2

/**
 * Encodings with another name in `chardet`, and encodings of the same languages that it does not tell apart.
 */
const aliases: Record<string, TextEncoding[]> = {
  'ISO-8859-1': ['windows-1252'],
  'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
  'ISO-8859-7': ['windows-1253', 'iso-8859-7'],
  'ISO-8859-8': ['windows-1255'],
  'ISO-8859-9': ['windows-1254'],
}

/** The lines with non-ASCII bytes, concatenated. */
function linesBeyondAscii(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  let length = 0
  for (let at = 0; at < bytes.length && length < maxBytes; ) {
    const beyond = bytes.subarray(at).findIndex((byte) => byte > 0x7f)
    if (beyond < 0) break
    const place = at + beyond
    const begin = Math.max(at, bytes.lastIndexOf(0x0a, place) + 1, place - 1000)
    const lineEnd = bytes.indexOf(0x0a, place)
    const end = Math.min(lineEnd < 0 ? bytes.length : lineEnd + 1, place + 4000)
    pieces.push(bytes.subarray(begin, end))
    length += end - begin
    at = end
  }
  return Buffer.concat(pieces)
}

const greek = /^\p{sc=Greek}+$/u
const hebrew = /^[\p{sc=Hebrew}\p{M}]+$/u
const arabic = /^\p{sc=Arabic}[\p{sc=Arabic}\p{M}]*$/u
/** Script of the non-ASCII letters, for encodings that have a single one. */
const scripts: Partial<Record<TextEncoding, RegExp>> = {
  'windows-1253': greek,
  'iso-8859-7': greek,
  ibm737: greek,
  macgreek: greek,
  'windows-1255': hebrew,
  ibm862: hebrew,
  'windows-1256': arabic,
  'iso-8859-6': arabic,
  'windows-874': /^[\p{sc=Thai}\p{M}]+$/u,
}

const isEastAsian = /^(?:shift_jis|gb18030|big5|euc-)/
/** Symbols that are common in texts of products, alone or next to letters. */
const usualSign = /[’‘“”„«»®™©°–—…·•€£¥½¼¾ªº²µ×¿¡、。・「」『』（）ー！？：；％＆／～〜　]/u

/** `µg`, `Nº` and `1ª`, which Unicode counts as letters. */
const signsLikeLetters = /(?<!\p{L})µ[glm]?(?!\p{L})|(?<=(?<!\p{L})\p{ASCII})[ªº](?!\p{L})/gu

/**
 * A score for signs of a wrong encoding: characters that no text has, symbols within words, letters of
 * several languages.
 */
function faultsOf(text: string, encoding: TextEncoding): number {
  const words = [...text.replace(signsLikeLetters, ' ').matchAll(/[\p{L}\p{M}]+/gu)].flatMap(([word]) =>
    /\P{ASCII}/u.test(word) ? [scoreOfWord(word, encoding)] : [],
  )
  return (
    signFaults(text) +
    words.reduce((sum, { faults }) => sum + faults, 0) +
    languagesIn(words.flatMap(({ languages }) => (languages ? [languages] : []))) / 4 +
    unusualHan(text, encoding)
  )
}

/** Faults of the characters of a text, whatever its language. */
function signFaults(text: string): number {
  const lost = count(text, /[\uFFFD\p{Co}\p{Cc}]/gu) - count(text, /[\t\n\r]/g)
  const strange = [...text.matchAll(/[^\p{L}\p{M}\p{N}\p{ASCII}\u00A0]/gu)].filter(
    ([sign]) => !usualSign.test(sign),
  ).length
  // A superscript three or a currency sign before a letter is a letter of another encoding, and so is a final
  // sigma within a word.
  const within = count(
    text,
    /(?<=\p{L})[^\p{L}\p{M}\p{ASCII}’‘·®™\u00AD・ー](?=\p{L})|[¹²³ªº¯¼½¾¿¢£¤¥×÷](?=\p{L})|(?<=\p{L})÷|°(?![CF]\b)(?=\p{L})|©(?=\p{L})|ς(?=\p{L})|σ(?!\p{L})/gu,
  )
  // A unit has a superscript two; other words do not end with one, nor begin with a closing sign.
  const outside = count(
    text,
    /(?<![\p{L}\p{M}])[’”…™](?=\p{Ll})|(?<=\p{L})[„‚](?!\p{L})|(?<=(?<!l)\p{L})·(?=\p{L})|(?<=\p{L})·(?=(?!l)\p{L})|(?<=\p{L}{2}\p{L})[¹²³]/gu,
  )
  const cases = count(text, /\p{Ll}(?![A-Z])\p{Lu}|\p{L}(?![A-Z])\p{Lu}(?=\p{Ll})/gu)
  return 5 * lost + 2 * strange + 3 * within + outside + 2 * cases
}

/** A word with letters beyond ASCII, as an encoding decodes it. */
interface WordScore {
  faults: number
  /** The languages that have all of its letters; absent if the word counts for none. */
  languages?: string[]
}

function scoreOfWord(word: string, encoding: TextEncoding): WordScore {
  if (isEastAsian.test(encoding)) return { faults: eastAsianFaults(word, encoding), languages: [encoding] }
  const alphabets = candidates.get(encoding)
  if (alphabets) return scoreByAlphabets(word, alphabets)
  const script = scripts[encoding]
  if (!script?.test(word)) return { faults: 1 }
  // Hebrew that is decoded as Greek has words with such beginnings and ends, which Greek does not have.
  if (script === greek && /^[ϊϋΐΰ]|..[βγδζθμπτφχ]$/.test(word)) return { faults: 0.5 }
  return { faults: 0, languages: [encoding] }
}

function eastAsianFaults(word: string, encoding: TextEncoding): number {
  let faults = 0
  if (/[a-z][\p{sc=Han}\p{sc=Hangul}\uFF66-\uFF9F]|[\p{sc=Han}\p{sc=Hangul}\uFF66-\uFF9F][a-z]/u.test(word))
    faults += 2
  else if (/[A-Z]/.test(word)) faults += 0.5
  if (/[^\p{ASCII}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々]/u.test(word)) faults++
  if (/gb|big|kr/.test(encoding) && /\p{sc=Hiragana}|\p{sc=Katakana}/u.test(word)) faults++
  if (encoding === 'euc-kr') faults += count(word, /\p{sc=Han}/gu)
  // Other bytes often decode to half-width katakana in Shift JIS.
  return faults + count(word, /[\uFF66-\uFF9F]/gu) / 2
}

function scoreByAlphabets(word: string, alphabets: string[]): WordScore {
  const isCyrillic = alphabets === cyrillicAlphabets
  // Latin words also have ASCII letters, Cyrillic words do not.
  const whole = word.toLowerCase()
  const letters = isCyrillic ? whole : whole.replace(/\p{ASCII}/gu, '')
  const languages = alphabets.filter((alphabet) => [...letters].every((letter) => alphabet.includes(letter)))
  if (languages.length === 0) return { faults: 1 }
  // Hebrew that is decoded as Cyrillic has words without vowels.
  if (isCyrillic && /^[^аеёиоуыэюяіїєўрьъ]{3,}$/.test(whole)) return { faults: 0.5 }
  return { faults: 0, languages }
}

/**
 * Half the number of Chinese characters that texts seldom have: those of the second level of Big5, GB 2312 and
 * JIS X 0208. Big5 sorts its first level by strokes, and most common characters have few. GB 2312 sorts it by
 * sound; a text whose characters are all in its first half is probably Korean, which has its syllables there.
 */
function unusualHan(text: string, encoding: TextEncoding): number {
  const isRare = rareHan[encoding]
  if (!isRare) return 0
  const signs = text.matchAll(encoding === 'euc-kr' ? /\p{sc=Hangul}/gu : /\p{sc=Han}/gu)
  const bytes = Array.from(signs, ([sign]) => iconv.encode(sign, encoding))
  const firstBytes = bytes.map(([first = 0]) => first)
  const complex = encoding === 'big5' ? firstBytes.filter((byte) => byte > 0xbc).length : 0
  const isHangul =
    encoding === 'gb18030' && firstBytes.length > 7 && firstBytes.every((byte) => byte > 0xaf && byte < 0xc9)
  const rare = bytes.filter(([first = 0, second = 0]) => isRare(first, second)).length
  return rare / 2 + (complex * 2 > firstBytes.length ? 1 : 0) + (isHangul ? 1 : 0)
}

/** Whether the bytes of a Chinese or Korean character are those of one that texts seldom have. */
const rareHan: Partial<Record<TextEncoding, (first: number, second: number) => boolean>> = {
  big5: (first) => first > 0xc8 || first < 0xa4,
  gb18030: (first, second) => first > 0xd7 || first < 0xb0 || second < 0xa1,
  shift_jis: (first) => first > 0x98,
  'euc-jp': (first) => first > 0xcf,
  'euc-kr': (_, second) => second < 0xa1,
}

/** Approximate number of languages needed for words that can each be of several. */
function languagesIn(words: string[][]): number {
  let left = words
  let number = 0
  while (left.length > 0) {
    const uses = new Map<string, number>()
    for (const language of left.flat()) uses.set(language, (uses.get(language) ?? 0) + 1)
    const [[commonest] = ['']] = [...uses].toSorted(([, one], [, other]) => other - one)
    left = left.filter((word) => !word.includes(commonest))
    number++
  }
  return number
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
