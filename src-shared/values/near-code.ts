import { NearIndex } from '../names/near-index.ts'

interface NamedCode {
  code: string
}

/**
 * Returns a function that finds the code whose name differs from a text by one letter, or by two in long
 * names; undefined if there is none, or if several codes are equally near. The index is built on first use.
 * @param names codes by folded name
 */
export function openNearCode(
  names: () => ReadonlyMap<string, string>,
): (words: string) => string | undefined {
  let index: NearIndex<NamedCode> | undefined
  return (words) => {
    if (index === undefined) {
      index = new NearIndex()
      for (const [name, code] of names()) index.add(name, { code })
    }
    const found = index.near(words)
    const least = Math.min(...found.map(({ edits }) => edits))
    const codes = new Set(found.flatMap(({ value, edits }) => (edits === least ? [value.code] : [])))
    const [only] = codes
    return codes.size === 1 ? only : undefined
  }
}
