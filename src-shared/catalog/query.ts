/**
 * The query language of the catalog: words, "phrases", -word, and fields such as `brand:oatlark` or
 * `kcal<100`. Parsing takes linear time and never fails: a term that is not understood is skipped and
 * reported with its position.
 */

import { allergenChoices } from '../allergens/find-allergens.ts'
import { editDistance } from '../edit-distance.ts'
import { say } from '../texts/say.ts'
import { type Basic, basics, type CatalogSelection, type QueryProblem } from './model.ts'
import { codeDigits, gtinsOfQuery } from './product-code.ts'
import {
  aliases,
  allergenAliases,
  basicAliases,
  type NumberField,
  queryFields,
  rangeFields,
  type TextField,
} from './query-fields.ts'

/** One condition of a query. `not` excludes the items that meet it. */
export type QueryTerm = { not: boolean } & (
  | { kind: 'words'; text: string; isPhrase: boolean }
  | { kind: 'text'; field: TextField; text: string }
  | { kind: 'status'; status: string }
  | { kind: 'code'; digits: string }
  | { kind: 'missing'; basic: Basic }
  | { kind: 'view'; view: string }
  | { kind: 'allergen'; allergen: string }
  /** Milliseconds since the epoch, both inclusive. */
  | { kind: 'updated'; from: number; to: number }
  /** Both inclusive. */
  | { kind: 'number'; field: NumberField; least: number; most: number }
)
interface ReadQuery {
  terms: QueryTerm[]
  /** The GTIN-14s the query can stand for, if the entire query is one product code in any form. */
  gtin14s: string[]
  problems: QueryProblem[]
}

/** A term between spaces: its position, and its field and comparison if it has them. */
interface Token {
  from: number
  to: number
  not: boolean
  field?: { name: string; from: number; to: number }
  comparison?: Comparison
  value: string
  valueFrom: number
  isQuoted: boolean
  isOpen: boolean
}
type Comparison = ':' | '=' | '<' | '<=' | '>' | '>='

/** Parses a query. */
export function readQuery(text: string): ReadQuery {
  const gtin14s = gtinsOfQuery(text)
  if (gtin14s.length > 0) return { terms: [], gtin14s, problems: [] }
  const terms: QueryTerm[] = []
  const problems: QueryProblem[] = []
  for (const token of tokens(text)) {
    const outcome = token.field ? readField(token, token.field) : readWords(token)
    if ('message' in outcome) problems.push(outcome)
    else if (outcome.term) terms.push(outcome.term)
  }
  return { terms, gtin14s: [], problems }
}

const isBlank = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign)
const fieldPattern = /[A-Za-z]/

/** Splits a query into its terms. Typographic quotation marks, as phones type them, are accepted. */
function* tokens(text: string): Generator<Token> {
  let at = 0
  while (at < text.length) {
    if (isBlank(text[at])) {
      at++
      continue
    }
    const from = at
    const not = text[at] === '-' && !isBlank(text[at + 1])
    if (not) at++
    let field: Token['field']
    let comparison: Comparison | undefined
    let end = at
    while (end < text.length && fieldPattern.test(text[end] ?? '')) end++
    const sign = end > at ? comparisonAt(text, end) : undefined
    // The colon of a URL does not mark a field.
    if (sign && !(sign === ':' && text.startsWith('//', end + 1))) {
      field = { name: text.slice(at, end).toLowerCase(), from: at, to: end }
      comparison = sign
      at = end + sign.length
    }
    const isQuoted = isQuote(text[at])
    const valueFrom = isQuoted ? at + 1 : at
    at = valueFrom
    while (at < text.length && !(isQuoted ? isQuote(text[at]) : isBlank(text[at]))) at++
    const value = text.slice(valueFrom, at)
    const isOpen = isQuoted && at >= text.length
    if (isQuoted && !isOpen) at++
    yield { from, to: at, not, field, comparison, value, valueFrom, isQuoted, isOpen }
  }
}
const isQuote = (sign: string | undefined): boolean => sign !== undefined && '"“”„'.includes(sign)

