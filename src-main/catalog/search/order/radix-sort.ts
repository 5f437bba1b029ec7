/** Radix sort by 32-bit keys, 16 bits at a time: stable, in linear time. */

/**
 * The indexes of `count` items in key order. With several key arrays, each for all items, the least
 * significant one first.
 */
export function indexesBy(count: number, ...keys: (() => Uint32Array)[]): Uint32Array {
  let [places, placesNow] = [new Uint32Array(count), new Uint32Array(count)]
  let [moved, movedNow] = [new Uint32Array(count), new Uint32Array(count)]
  for (let at = 0; at < count; at++) places[at] = at
  for (const make of keys) {
    const keyValues = make()
    for (let at = 0; at < count; at++) moved[at] = keyValues[places[at] as number] as number
    for (const shift of [0, 16]) {
      const starts = startsOf(moved, shift)
      if (starts === undefined) continue
      // Keys are moved together with the indexes: looking up each key at its original index would access
      // memory randomly.
      moveBy(starts, shift, { places, keys: moved }, { places: placesNow, keys: movedNow })
      ;[places, placesNow] = [placesNow, places]
      ;[moved, movedNow] = [movedNow, moved]
    }
  }
  return places
}

interface Moved {
  places: Uint32Array
  keys: Uint32Array
}
function moveBy(starts: Uint32Array, shift: number, from: Moved, into: Moved): void {
  const { places, keys } = from
  const { places: placesNow, keys: keysNow } = into
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number
    const digit = (key >>> shift) & 0xffff
    const to = starts[digit] as number
    starts[digit] = to + 1
    placesNow[to] = places[at] as number
    keysNow[to] = key
  }
}

/** Start index of each digit's keys; undefined if all keys have the same digit. */
function startsOf(keys: Uint32Array, shift: number): Uint32Array | undefined {
  const starts = digitCounts(keys, shift)
  let sum = 0
  for (let digit = 0; digit < starts.length; digit++) {
    const count = starts[digit] as number
    if (count === keys.length) return undefined
    starts[digit] = sum
    sum += count
  }
  return starts
}

function digitCounts(keys: Uint32Array, shift: number): Uint32Array {
  const counts = new Uint32Array(65_536)
  for (let at = 0; at < keys.length; at++) {
    const digit = ((keys[at] as number) >>> shift) & 0xffff
    counts[digit] = (counts[digit] as number) + 1
  }
  return counts
}

/** Selects the smallest or largest keys. */
interface Edge {
  count: number
  /** The largest keys instead of the smallest. */
  ofEnd: boolean
  /**
   * Whether equal keys at the boundary may be cut, keeping the first ones (or the last ones of the largest):
   * no further key follows.
   */
  mayCut: boolean
}

/** The digit at which enough keys are counted, the number of its keys, and that of the keys before it. */
function boundOf(counts: Uint32Array, wanted: number, ofEnd: boolean) {
  let before = 0
  let digit = ofEnd ? counts.length - 1 : 0
  for (;;) {
    const count = counts[digit] ?? 0
    if (before + count >= wanted) return { digit, count, before }
    before += count
    digit += ofEnd ? -1 : 1
  }
}

/**
 * The indexes of the smallest or largest keys, not sorted by key: as many as requested, and all that equal the
 * last one unless they may be cut. Takes one pass over the keys and one for each 16 bits of their digits.
 */
export function edgeIndexes(keys: Uint32Array, { count, ofEnd, mayCut }: Edge): Uint32Array {
  const wanted = Math.min(count, keys.length)
  if (wanted === 0) return new Uint32Array(0)
  let highest = 0
  for (let at = 0; at < keys.length; at++) if ((keys[at] as number) > highest) highest = keys[at] as number
  // The highest 16 bits in use, then the bits below them.
  const shift = Math.max(0, 16 - Math.clz32(highest))
  const high = boundOf(digitCounts(keys, shift), wanted, ofEnd)
  const lowCounts = new Uint32Array(1 << shift)
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number
    if (key >>> shift !== high.digit) continue
    const low = key & (lowCounts.length - 1)
    lowCounts[low] = (lowCounts[low] as number) + 1
  }
  const low = boundOf(lowCounts, wanted - high.before, ofEnd)
  const bound = high.digit * lowCounts.length + low.digit
  const found = high.before + low.before + low.count
  const tooMany = mayCut ? found - wanted : 0
  let skipped = ofEnd ? tooMany : 0
  let taken = low.count - tooMany
  const places = new Uint32Array(found - tooMany)
  let length = 0
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as number
    if (ofEnd ? key < bound : key > bound) continue
    if (key === bound && (skipped-- > 0 || taken-- <= 0)) continue
    places[length++] = at
  }
  return places
}

/** Whether all keys are equal, so that sorting has no effect. */
export function areAllEqual(keys: Uint32Array): boolean {
  for (let at = 1; at < keys.length; at++) if (keys[at] !== keys[0]) return false
  return true
}
