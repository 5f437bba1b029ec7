/**
 * TGA-16: Truevision TGA of 16 bits a pixel, A1R5G5B5, run-length encoded (image type 10), rows from the top. Planogram
 * programs read this format, and no library writes it any more.
 */

/** Pixels of 8-bit red, green, blue and, where there are four channels, alpha, row by row from the top. */
export interface Raster {
  width: number
  height: number
  channels: 3 | 4
  data: Uint8Array
}

const headerSize = 18
const runLengthTrueColour = 10
const fromTheTop = 0x20
const oneAlphaBit = 1
/** A packet's count byte holds 1 to 128 pixels. */
const maxPacketLength = 128

/** The bytes of a picture of one colour, than which none of its size has fewer. */
export const minBytes = ({ width, height }: Pick<Raster, 'width' | 'height'>): number =>
  headerSize + height * 3 * Math.ceil(width / maxPacketLength)

/** The file, or about how many bytes it would have, where those are more than the limit. */
type EncodedTga = { file: Uint8Array } | { bytes: number }

/** @param limit bytes after which the encoder stops, and answers what the rows so far lead to expect */
export function encodeTga16(raster: Raster, limit: number): EncodedTga {
  const { width, height, channels } = raster
  // At worst every row is literal packets: two bytes a pixel and one for each 128 pixels.
  const worstRow = width * 2 + Math.ceil(width / maxPacketLength)
  const file = new Uint8Array(
    Math.min(headerSize + height * worstRow, Math.max(headerSize, limit) + worstRow),
  )
  const view = new DataView(file.buffer)
  file[2] = runLengthTrueColour
  view.setUint16(12, width, true)
  view.setUint16(14, height, true)
  file[16] = 16
  file[17] = fromTheTop | oneAlphaBit

  const row = new Uint16Array(width)
  let place = headerSize
  // A packet may not cross the end of a row.
  for (let y = 0; y < height; y++) {
    readRow(raster, y * width * channels, row)
    place = encodeRow(row, file, place)
    if (place > limit) return { bytes: Math.max(place, Math.round((place * height) / (y + 1))) }
  }
  return { file: file.slice(0, place) }
}

/** Five bits of eight, rounded, for each value of a channel. */
const fiveBits = Uint8Array.from({ length: 256 }, (_, value) => Math.round((value * 31) / 255))

function readRow({ data, channels }: Raster, start: number, row: Uint16Array): void {
  for (let x = 0, at = start; x < row.length; x++, at += channels) {
    const red = fiveBits[data[at] ?? 0] ?? 0
    const green = fiveBits[data[at + 1] ?? 0] ?? 0
    const blue = fiveBits[data[at + 2] ?? 0] ?? 0
    const opaque = channels === 3 || (data[at + 3] ?? 0) >= 128 ? 0x8000 : 0
    row[x] = opaque | (red << 10) | (green << 5) | blue
  }
}

function encodeRow(row: Uint16Array, file: Uint8Array, start: number): number {
  let place = start
  let x = 0
  while (x < row.length) {
    const run = runLength(row, x)
    const count = run > 1 ? run : literalLength(row, x)
    const written = run > 1 ? 1 : count
    file[place++] = run > 1 ? 0x80 | (run - 1) : count - 1
    for (let index = x; index < x + written; index++) {
      const value = row[index] ?? 0
      file[place++] = value & 0xff
      file[place++] = value >> 8
    }
    x += count
  }
  return place
}

function runLength(row: Uint16Array, x: number): number {
  const end = Math.min(row.length, x + maxPacketLength)
  let next = x + 1
  while (next < end && row[next] === row[x]) next++
  return next - x
}

/** Pixels up to the next run of two or more. */
function literalLength(row: Uint16Array, x: number): number {
  const end = Math.min(row.length, x + maxPacketLength)
  let next = x + 1
  while (next < end && row[next] !== row[next + 1]) next++
  return next - x
}

/**
 * The largest whole number from 1 to `most` whose measure stays within a limit, in few measurements. The measure grows
 * about like a power of the number (bytes of a picture by its side), so the next guess is taken in logarithms: by the
 * usual power at first, by the secant once there is a measure on both sides. After a few guesses that do not halve the
 * bracket it is halved, which bounds the search.
 * @param measure exact within the limit; above it, a value above it
 * @returns 1 when even 1 is above the limit
 */
export async function largestWithin(
  limit: number,
  most: number,
  measure: (side: number) => Promise<number>,
): Promise<number> {
  const highest = await measure(most)
  if (most <= 1 || highest <= limit) return Math.max(1, most)
  // The least is not measured: it is what is answered when all others are above the limit.
  let within: Measured = { side: 1, size: Number.NaN }
  let above: Measured = { side: most, size: highest }
  let slow = 0
  while (above.side - within.side > 1) {
    const isSlow = slow >= fewSlow
    const side = isSlow ? Math.floor((within.side + above.side) / 2) : guess(within, above, limit)
    const size = await measure(side)
    const before = above.side - within.side
    if (size <= limit) within = { side, size }
    else above = { side, size }
    slow = isSlow || above.side - within.side <= before / 2 ? 0 : slow + 1
  }
  return within.side
}

/** Guesses from one side come closer and closer to the number without halving the bracket. */
const fewSlow = 3

interface Measured {
  side: number
  /** Not a number: not measured. */
  size: number
}
/** How the bytes of a picture grow with its side: less than its pixels, as runs grow longer. */
const usualPower = 1.9

/** Where the line through the two measurements meets the limit, kept strictly between them. */
function guess(low: Measured, high: Measured, limit: number): number {
  const measured = Math.log(high.size / low.size) / Math.log(high.side / low.side)
  const power = measured > 0 ? measured : usualPower
  const side = Math.floor(high.side * (limit / high.size) ** (1 / power))
  return Math.min(high.side - 1, Math.max(low.side + 1, Number.isFinite(side) ? side : 0))
}
