/**
 * Parses messages of the backend. The backend writes them in English (`say.ts`), stores them with drafts,
 * sends them between processes and logs them. A page in another language finds the message and its values
 * in a table here, and translates it. A text that is not in the table is shown unchanged.
 */

interface KnownSentence {
  /** As in the table: placeholders in braces, counted nouns in both forms. */
  text: string
  values: Readonly<Record<string, string | number>>
  /** The names of the values in quotation marks: names and typed text. */
  quoted: ReadonlySet<string>
}

/** Fixed text; a number with its noun; or any other value. */
type Part = string | { name: string; forms: readonly [one: string, other: string] } | { name: string }

interface Pattern {
  text: string
  /** The fixed parts and numbers before, between and after the free values. */
  anchors: Part[][]
  /** The names of the free values, which can be any text. */
  names: string[]
  quoted: ReadonlySet<string>
  /** Number of fixed characters. Of two matching sentences, the one with more is taken. */
  weight: number
}

const placeholder = /\{(\w+)(?:, plural, one \{# ([^{}]*)\} other \{# ([^{}]*)\})?\}/g

function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const { 0: all, 1: name = '', 2: one, 3: other, index } of text.matchAll(placeholder)) {
    if (index > from) parts.push(text.slice(from, index))
    parts.push(one !== undefined && other !== undefined ? { name, forms: [one, other] } : { name })
    from = index + all.length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

function patternOf(text: string): Pattern {
  const anchors: Part[][] = [[]]
  const names: string[] = []
  const quoted = new Set<string>()
  let weight = 0
  for (const part of partsOf(text)) {
    const anchor = anchors.at(-1) as Part[]
    if (typeof part === 'string') weight += part.length
    else if ('forms' in part) weight += part.forms[0].length
    if (typeof part === 'string' || 'forms' in part) {
      anchor.push(part)
      continue
    }
    const before = anchor.at(-1)
    if (typeof before === 'string' && /["“«]$/.test(before)) quoted.add(part.name)
    names.push(part.name)
    anchors.push([])
  }
  return { text, anchors, names, quoted, weight }
}

type Values = Record<string, string | number>

/** The end of an anchor that starts at `at`; undefined if it does not match there. */
function endOf(anchor: readonly Part[], input: string, at: number, values: Values): number | undefined {
  let to = at
  for (const part of anchor) {
    if (typeof part === 'string') {
      if (!input.startsWith(part, to)) return undefined
      to += part.length
    } else if ('forms' in part) {
      const digits = /^\d{1,15}(?= )/.exec(input.slice(to, to + 16))?.[0]
      if (digits === undefined) return undefined
      const form = part.forms[digits === '1' ? 0 : 1]
      if (!input.startsWith(form, to + digits.length + 1)) return undefined
      values[part.name] = Number(digits)
      to += digits.length + 1 + form.length
    }
  }
  return to
}

/** The values of a matching sentence, each as short as possible; undefined if it does not match. */
function valuesOf({ anchors, names }: Pattern, input: string): Values | undefined {
  const values: Values = {}
  let from = endOf(anchors[0] ?? [], input, 0, values)
  if (from === undefined || (names.length === 0 && from !== input.length)) return undefined
  for (const [index, name] of names.entries()) {
    const anchor = anchors[index + 1] ?? []
    const isLast = index === names.length - 1
    const [first] = anchor
    let at = from
    let end: number | undefined
    while (end === undefined && at <= input.length) {
      if (typeof first === 'string') {
        const next: number = isLast && anchor.length === 1 ? input.length - first.length : at
        at = next < at ? -1 : input.indexOf(first, next)
        if (at < 0) return undefined
      } else if (isLast && !first) at = input.length
      end = endOf(anchor, input, at, values)
      if (end !== undefined && isLast && end !== input.length) end = undefined
      if (end === undefined) at += 1
    }
    if (end === undefined) return undefined
    values[name] = input.slice(from, at)
    from = end
  }
  return values
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a sentence that occur completely in its fixed text. */
function ownWords({ text }: Pattern): string[] {
  const parts = partsOf(text)
  return parts.flatMap((part, at) => {
    if (typeof part !== 'string') return []
    const before = at > 0 ? part.replace(/^[\p{L}\p{N}]+/u, '') : part
    const words = wordsOf(before)
    return at < parts.length - 1 && /[\p{L}\p{N}]$/u.test(before) ? words.slice(0, -1) : words
  })
}

/** Longer texts are not parsed. */
const maxCharacters = 4000
/** Maximum sentences of one text; the rest is not parsed. */
const maxPieces = 60
/** Maximum sentences of one table entry, such as `This is so. Do that.` */
const maxPiecesOfOne = 6

/**
 * Rates a parse of a text: fixed characters of matched sentences, and characters that no sentence matches.
 */
interface Rating {
  weight: number
  unknown: number
}

/**
 * Splits a text where a sentence, or words before a colon, may end. Odd entries are the white space
 * between.
 */
function splitOf(input: string): string[] {
  const split = ['']
  for (const part of input.split(/(\s+)/)) {
    const last = split.at(-1) ?? ''
    const parts = part.includes('\n') || /[.!?…:”")]$/.test(last)
    if (/^\s/.test(part) && parts && last !== '') split.push(part, '')
    else split[split.length - 1] = last + part
  }
  return split
}

/** A part of a text: a known sentence, or unknown text. */
type Piece = KnownSentence | string

/** The table of sentences, and a parser for texts made of them. */
export class Sentences {
  readonly #texts: ReadonlySet<string>
  /** Sentences with values, by their rarest word: only those whose word occurs in a text are tried. */
  readonly #byWord = new Map<string, Pattern[]>()
  /** Sentences without a word of their own. */
  readonly #wordless: Pattern[] = []

  /** @param texts the sentences, and the words of tables, which are sentences without values */
  constructor(texts: Iterable<string>) {
    this.#texts = new Set(texts)
    const patterns = [...this.#texts].filter((text) => text.includes('{')).map(patternOf)
    const uses = new Map<string, number>()
    for (const pattern of patterns)
      for (const word of new Set(ownWords(pattern))) uses.set(word, (uses.get(word) ?? 0) + 1)
    for (const pattern of patterns) {
      const [rarest] = ownWords(pattern).sort((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))
      const those = rarest === undefined ? this.#wordless : (this.#byWord.get(rarest) ?? [])
      those.push(pattern)
      if (rarest !== undefined) this.#byWord.set(rarest, those)
    }
  }

  has(text: string): boolean {
    return this.#texts.has(text)
  }

  /** The sentence that matches the complete text, with the most fixed text; undefined if none matches. */
  known(input: string): KnownSentence | undefined {
    return this.#fitting(input, 0)
  }

  /**
   * @param depth how often values with several sentences are parsed, to count the characters no sentence
   * matches
   */
  #fitting(input: string, depth: number): (KnownSentence & Rating) | undefined {
    if (this.#texts.has(input) && !input.includes('{'))
      return { text: input, values: {}, quoted: new Set(), weight: input.length, unknown: 0 }
    const tried = [...this.#wordless]
    for (const word of new Set(wordsOf(input))) tried.push(...(this.#byWord.get(word) ?? []))
    tried.sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
    for (const pattern of tried) {
      const values = valuesOf(pattern, input)
      if (values) {
        const { text, quoted, weight } = pattern
        // A frame such as `{label}: {message}` does not explain its values.
        const unknown = this.#wordless.includes(pattern)
          ? input.length - weight
          : this.#unknownIn(values, quoted, depth)
        return { text, values, quoted, weight, unknown }
      }
    }
    return undefined
  }

  /**
   * Splits a text into sentences of the table, with as few unknown characters as possible, then with as
   * much fixed text as possible. The values of a sentence count as known; callers parse them separately.
   */
  read(input: string): Piece[] {
    return input.length > maxCharacters ? [input] : this.#best(input, 1).pieces
  }

  /** The unknown characters in values of several sentences. A single word counts as a name. */
  #unknownIn(values: Values, quoted: ReadonlySet<string>, depth: number): number {
    let unknown = 0
    if (depth > 0)
      for (const [name, value] of Object.entries(values))
        if (typeof value === 'string' && !quoted.has(name) && splitOf(value).length > 1)
          unknown += this.#best(value, depth - 1).unknown
    return unknown
  }

  #best(input: string, depth: number): { pieces: Piece[] } & Rating {
    const split = splitOf(input)
    const parts = split.slice(0, 2 * maxPieces - 1)
    const rest = split.slice(2 * maxPieces - 1).join('')
    const best: ({ pieces: Piece[] } & Rating)[] = []
    for (let to = 0; to < parts.length; to += 2) {
      let found: ({ pieces: Piece[] } & Rating) | undefined
      for (let from = to; from >= 0 && from > to - 2 * maxPiecesOfOne; from -= 2) {
        const known = this.#fitting(parts.slice(from, to + 1).join(''), depth)
        if (!known && from < to) continue
        const before = from > 0 ? best[from / 2 - 1] : undefined
        const weight = (before?.weight ?? 0) + (known?.weight ?? 0)
        const unknown = (before?.unknown ?? 0) + (known ? known.unknown : (parts[to]?.length ?? 0))
        if (found && (found.unknown - unknown || weight - found.weight) <= 0) continue
        const between = from > 0 ? [parts[from - 1] ?? ''] : []
        found = { weight, unknown, pieces: [...(before?.pieces ?? []), ...between, known ?? parts[to] ?? ''] }
      }
      if (found) best.push(found)
    }
    const { pieces, weight, unknown } = best.at(-1) ?? { pieces: [input], weight: 0, unknown: input.length }
    return rest === ''
      ? { pieces, weight, unknown }
      : { pieces: [...pieces, rest], weight, unknown: unknown + rest.length }
  }
}