function comparisonAt(text: string, at: number): Comparison | undefined {
  const [first, second] = [text[at], text[at + 1]]
  if (first === '<' || first === '>') return second === '=' ? `${first}=` : first
  if (first === '≤') return undefined
  return first === ':' || first === '=' ? first : undefined
}

type Outcome = { term?: QueryTerm } | QueryProblem

function readWords({ not, value, isQuoted }: Token): Outcome {
  if (value.trim() === '') return {}
  return { term: { kind: 'words', not, text: value, isPhrase: isQuoted } }
}

function readField(token: Token, field: NonNullable<Token['field']>): Outcome {
  const { not, comparison = ':', value } = token
  const known = queryFields.find(({ name }) => name === field.name || aliases[field.name] === name)
  if (!known) return unknownField(token, field)
  const problem = (message: string, suggestion?: string): QueryProblem => ({
    from: token.from,
    to: token.to,
    message,
    ...(suggestion !== undefined && { suggestion: `${token.not ? '-' : ''}${suggestion}` }),
  })
  const given = value.trim()
  if (given === '')
    return problem(say`“${known.name}${comparison}” needs a value, as in ${known.example}.`, known.example)
  const isRange = comparison !== ':' && comparison !== '='
  const { name } = known
  if (isRange && !rangeFields.has(name))
    return problem(say`“${name}” cannot be compared with < or >: write ${name}:${given}.`, `${name}:${given}`)
  switch (name) {
    case 'brand':
    case 'manufacturer':
    case 'category':
    case 'retailer':
    case 'package':
      return { term: { kind: 'text', not, field: name, text: given } }
    case 'status':
      return { term: { kind: 'status', not, status: given } }
    case 'view':
      return { term: { kind: 'view', not, view: given.toUpperCase() } }
    case 'gtin': {
      const digits = codeDigits(given)
      return digits === undefined
        ? problem(say`“${given}” is not a product code: a code has 1 to 14 digits.`)
        : { term: { kind: 'code', not, digits } }
    }
    case 'missing': {
      const basic = choose(given, basics, basicAliases)
      if (basic) return { term: { kind: 'missing', not, basic: basic.id } }
      return problem(...unknownChoice('missing', given, basics))
    }
    case 'allergen': {
      const allergen = choose(given, allergenChoices, allergenAliases)
      if (allergen) return { term: { kind: 'allergen', not, allergen: allergen.id } }
      return problem(...unknownChoice('allergen', given, allergenChoices))
    }
    case 'updated': {
      const period = periodOf(given)
      if (!period) return problem(say`“${given}” is not a day: write it as updated>2026-01-31.`)
      return { term: { kind: 'updated', not, ...bounded(comparison, period) } }
    }
    default: {
      const number = numberOf(given)
      if (number === undefined) return problem(say`“${given}” is not a number: write it as ${known.example}.`)
      const step = name === 'kcal' ? 0.1 : 1
      const { from, to } = bounded(comparison, { from: number, to: number }, step)
      return { term: { kind: 'number', not, field: name, least: from, most: to } }
    }
  }
}

function choose<Choice extends { id: string }>(
  given: string,
  choices: readonly Choice[],
  others: Record<string, string>,
): Choice | undefined {
  const id = given.toLowerCase()
  const wanted = Object.hasOwn(others, id) ? others[id] : id
  return choices.find((choice) => choice.id === wanted)
}

function unknownChoice(
  field: string,
  given: string,
  choices: readonly { id: string }[],
): [string, string | undefined] {
  const ids = choices.map(({ id }) => id)
  const near = nearest(given.toLowerCase(), ids)
  return near === undefined
    ? [say`“${given}” is not a value of ${field}: use one of ${ids.join(', ')}.`, undefined]
    : [say`“${given}” is not a value of ${field}: did you mean ${near}?`, `${field}:${near}`]
}

