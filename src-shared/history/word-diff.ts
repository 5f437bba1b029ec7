/** A stretch of text that both have, or that only one of them has. */
export interface TextPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

const token = /[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu
const word = /^[\p{L}\p{N}]/u
const markWithin = new Set(["'", '’', '.', ','])

/** Words (with the marks within them), runs of white space, and every other character for itself. */
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

/** More differing words than this, and the middle is shown as replaced as a whole: nobody could follow it anyway. */
const mostDifferences = 600

/**
 * The words of two texts, as few of them as possible told as different. Joined, the parts that are not `added` are the
 * earlier text, those that are not `removed` the later one.
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
  const edits = shortestEdit(one, other)
  if (edits) for (const { kind, tokens } of edits) add(kind, tokens)
  else {
    add('removed', one)
    add('added', other)
  }
  add('same', before.slice(before.length - end))
  return parts
}

type Edit = { kind: TextPart['kind']; tokens: string[] }

/** Myers' greedy algorithm; undefined when the two differ in too much. */
function shortestEdit(before: readonly string[], after: readonly string[]): Edit[] | undefined {
  const most = Math.min(before.length + after.length, mostDifferences)
  const reached = new Int32Array(2 * most + 3)
  const middle = most + 1
  const steps: Int32Array[] = []
  for (let distance = 0; distance <= most; distance++) {
    steps.push(reached.slice(middle - distance - 1, middle + distance + 2))
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      let x = reached[middle + diagonal - 1] as number
      const down = reached[middle + diagonal + 1] as number
      x = diagonal === -distance || (diagonal !== distance && x < down) ? down : x + 1
      let y = x - diagonal
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++
        y++
      }
      reached[middle + diagonal] = x
      if (x >= before.length && y >= after.length) return trace(steps, before, after)
    }
  }
  return undefined
}

/** From the end back to the beginning, along the furthest points of each distance. */
function trace(steps: readonly Int32Array[], before: readonly string[], after: readonly string[]): Edit[] {
  const edits: Edit[] = []
  let x = before.length
  let y = after.length
  for (let distance = steps.length - 1; distance >= 0; distance--) {
    const reached = steps[distance] as Int32Array
    const at = (diagonal: number) => reached[diagonal + distance + 1] as number
    const diagonal = x - y
    const isDown = diagonal === -distance || (diagonal !== distance && at(diagonal - 1) < at(diagonal + 1))
    const from = isDown ? diagonal + 1 : diagonal - 1
    const fromX = distance === 0 ? 0 : at(from)
    const afterEdit = distance === 0 || isDown ? fromX : fromX + 1
    for (; x > afterEdit; x--) edits.push({ kind: 'same', tokens: [before[x - 1] as string] })
    if (distance === 0) break
    const fromY = fromX - from
    if (isDown) edits.push({ kind: 'added', tokens: [after[fromY] as string] })
    else edits.push({ kind: 'removed', tokens: [before[fromX] as string] })
    x = fromX
    y = fromY
  }
  return edits.reverse()
}
