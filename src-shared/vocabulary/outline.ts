/**
 * The stored form of outlines: the byte positions of the parts of a record. An outline is a list of
 * numbers, three per part in order of their start: part number, start, end. The item itself comes first.
 */

/** First byte of an outline. */
const packed = 0xff
/** Padding between outlines. */
const filler = 0xfe

/**
 * Packs an outline: a marker, the number of parts, and for each part its number and length. Most parts
 * start where the previous one ends; for any other, the distance follows. All numbers are variable-length,
 * seven bits per byte.
 * @param fillerOf number of padding bytes after an outline of a given length
 */
export function packOutline(
  outline: readonly number[],
  fillerOf: (length: number) => number = () => 0,
): Uint8Array {
  const bytes: number[] = [packed]
  const write = (value: number) => {
    let rest = value
    for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
    bytes.push(rest)
  }
  write(outline.length / 3)
  let before = 0
  for (let index = 0; index < outline.length; index += 3) {
    const [which = 0, start = 0, end = 0] = outline.slice(index, index + 3)
    const distance = start - before
    write(which * 2 + (distance === 0 ? 0 : 1))
    // A part may be nested in the previous one, so the distance can be negative; the lowest bit is its
    // sign.
    if (distance !== 0) write(distance < 0 ? -distance * 2 - 1 : distance * 2)
    write(end - start)
    before = end
  }
  for (let rest = fillerOf(bytes.length); rest > 0; rest--) bytes.push(filler)
  return Uint8Array.from(bytes)
}

/** Reads stored outlines in sequence. A truncated outline is omitted. */
export function readOutlines(bytes: Uint8Array): Uint32Array {
  // A part takes at least two bytes, and yields three numbers.
  const numbers = new Uint32Array(Math.ceil(bytes.length / 2) * 3)
  let length = 0
  let at = 0
  const take = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      value |= (byte & 0x7f) << shift
      if (byte <= 0x7f || shift > 28) return value
    }
  }
  while (at < bytes.length) {
    // Skips padding and damaged bytes.
    if (bytes[at++] !== packed) continue
    let before = 0
    for (let parts = take(); parts > 0 && at < bytes.length; parts--) {
      const which = take()
      const coded = which % 2 === 0 ? 0 : take()
      const start = before + (coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2)
      before = start + take()
      numbers[length++] = which >> 1
      numbers[length++] = start
      numbers[length++] = before
    }
  }
  return numbers.subarray(0, length)
}
