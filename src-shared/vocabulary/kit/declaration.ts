/** The XML declaration at the head of a document, read unit by unit. */

export interface Declaration {
  /** As it is written; undefined when it is not declared. */
  encoding: string | undefined
  /** Offset behind its `?>`; 0 when there is no declaration. */
  end: number
  /** What is wrong with it, and where; undefined when nothing is. */
  fault: { message: string; offset: number } | undefined
}

/** Longer than any declaration that means anything: one that does not end within it is refused. */
export const longestDeclaration = 1000

const isBlank = (unit: string | undefined): boolean =>
  unit === ' ' || unit === '\t' || unit === '\r' || unit === '\n'

/** A declaration, and nothing else that begins like one (`<?xml-stylesheet`). */
export const startsWithDeclaration = (text: string): boolean =>
  text.startsWith('<?xml') && (isBlank(text[5]) || text[5] === '?')

type Key = 'version' | 'encoding' | 'standalone'
const keys: readonly Key[] = ['version', 'encoding', 'standalone']
const allowed: Readonly<Record<Key, { pattern: RegExp; words: string }>> = {
  version: { pattern: /^1\.[0-9]+$/, words: 'the version must be 1.0' },
  encoding: { pattern: /^[A-Za-z][A-Za-z0-9._-]*$/, words: 'the encoding is not a name' },
  standalone: { pattern: /^(?:yes|no)$/, words: 'standalone must be yes or no' },
}

/** Reads the declaration at the head of a text without a byte order mark. */
export function readDeclaration(text: string): Declaration {
  const found: Declaration = { encoding: undefined, end: 0, fault: undefined }
  if (!startsWithDeclaration(text)) return found
  const fault = (message: string, offset: number): Declaration => ({ ...found, fault: { message, offset } })
  const end = text.slice(0, longestDeclaration).indexOf('?>')
  if (end < 0) return fault('the XML declaration has no end', 0)
  let at = 5
  /** Index into `keys` of the first that may come now. */
  let next = 0
  for (;;) {
    const before = at
    while (isBlank(text[at])) at += 1
    if (at === end) break
    if (at === before) return fault('a blank is missing in the XML declaration', at)
    const key = keys.find((one, index) => index >= next && text.startsWith(one, at))
    if (key === undefined || (next === 0 && key !== 'version'))
      return fault(
        next === 0
          ? 'the XML declaration must begin with the version'
          : 'something else stands in the XML declaration',
        at,
      )
    next = keys.indexOf(key) + 1
    at += key.length
    while (isBlank(text[at])) at += 1
    if (text[at] !== '=') return fault(`= is missing behind ${key}`, at)
    at += 1
    while (isBlank(text[at])) at += 1
    const quote = text[at]
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, at + 1) : -1
    if (quote === undefined || close < 0 || close > end) return fault(`the ${key} is not in quotes`, at)
    const value = text.slice(at + 1, close)
    if (!allowed[key].pattern.test(value)) return fault(allowed[key].words, at)
    if (key === 'encoding') found.encoding = value
    at = close + 1
  }
  if (next === 0) return fault('the XML declaration must begin with the version', at)
  found.end = end + 2
  return found
}
