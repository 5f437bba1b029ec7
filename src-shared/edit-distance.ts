/**
 * Edit distance of two words: the number of letters to replace, delete, insert or swap with their neighbour
 * (Damerau-Levenshtein). Counting stops above `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  return compared(one, other, most).row?.[other.length] ?? most + 1
}

/** Number of edits by which a misspelled word may differ from the intended one, by its number of letters. */
export const maxEdits = (letters: number): number => (letters > 7 ? 2 : 1)

/** Smallest edit distance of a word and any beginning of another word; above `most` if it is greater. */
export function prefixEditDistance(word: string, other: string, most: number): number {
  const { row } = compared(word, other.slice(0, word.length + most), most)
  return row ? Math.min(...row) : most + 1
}

/**
 * Length of the shortest beginning of `other` that no word within `most` edits of `word` has; undefined if
 * there is none.
 */
export function impossibleBeginning(word: string, other: string, most: number): number | undefined {
  const { row, read } = compared(other, word, most)
  return row ? undefined : read
}

/**
 * The distances of `one` and each beginning of `other`; without `row` if all are above `most` after `read`
 * letters of `one`.
 */
function compared(one: string, other: string, most: number): { row?: number[]; read: number } {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_value, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let steps = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        steps = Math.min(steps, (before[j - 2] ?? 0) + 1)
      row.push(steps)
      if (steps < least) least = steps
    }
    if (least > most) return { read: i }
    before = last
    last = row
  }
  return { row: last, read: one.length }
}
