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
 * All pairs of hashes that differ by up to three bits, by position. A hash that more than `maxShared` pictures
 * have, such as that of a "no picture" placeholder, is ignored.
 */
export function nearPictures(all: readonly PictureHashes[], maxShared = 20): NearPictures[] {
  const byHash = new Map<string, { signs: PictureHashes; places: number[] }>()
  all.forEach((signs, index) => {
    const key = signs.join()
    const known = byHash.get(key)
    if (known) known.places.push(index)
    else byHash.set(key, { signs, places: [index] })
  })
  const groups = [...byHash.values()].filter(({ places }) => places.length <= maxShared)
  const found: NearPictures[] = groups.flatMap(({ places }) =>
    places.flatMap((one, at) => places.slice(at + 1).map((other) => ({ one, other, bits: 0 }))),
  )
  const compared = new Set<number>()
  for (let band = 0; band < 4; band++) {
    const bands = new Map<number, number[]>()
    groups.forEach(({ signs, places }, index) => {
      const key = bandOf(signs, band)
      const known = bands.get(key)
      if (!known) {
        bands.set(key, [index])
        return
      }
      for (const before of known.slice(-maxOfBand)) {
        const group = groups[before]
        const bits = group ? bitsApart(group.signs, signs) : 64
        const pair = before * groups.length + index
        if (!group || bits > maxBitsApart || compared.has(pair)) continue
        compared.add(pair)
        for (const one of group.places)
          for (const other of places)
            found.push({ one: Math.min(one, other), other: Math.max(one, other), bits })
      }
      known.push(index)
    })
  }
  return found
}
