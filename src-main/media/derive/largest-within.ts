/**
 * The largest whole number from 1 to `most` whose measure stays within a limit, in few measurements. The measure grows
 * about like a power of the number (bytes of a picture by its side), so the next guess is taken by the secant in
 * logarithms; a guess that does not narrow the bracket falls back to halving it, which bounds the search.
 * @returns 1 when even 1 is above the limit
 */
export async function largestWithin(
  limit: number,
  most: number,
  measure: (side: number) => Promise<number>,
): Promise<number> {
  const highest = await measure(most)
  if (most <= 1 || highest <= limit) return Math.max(1, most)
  let within = { side: 1, size: await measure(1) }
  let above = { side: most, size: highest }
  if (within.size > limit) return 1
  let halve = false
  while (above.side - within.side > 1) {
    const side = halve ? Math.floor((within.side + above.side) / 2) : secant(within, above, limit)
    const size = await measure(side)
    const before = above.side - within.side
    if (size <= limit) within = { side, size }
    else above = { side, size }
    halve = above.side - within.side > before / 2
  }
  return within.side
}

interface Measured {
  side: number
  size: number
}
/** Where the line through the two measurements meets the limit, kept strictly between them. */
function secant(low: Measured, high: Measured, limit: number): number {
  const slope = Math.log(high.size / low.size) / Math.log(high.side / low.side)
  const guess = Math.floor(low.side * (limit / low.size) ** (1 / slope))
  return Math.min(high.side - 1, Math.max(low.side + 1, Number.isFinite(guess) ? guess : 0))
}
