/**
 * Finds nearly equal pictures by their difference hash: 64 bits, each set where the picture becomes darker.
 */

/** The difference hash of a picture, in two halves of 32 bits. */
export type PictureHashes = readonly [high: number, low: number]

/**
 * Maximum number of differing bits in nearly equal pictures. With four bands of bits, at least one band of
 * such a pair is equal.
 */
export const maxBitsApart = 3
/** Maximum number of pictures with the same band that each picture is compared with. */
const maxOfBand = 400

const bitsIn = (word: number): number => {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const bitsApart = (one: PictureHashes, other: PictureHashes): number =>
  bitsIn(one[0] ^ other[0]) + bitsIn(one[1] ^ other[1])

const bandOf = ([high, low]: PictureHashes, band: number): number =>
  ((band < 2 ? high : low) >>> (band % 2 === 0 ? 16 : 0)) & 0xffff

interface NearPictures {
  one: number
  other: number
  bits: number
}

/**
 * All pairs of hashes that differ by up to three bits, by position; equal hashes are paired with the first
 * one. A hash that more than `maxShared` pictures have, such as that of a "no picture" placeholder, is
 * ignored.
 */
export function nearPictures(all: readonly PictureHashes[], maxShared = 20): NearPictures[] {
  const found = new Map<number, NearPictures>()
  const groups = new Map<string, number[]>()
  all.forEach((signs, index) => {
    const key = signs.join()
    const known = groups.get(key)
    if (known) known.push(index)
    else groups.set(key, [index])
  })
  const distinct: number[] = []
  for (const group of groups.values()) {
    const [first, ...others] = group
    if (first === undefined || group.length > maxShared) continue
    distinct.push(first)
    for (const other of others) found.set(first * all.length + other, { one: first, other, bits: 0 })
  }
  for (let band = 0; band < 4; band++) {
    const bands = new Map<number, number[]>()
    for (const index of distinct) {
      const signs = all[index]
      if (!signs) continue
      const key = bandOf(signs, band)
      const known = bands.get(key)
      if (!known) bands.set(key, [index])
      else {
        for (const one of known.slice(-maxOfBand)) {
          const bits = bitsApart(all[one] ?? signs, signs)
          if (bits <= maxBitsApart) found.set(one * all.length + index, { one, other: index, bits })
        }
        known.push(index)
      }
    }
  }
  return [...found.values()]
}
