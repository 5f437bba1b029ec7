/**
 * Outlines as they are stored: where the parts of a record lie in its bytes. An outline is a list of numbers, three for
 * each part in the order of its start: which part, start, end; the item itself comes first.
 */

/** The first byte of an outline. */
const packed = 0xff
/** Padding between outlines. */
const filler = 0xfe

/**
 * Packs an outline: a mark, the number of parts, and of each part its number and length. Most parts begin where the one
 * before ends; for any other the distance follows. All are numbers of as many bytes as they need, seven bits in each.
 * @param fillerOf how many bytes that say nothing follow an outline of some length
 */
export function packOutline(
  outline: readonly number[],
  fillerOf: (length: number) => number = () => 0,
): Uint8Array {
  const bytes: number[] = [packed]
  const put = (value: number) => {
    let rest = value
    for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
    bytes.push(rest)
  }
  put(outline.length / 3)
  let before = 0
  for (let index = 0; index < outline.length; index += 3) {
    const [which = 0, start = 0, end = 0] = outline.slice(index, index + 3)
    const distance = start - before
    put(which * 2 + (distance === 0 ? 0 : 1))
    // A part may lie inside of the one before; the sign is the lowest bit.
    if (distance !== 0) put(distance < 0 ? -distance * 2 - 1 : distance * 2)
    put(end - start)
    before = end
  }
  for (let rest = fillerOf(bytes.length); rest > 0; rest--) bytes.push(filler)
  return Uint8Array.from(bytes)
}

/** Reads stored outlines, one after the other. What is cut off is left out. */
export function readOutlines(bytes: Uint8Array): Uint32Array {
  // A part takes two bytes at least, and three numbers.
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
    // Padding, or a damaged byte.
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
