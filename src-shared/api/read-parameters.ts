/** Parses and validates the query of a call against the parameters that its endpoint declares. */
import { type ApiVersion, type Endpoint, maxInteger, type Parameter } from './endpoint.ts'

/** A problem of one parameter, header or field: the `invalid-param` of RFC 9457. */
export interface InvalidParam {
  name: string
  reason: string
}

type One<P extends Parameter> = P extends { type: 'integer' | 'size' }
  ? number
  : P extends { type: 'flag' }
    ? boolean
    : P extends { allowed: infer Allowed extends readonly string[] }
      ? Allowed[number]
      : string

/**
 * The values of a query. Aliases have the name of their parameter; repeatable parameters are lists without
 * duplicates.
 */
export type ParameterValues<Parameters extends readonly Parameter[]> = {
  [P in Exclude<Parameters[number], { aliasOf: string }> as P['name']]?: P extends { repeatable: true }
    ? One<P>[]
    : One<P>
}

/** The parsed value, or the reason for the refusal. */
type Read = { value: string | number | boolean } | { reason: string }

const list = (words: readonly string[]) => words.join(', ')

const readers: Record<Parameter['type'], (text: string, parameter: Parameter) => Read> = {
  text(text, { longest, maxWords }) {
    if (longest !== undefined && text.length > longest)
      return { reason: `must be no longer than ${longest} characters` }
    if (maxWords !== undefined && wordsIn(text) > maxWords)
      return { reason: `must have no more than ${maxWords} words` }
    return { value: text }
  },
  code(text) {
    const digits = text.replace(/[\s-]/g, '')
    return /^\d{1,14}$/.test(digits)
      ? { value: digits }
      : { reason: 'must be a product code: 1 to 14 digits, spaces and hyphens allowed' }
  },
  day: (text) =>
    isCalendarDay(text) ? { value: text } : { reason: 'must be a calendar day written YYYYMMDD' },
  integer(text, { minimum = 0, maximum = maxInteger }) {
    if (!/^\d+$/.test(text) || Number(text) < minimum)
      return { reason: `must be an integer, ${minimum} or more, in decimal digits` }
    return { value: Math.min(Number(text), maximum) }
  },
  size: (text, { allowed = [] }) =>
    allowed.includes(text) ? { value: Number(text) } : { reason: `must be one of ${list(allowed)}` },
  choice: (text, { allowed = [] }) =>
    allowed.includes(text) ? { value: text } : { reason: `must be one of ${list(allowed)}` },
  flag: (text) =>
    text === 'true' || text === 'false' ? { value: text === 'true' } : { reason: 'must be true or false' },
}

/** The number of runs of letters and digits; the search splits a text at all other characters. */
const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}\p{M}]+/gu)?.length ?? 0

/**
 * Checks a query as the service does: all problems are listed, unknown parameters and those of another
 * version are ignored, an empty value counts as absent, and only a repeatable parameter may have two
 * values.
 */
export function readParameters<const Parameters extends readonly Parameter[]>(
  parameters: Parameters,
  version: ApiVersion,
  query: URLSearchParams,
): { values: ParameterValues<Parameters>; problems: InvalidParam[] } {
  const values: Record<string, string | number | boolean | (string | number | boolean)[]> = {}
  const problems: InvalidParam[] = []
  for (const parameter of parameters as readonly Parameter[]) {
    if (parameter.versions && !parameter.versions.includes(version)) continue
    const { name } = parameter
    const target = parameter.aliasOf ?? name
    for (const text of new Set(query.getAll(name))) {
      if (text.trim() === '') continue
      const read = readers[parameter.type](text, parameter)
      if ('reason' in read) problems.push({ name, reason: read.reason })
      else if (parameter.repeatable) {
        const collected = [values[target] ?? []].flat()
        if (!collected.includes(read.value)) values[target] = [...collected, read.value]
      } else if ((values[target] ?? read.value) !== read.value) {
        // One problem per parameter, however many of its values are wrong.
        problems.push({ name, reason: 'is given twice with different values' })
        break
      } else values[target] = read.value
    }
  }
  return { values: values as ParameterValues<Parameters>, problems }
}

/**
 * Checks the rules on several parameters: at least one selector, `since` not after `until`, and a window
 * end not before its start.
 *
 * @param isSelected no selector is needed: the path names an entity, or a search without a selector is
 * allowed
 * @param refused the problems of `readParameters`: a selector with a bad value is not missing
 */
export function checkTogether(
  endpoint: Endpoint,
  isSelected: boolean,
  values: Readonly<Record<string, unknown>>,
  refused: readonly InvalidParam[] = [],
): InvalidParam[] {
  const problems: InvalidParam[] = []
  const { oneOf } = endpoint
  const isGiven = (name: string) => values[name] !== undefined || refused.some((param) => param.name === name)
  if (oneOf && !isSelected && !oneOf.some(isGiven))
    problems.push({ name: list(oneOf), reason: 'at least one of these must be present with a value' })
  const { since, until, offset, limit } = values
  if (typeof since === 'string' && typeof until === 'string' && since > until)
    problems.push({ name: 'since', reason: `must not be after until (${until})` })
  if (typeof limit === 'number' && typeof offset === 'number' && limit < offset)
    problems.push({
      name: 'limit',
      reason: `is the end of the window and must not be below offset (${offset})`,
    })
  return problems
}

/** Whether a text is a `YYYYMMDD` day that exists: 20240229, not 20230229. */
export function isCalendarDay(text: string): boolean {
  const parts = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/.exec(text)?.groups
  if (!parts || parts['year'] === '0000') return false
  const date = new Date(`${parts['year']}-${parts['month']}-${parts['day']}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(parts['day'])
}
