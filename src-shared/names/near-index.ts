import { editDistance } from '../edit-distance.ts'

/** Texts shorter than this are not compared by edit distance: too many short names differ by one letter. */
const minLength = 5
/** Longer texts are not compared by edit distance. */
const maxLength = 200
/** From this length on, two edits are allowed; below, one. */
const minLengthOfTwoEdits = 9
/** Number of texts that one text is compared with, which bounds the work on texts that are all alike. */
const maxComparisons = 100

const maxEditsOf = (length: number): number => (length < minLengthOfTwoEdits ? 1 : 2)

interface Near<Value> {
  value: Value
  edits: number
}

/**
 * Texts by their parts (blocking), so that a text is compared only with those it can be near to. Two texts
 * that differ by one edit have the same rest after one letter of each is removed; two texts that differ by
 * two edits have one of three parts in common, at most two letters apart.
 */
export class NearIndex<Value> {
  readonly #blocks = new Map<string, { text: string; value: Value }[]>()
  /** Whether texts were left out of a comparison, because too many have parts in common. */
  isCut = false

  add(text: string, value: Value): void {
    if (text.length < minLength || text.length > maxLength) return
    for (const key of blocksOf(text)) {
      const block = this.#blocks.get(key)
      if (block) block.push({ text, value })
      else this.#blocks.set(key, [{ text, value }])
    }
  }

  /** The added values whose text is near to this one, each once. */
  near(text: string): Near<Value>[] {
    if (text.length < minLength || text.length > maxLength) return []
    const compared = new Set<Value>()
    const found: Near<Value>[] = []
    for (const key of probesOf(text))
      for (const { text: other, value } of this.#blocks.get(key) ?? []) {
        if (compared.has(value)) continue
        if (compared.size >= maxComparisons) {
          this.isCut = true
          return found
        }
        compared.add(value)
        const maxEdits = maxEditsOf(Math.min(text.length, other.length))
        const edits = editDistance(text, other, maxEdits)
        if (edits <= maxEdits) found.push({ value, edits })
      }
    return found
  }
}

/** The text, and the text without each letter. */
function deletionsOf(text: string): Set<string> {
  const found = new Set([`d ${text}`])
  for (let at = 0; at < text.length; at++) found.add(`d ${text.slice(0, at)}${text.slice(at + 1)}`)
  return found
}

const parts = [0, 1, 2] as const
const startOf = (part: number, length: number): number => Math.floor((part * length) / parts.length)

function blocksOf(text: string): Set<string> {
  const { length } = text
  // A text with one letter more is compared with one edit allowed, too.
  const blocks = length <= minLengthOfTwoEdits ? deletionsOf(text) : new Set<string>()
  if (length >= minLengthOfTwoEdits)
    for (const part of parts)
      blocks.add(`${length} ${part} ${text.slice(startOf(part, length), startOf(part + 1, length))}`)
  return blocks
}

function probesOf(text: string): Set<string> {
  const { length } = text
  const probes = length <= minLengthOfTwoEdits ? deletionsOf(text) : new Set<string>()
  if (length < minLengthOfTwoEdits) return probes
  for (let other = Math.max(minLengthOfTwoEdits, length - 2); other <= length + 2; other++)
    for (const part of parts) {
      const start = startOf(part, other)
      const size = startOf(part + 1, other) - start
      for (let at = Math.max(0, start - 2); at <= Math.min(length - size, start + 2); at++)
        probes.add(`${other} ${part} ${text.slice(at, at + size)}`)
    }
  return probes
}
