/**
 * TGA-16: Truevision TGA of 16 bits a pixel, A1R5G5B5, run-length encoded (image type 10), rows from the top. Planogram
 * programs read this format, and no library writes it any more.
 */

/** Pixels of 8-bit red, green, blue and alpha, row by row from the top. */
export interface Raster {
  width: number
  height: number
  data: Uint8Array
}

const headerSize = 18
const runLengthTrueColour = 10
const fromTheTop = 0x20
const oneAlphaBit = 1
/** A packet's count byte holds 1 to 128 pixels. */
const longestPacket = 128

export function encodeTga16({ width, height, data }: Raster): Uint8Array {
  // At worst every row is literal packets: two bytes a pixel and one for each 128 pixels.
  const worst = headerSize + height * (width * 2 + Math.ceil(width / longestPacket))
  const file = new Uint8Array(worst)
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
    for (let x = 0; x < width; x++) row[x] = pixel(data, (y * width + x) * 4)
    place = encodeRow(row, view, place)
  }
  return file.slice(0, place)
}

function pixel(data: Uint8Array, at: number): number {
  const channel = (offset: number) => Math.round(((data[at + offset] ?? 0) * 31) / 255)
  const opaque = (data[at + 3] ?? 0) >= 128 ? 0x8000 : 0
  return opaque | (channel(0) << 10) | (channel(1) << 5) | channel(2)
}

function encodeRow(row: Uint16Array, view: DataView, start: number): number {
  let place = start
  let x = 0
  while (x < row.length) {
    const run = runLength(row, x)
    if (run > 1) {
      view.setUint8(place, 0x80 | (run - 1))
      view.setUint16(place + 1, row[x] ?? 0, true)
      place += 3
      x += run
      continue
    }
    const count = literalLength(row, x)
    view.setUint8(place, count - 1)
    place += 1
    for (let index = 0; index < count; index++, place += 2) view.setUint16(place, row[x + index] ?? 0, true)
    x += count
  }
  return place
}

function runLength(row: Uint16Array, x: number): number {
  const end = Math.min(row.length, x + longestPacket)
  let next = x + 1
  while (next < end && row[next] === row[x]) next++
  return next - x
}

/** Pixels up to the next run of two or more. */
function literalLength(row: Uint16Array, x: number): number {
  const end = Math.min(row.length, x + longestPacket)
  let next = x + 1
  while (next < end && row[next] !== row[next + 1]) next++
  return next - x
}
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
