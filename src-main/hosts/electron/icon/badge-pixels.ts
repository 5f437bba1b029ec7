/** Draws the badge for the task bar of Windows: a disc with a number. */

/** Width and height in pixels; the task bar shows it in half the size. */
export const badgeSize = 32

/** Digits of three columns and five rows; each row is three bits. */
const digits: Record<string, readonly number[]> = {
  0: [7, 5, 5, 5, 7],
  1: [2, 6, 2, 2, 7],
  2: [7, 1, 7, 4, 7],
  3: [7, 1, 7, 1, 7],
  4: [5, 5, 7, 1, 1],
  5: [7, 4, 7, 1, 7],
  6: [7, 4, 7, 5, 7],
  7: [7, 1, 2, 2, 2],
  8: [7, 5, 7, 5, 7],
  9: [7, 5, 7, 1, 7],
  '+': [0, 2, 7, 2, 0],
}

type Color = readonly [blue: number, green: number, red: number, alpha: number]
const urgent: Color = [0x2d, 0x2d, 0xc4, 0xff]
const calm: Color = [0x8a, 0x74, 0x62, 0xff]
const white: Color = [0xff, 0xff, 0xff, 0xff]

/**
 * The pixels in rows, four bytes each: blue, green, red, alpha.
 * @param count shown on the disc; above 9 as `9+`, and 0 as a smaller disc without a number
 */
export function badgePixels(count: number): Buffer {
  const pixels = Buffer.alloc(badgeSize * badgeSize * 4)
  const set = (x: number, y: number, color: Color): void => {
    pixels.set(color, (y * badgeSize + x) * 4)
  }
  const middle = (badgeSize - 1) / 2
  const radius = count > 0 ? badgeSize / 2 : badgeSize / 4
  for (let y = 0; y < badgeSize; y++)
    for (let x = 0; x < badgeSize; x++)
      if (Math.hypot(x - middle, y - middle) <= radius) set(x, y, count > 0 ? urgent : calm)
  if (count === 0) return pixels

  const text = count > 9 ? '9+' : String(count)
  // A single digit is larger.
  const scale = text.length === 1 ? 4 : 3
  const gap = 1
  const width = text.length * 3 * scale + (text.length - 1) * gap * scale
  const top = Math.floor((badgeSize - 5 * scale) / 2)
  const left = Math.floor((badgeSize - width) / 2)
  for (const [at, character] of [...text].entries())
    for (const [row, bits] of (digits[character] ?? []).entries())
      for (let column = 0; column < 3; column++)
        if (bits & (4 >> column)) {
          const x = left + (at * (3 + gap) + column) * scale
          for (let dy = 0; dy < scale; dy++)
            for (let dx = 0; dx < scale; dx++) set(x + dx, top + row * scale + dy, white)
        }
  return pixels
}
