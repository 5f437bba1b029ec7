/** Sorts by keys of 32 bits, sixteen at a time: in time linear in their number, and items alike stay in their order. */

/** The places of so many items in the order of their keys; of several, each for all items, the one that counts least first. */
export function placesBy(count: number, ...keys: (() => Uint32Array)[]): Uint32Array {
  let [places, placesNow] = [new Uint32Array(count), new Uint32Array(count)]
  let [moved, movedNow] = [new Uint32Array(count), new Uint32Array(count)]
  for (let at = 0; at < count; at++) places[at] = at
  for (const make of keys) {
    const of = make()
    for (let at = 0; at < count; at++) moved[at] = of[places[at] as number] as number
    for (const shift of [0, 16]) {
      const starts = startsOf(moved, shift)
      if (starts === undefined) continue
      // The keys are moved with the places: looking each up where it was would jump about in memory.
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

/** Where the keys of each digit begin; undefined where all have the same. */
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

/** Which places are looked for. */
interface Edge {
  count: number
  /** Those of the largest keys, not of the smallest. */
  ofEnd: boolean
  /** Of equal keys the first are enough, or of the largest the last: nothing else is sorted by. */
  mayCut: boolean
}

/**
 * The places of the smallest keys or the largest, in no order of their keys: as many as asked for or more, with all that
 * may be equal to the last of them. Found in one pass over the keys and one over their beginnings.
 */
export function placesOfEdge(keys: Uint32Array, { count, ofEnd, mayCut }: Edge): Uint32Array {
  let highest = 0
  for (let at = 0; at < keys.length; at++) if ((keys[at] as number) > highest) highest = keys[at] as number
  // The highest sixteen bits that are used.
  const shift = Math.max(0, 16 - Math.clz32(highest))
  const counts = digitCounts(keys, shift)
  const wanted = Math.min(count, keys.length)
  let found = 0
  let bound = ofEnd ? counts.length : -1
  while (found < wanted) {
    bound += ofEnd ? -1 : 1
    found += counts[bound] ?? 0
  }
  const tooMany = mayCut && shift === 0 ? found - wanted : 0
  let skipped = ofEnd ? tooMany : 0
  let taken = (counts[bound] ?? 0) - tooMany
  const places = new Uint32Array(found - tooMany)
  let length = 0
  for (let at = 0; at < keys.length; at++) {
    const digit = (keys[at] as number) >>> shift
    if (ofEnd ? digit < bound : digit > bound) continue
    if (digit === bound && (skipped-- > 0 || taken-- <= 0)) continue
    places[length++] = at
  }
  return places
}

/** Whether these keys put nothing in order. */
export function areSame(keys: Uint32Array): boolean {
  for (let at = 1; at < keys.length; at++) if (keys[at] !== keys[0]) return false
  return true
}
