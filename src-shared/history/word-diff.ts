import { diffArrays } from 'diff'

/** A run of text that both texts contain, or only one of them. */
export interface TextPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

const token = /[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu
const word = /^[\p{L}\p{N}]/u
const markWithin = new Set(["'", '’', '.', ','])

/**
 * Splits a text into words (including punctuation inside them), runs of white space, and single other
 * characters.
 */
function tokensOf(text: string): string[] {
  const found = text.match(token) ?? []
  const tokens: string[] = []
  let at = 0
  while (at < found.length) {
    const start = at
    at += 1
    const isWord = (index: number) => word.test(found[index] ?? '')
    if (isWord(start)) while (markWithin.has(found[at] ?? '') && isWord(at + 1)) at += 2
    tokens.push(found.slice(start, at).join(''))
  }
  return tokens
}

/**
 * Maximum number of differing words listed individually; beyond it, the differing middle is replaced as a
 * whole.
 */
const maxDifferences = 600

/**
 * The differences between two texts, with as few differing words as possible. The parts that are not
 * `added` form the earlier text; those that are not `removed` form the later one.
 */
export function wordDiff(earlier: string, later: string): TextPart[] {
  const before = tokensOf(earlier)
  const after = tokensOf(later)
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const parts: TextPart[] = []
  const add = (kind: TextPart['kind'], tokens: readonly string[]) => {
    const text = tokens.join('')
    const last = parts.at(-1)
    if (text === '') return
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  add('same', before.slice(0, start))
  const one = before.slice(start, before.length - end)
  const other = after.slice(start, after.length - end)
  const changes = diffArrays(one, other, { maxEditLength: maxDifferences })
  if (changes)
    for (const { value, added, removed } of changes)
      add(added ? 'added' : removed ? 'removed' : 'same', value)
  else {
    add('removed', one)
    add('added', other)
  }
  add('same', before.slice(before.length - end))
  return parts
}
