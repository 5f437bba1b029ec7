/** Find and replace in cells. */

/** The cells that a replacement would change. */
export interface ReplacePreview {
  cells: number
  items: number
  examples: { key: number; title: string; column: string; before: string; after: string }[]
}

/** Returns a function that replaces all matches in a text; its result is undefined if there is no match. */
export function replacement({
  find,
  by,
  matchCase,
  wholeWord = false,
}: {
  find: string
  by: string
  matchCase: boolean
  wholeWord?: boolean | undefined
}): (text: string) => string | undefined {
  const normalize = matchCase ? (text: string) => text : lowerCase
  const needle = normalize(find)
  if (needle === '') return () => undefined
  return (text) => {
    const haystack = normalize(text)
    let changed = ''
    let from = 0
    for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) {
      if (wholeWord && !isWord(text, at, at + needle.length)) continue
      changed += text.slice(from, at) + by
      from = at + needle.length
    }
    return from === 0 ? undefined : changed + text.slice(from)
  }
}

/** Lower case per UTF-16 unit, skipping letters whose lower case is longer, so that offsets are unchanged. */
const lowerCase = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => {
    const letter = text.charAt(index)
    const small = letter.toLowerCase()
    return small.length === 1 ? small : letter
  }).join('')

/** Whether a part of a text is not within a word. */
const isWord = (text: string, start: number, end: number): boolean =>
  !/[\p{L}\p{M}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
  !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(end, end + 2))
