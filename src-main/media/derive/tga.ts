/**
 * TGA-16: Truevision TGA with 16 bits per pixel, A1R5G5B5, run-length encoded (image type 10), rows from the
 * top. Planogram programs read this format, and no library writes it any more.
 */

/** Pixels of 8-bit red, green, blue and, if there are four channels, alpha, row by row from the top. */
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
/** A packet's count byte encodes 1 to 128 pixels. */
const maxPacketLength = 128

/** Bytes of a single-colour picture, the minimum for its size. */
export const minBytes = ({ width, height }: Pick<Raster, 'width' | 'height'>): number =>
  headerSize + height * 3 * Math.ceil(width / maxPacketLength)

/** The file, or an estimate of its size in bytes if that exceeds the limit. */
type EncodedTga = { file: Uint8Array } | { bytes: number }

/** @param limit bytes after which the encoder stops, and returns an estimate from the rows encoded so far */
export function encodeTga16(raster: Raster, limit: number): EncodedTga {
  const { width, height, channels } = raster
  // In the worst case, each row consists of literal packets: two bytes per pixel, and one per 128 pixels.
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
  // A packet must not cross the end of a row.
  for (let y = 0; y < height; y++) {
    readRow(raster, y * width * channels, row)
    place = encodeRow(row, file, place)
    if (place > limit) return { bytes: Math.max(place, Math.round((place * height) / (y + 1))) }
  }
  return { file: file.slice(0, place) }
}

/** Five bits for each 8-bit value of a channel, rounded. */
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

/** Number of pixels before the next run of two or more. */
function literalLength(row: Uint16Array, x: number): number {
  const end = Math.min(row.length, x + maxPacketLength)
  let next = x + 1
  while (next < end && row[next] !== row[next + 1]) next++
  return next - x
}

/**
 * The largest integer from 1 to `most` whose measure stays within a limit, found with few measurements. The
 * measure grows approximately like a power of the number (bytes of a picture by its side), so the next guess
 * is made on a logarithmic scale: with the usual power at first, by the secant method once both sides are
 * measured. After a few guesses that do not halve the bracket, the search bisects it, which limits the number
 * of steps.
 * @param measure exact within the limit; above it, any value above it
 * @returns 1 if even 1 is above the limit
 */
export async function largestWithin(
  limit: number,
  most: number,
  measure: (side: number) => Promise<number>,
): Promise<number> {
  const highest = await measure(most)
  if (most <= 1 || highest <= limit) return Math.max(1, most)
  // The minimum is not measured: it is returned if all other sizes are above the limit.
  let within: Measured = { side: 1, size: Number.NaN }
  let above: Measured = { side: most, size: highest }
  let slow = 0
  while (above.side - within.side > 1) {
    const isSlow = slow >= maxSlow
    const side = isSlow ? Math.floor((within.side + above.side) / 2) : guess(within, above, limit)
    const size = await measure(side)
    const before = above.side - within.side
    if (size <= limit) within = { side, size }
    else above = { side, size }
    slow = isSlow || above.side - within.side <= before / 2 ? 0 : slow + 1
  }
  return within.side
}

/** Maximum number of guesses in a row that do not halve the bracket: guesses may converge from one side. */
const maxSlow = 3

interface Measured {
  side: number
  /** NaN if not measured. */
  size: number
}
/** Growth of a picture's bytes with its side: less than its pixels, because runs become longer. */
const usualPower = 1.9

/** The point where the line through both measurements meets the limit, limited to the range between them. */
function guess(low: Measured, high: Measured, limit: number): number {
  const measured = Math.log(high.size / low.size) / Math.log(high.side / low.side)
  const power = measured > 0 ? measured : usualPower
  const side = Math.floor(high.side * (limit / high.size) ** (1 / power))
  return Math.min(high.side - 1, Math.max(low.side + 1, Number.isFinite(side) ? side : 0))
}
