/**
 * The form of an identifier, with each run of digits as `9` and each run of letters as `a`: `b2001` and
 * `b17` are `a9`.
 */
const formOf = (identifier: string): string => identifier.replace(/[0-9]+/g, '9').replace(/\p{L}+/gu, 'a')

/** Maximum length; no identifier of a service is longer. */
const longest = 100

/**
 * Whether a text may be an identifier that is in no list yet. It must have the form of a known identifier.
 * If none is known, it must be one word with a digit in it, which no partly typed name is.
 * @param known identifiers of the same list
 */
export function looksLikeIdentifier(text: string, known: readonly string[]): boolean {
  if (text === '' || text.length > longest || /\s/.test(text)) return false
  if (known.length === 0) return /[0-9]/.test(text)
  const form = formOf(text)
  return known.some((one) => formOf(one) === form)
}