function unknownField(
  { from, to, not, comparison = ':', value, isQuoted }: Token,
  field: { name: string },
): QueryProblem {
  const near = nearest(field.name, [...queryFields.map(({ name }) => name), ...Object.keys(aliases)])
  const quoted = isQuoted ? `"${value}"` : value
  return near === undefined
    ? {
        from,
        to,
        message: say`“${field.name}” is not a field. Put it in quotation marks to search for it as text.`,
        suggestion: `"${field.name}${comparison}${value}"`,
      }
    : {
        from,
        to,
        message: say`“${field.name}” is not a field: did you mean ${near}?`,
        suggestion: `${not ? '-' : ''}${near}${comparison}${quoted}`,
      }
}

/**
 * The choice that starts with the word, or else the closest one within an edit distance of 2 (of 1 for
 * words of up to 5 letters).
 */
function nearest(word: string, choices: readonly string[]): string | undefined {
  const beginning = word.length > 1 ? choices.find((choice) => choice.startsWith(word)) : undefined
  if (beginning !== undefined) return beginning
  const most = word.length > 5 ? 2 : 1
  let best: { choice: string; steps: number } | undefined
  for (const choice of choices) {
    const steps = editDistance(word, choice, most)
    if (steps <= most && (!best || steps < best.steps)) best = { choice, steps }
  }
  return best?.choice
}

interface Period {
  from: number
  to: number
}
/** The inclusive bounds of a comparison with a period or a number. */
function bounded(comparison: Comparison, { from, to }: Period, step = 1): Period {
  switch (comparison) {
    case '<':
      return { from: Number.NEGATIVE_INFINITY, to: from - step }
    case '<=':
      return { from: Number.NEGATIVE_INFINITY, to }
    case '>':
      return { from: to + step, to: Number.POSITIVE_INFINITY }
    case '>=':
      return { from, to: Number.POSITIVE_INFINITY }
    default:
      return { from, to }
  }
}

/** A year, a month or a day, in UTC. */
function periodOf(text: string): Period | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text) ?? []
  if (year === undefined) return undefined
  const from = Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1))
  const date = new Date(from)
  if (month !== undefined && date.getUTCMonth() !== Number(month) - 1) return undefined
  if (day !== undefined && date.getUTCDate() !== Number(day)) return undefined
  const next =
    day !== undefined
      ? Date.UTC(Number(year), Number(month) - 1, Number(day) + 1)
      : month !== undefined
        ? Date.UTC(Number(year), Number(month), 1)
        : Date.UTC(Number(year) + 1, 0, 1)
  return { from, to: next - 1 }
}

function numberOf(text: string): number | undefined {
  const plain = text.replace(',', '.').replace(/%$/, '')
  return /^\d{1,9}(?:\.\d{0,4})?$/.test(plain) ? Number(plain) : undefined
}

/** The part of a query at the cursor: the field of a term, or the value of a field. */
interface TypedPart {
  from: number
  to: number
  /** In lower case; absent while the field name or a word is typed. */
  field?: string
  text: string
}
export function typedPart(text: string, at: number): TypedPart | undefined {
  for (const { from, to, not, field, value, valueFrom, isQuoted } of tokens(text)) {
    if (at < from + (not ? 1 : 0) || at > to) continue
    if (!field) return isQuoted ? undefined : { from: from + (not ? 1 : 0), to, text: value }
    if (at <= field.to) return { from: field.from, to: field.to, text: field.name }
    if (at < valueFrom) return undefined
    const name = aliases[field.name] ?? field.name
    return { from: isQuoted ? valueFrom - 1 : valueFrom, to, field: name, text: value }
  }
  return undefined
}

/** Whether a selection filters by the score of the items. */
export const usesScores = ({
  text,
  completeness = [],
}: Pick<CatalogSelection, 'text' | 'completeness'>): boolean =>
  completeness.length > 0 ||
  readQuery(text).terms.some((term) => term.kind === 'number' && term.field === 'complete')
