/**
 * Reads sentences of the backend back. The backend says them in English (`say.ts`): they are kept with a draft, come from
 * another process, and stand in the log. A page in another language finds the sentence and its values here, and says it
 * anew. What the table does not have is shown as it came.
 */

interface KnownSentence {
  /** As in the table: its placeholders in braces, counted words in both forms. */
  text: string
  values: Readonly<Record<string, string | number>>
  /** The values that stand in quotation marks: names, and what was typed. */
  quoted: ReadonlySet<string>
}

/** Text that stands in the sentence; a number with its words; or any other value. */
type Part = string | { name: string; forms: readonly [one: string, other: string] } | { name: string }

interface Pattern {
  text: string
  /** What stands before, between and after the values that may be anything. */
  anchors: Part[][]
  /** The values that may be anything. */
  names: string[]
  quoted: ReadonlySet<string>
  /** How much of the sentence is in the table. Of two that fit, the one with more is taken. */
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

/** Where an anchor that begins at a place ends; undefined where it does not stand there. */
function endOf(anchor: readonly Part[], said: string, at: number, values: Values): number | undefined {
  let to = at
  for (const part of anchor) {
    if (typeof part === 'string') {
      if (!said.startsWith(part, to)) return undefined
      to += part.length
    } else if ('forms' in part) {
      const digits = /^\d{1,15}(?= )/.exec(said.slice(to, to + 16))?.[0]
      if (digits === undefined) return undefined
      const form = part.forms[digits === '1' ? 0 : 1]
      if (!said.startsWith(form, to + digits.length + 1)) return undefined
      values[part.name] = Number(digits)
      to += digits.length + 1 + form.length
    }
  }
  return to
}

/** The values of a sentence that fits; undefined for another. Each value is as short as may be. */
function valuesOf({ anchors, names }: Pattern, said: string): Values | undefined {
  const values: Values = {}
  let from = endOf(anchors[0] ?? [], said, 0, values)
  if (from === undefined || (names.length === 0 && from !== said.length)) return undefined
  for (const [place, name] of names.entries()) {
    const anchor = anchors[place + 1] ?? []
    const isLast = place === names.length - 1
    const [first] = anchor
    let at = from
    let end: number | undefined
    while (end === undefined && at <= said.length) {
      if (typeof first === 'string') {
        const next: number = isLast && anchor.length === 1 ? said.length - first.length : at
        at = next < at ? -1 : said.indexOf(first, next)
        if (at < 0) return undefined
      } else if (isLast && !first) at = said.length
      end = endOf(anchor, said, at, values)
      if (end !== undefined && isLast && end !== said.length) end = undefined
      if (end === undefined) at += 1
    }
    if (end === undefined) return undefined
    values[name] = said.slice(from, at)
    from = end
  }
  return values
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a sentence that stand in it whole, whatever its values are. */
function ownWords({ text }: Pattern): string[] {
  const parts = partsOf(text)
  return parts.flatMap((part, at) => {
    if (typeof part !== 'string') return []
    const before = at > 0 ? part.replace(/^[\p{L}\p{N}]+/u, '') : part
    const words = wordsOf(before)
    return at < parts.length - 1 && /[\p{L}\p{N}]$/u.test(before) ? words.slice(0, -1) : words
  })
}

/** A longer text is no sentence. */
const maxCharacters = 4000
/** Sentences of one text; what comes after them is not read. */
const maxPieces = 60
/** Sentences of the table that are written as several, such as `This is so. Do that.` */
const maxPiecesOfOne = 6

/** What a way to read a text is judged by: characters in the table, and characters that no sentence covers. */
interface Worth {
  weight: number
  unknown: number
}

/** Where a sentence may end, or words before a colon. At odd places stands what parts two of them. */
function splitOf(said: string): string[] {
  const split = ['']
  for (const part of said.split(/(\s+)/)) {
    const last = split.at(-1) ?? ''
    const parts = part.includes('\n') || /[.!?…:”")]$/.test(last)
    if (/^\s/.test(part) && parts && last !== '') split.push(part, '')
    else split[split.length - 1] = last + part
  }
  return split
}

/** A part of a text: a sentence that is known, or what stands between. */
type Piece = KnownSentence | string

/** The table of sentences, and how a text is read by it. */
export class Sentences {
  readonly #texts: ReadonlySet<string>
  /** Sentences with values, by their rarest word: only those whose word is in a text are tried. */
  readonly #byWord = new Map<string, Pattern[]>()
  /** Those that have no word of their own. */
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

  /** The sentence that a text is, the one with the most of its own words; undefined for none of the table. */
  known(said: string): KnownSentence | undefined {
    return this.#fitting(said, 0)
  }

  /** @param depth how often values that hold several sentences are read, for what of them is unknown */
  #fitting(said: string, depth: number): (KnownSentence & Worth) | undefined {
    if (this.#texts.has(said) && !said.includes('{'))
      return { text: said, values: {}, quoted: new Set(), weight: said.length, unknown: 0 }
    const tried = [...this.#wordless]
    for (const word of new Set(wordsOf(said))) tried.push(...(this.#byWord.get(word) ?? []))
    tried.sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1))
    for (const pattern of tried) {
      const values = valuesOf(pattern, said)
      if (values) {
        const { text, quoted, weight } = pattern
        // A frame such as `{label}: {message}` explains nothing of what it holds.
        const unknown = this.#wordless.includes(pattern)
          ? said.length - weight
          : this.#unknownIn(values, quoted, depth)
        return { text, values, quoted, weight, unknown }
      }
    }
    return undefined
  }

  /**
   * A text taken apart into the sentences of the table, so that as little of it as can be is unknown; of two ways, the
   * one with more words of the table. The values of a sentence are known with it: they are read by themselves.
   */
  read(said: string): Piece[] {
    return said.length > maxCharacters ? [said] : this.#best(said, 1).pieces
  }

  /** The characters of values that are several sentences, and no sentences of the table. One word is a name. */
  #unknownIn(values: Values, quoted: ReadonlySet<string>, depth: number): number {
    let unknown = 0
    if (depth > 0)
      for (const [name, value] of Object.entries(values))
        if (typeof value === 'string' && !quoted.has(name) && splitOf(value).length > 1)
          unknown += this.#best(value, depth - 1).unknown
    return unknown
  }

  #best(said: string, depth: number): { pieces: Piece[] } & Worth {
    const split = splitOf(said)
    const parts = split.slice(0, 2 * maxPieces - 1)
    const rest = split.slice(2 * maxPieces - 1).join('')
    const best: ({ pieces: Piece[] } & Worth)[] = []
    for (let to = 0; to < parts.length; to += 2) {
      let found: ({ pieces: Piece[] } & Worth) | undefined
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
    const { pieces, weight, unknown } = best.at(-1) ?? { pieces: [said], weight: 0, unknown: said.length }
    return rest === ''
      ? { pieces, weight, unknown }
      : { pieces: [...pieces, rest], weight, unknown: unknown + rest.length }
  }
}
