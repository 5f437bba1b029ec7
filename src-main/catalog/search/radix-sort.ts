/** Sorts by keys of 32 bits, sixteen at a time: in time linear in their number, and items alike stay in their order. */

/** The places of keys, put in the order of the keys after an order by keys that count less. */
export function placesBy(keys: Uint32Array, before?: Uint32Array): Uint32Array {
  let places = before ?? Uint32Array.from(keys, (_key, place) => place)
  let moved = new Uint32Array(keys.length)
  for (let at = 0; at < places.length; at++) moved[at] = keys[places[at] as number] as number
  for (const shift of [0, 16]) {
    const starts = startsOf(moved, shift)
    if (starts === undefined) continue
    const [placesNow, keysNow] = [new Uint32Array(keys.length), new Uint32Array(keys.length)]
    // The keys are moved with the places: looking each up where it was would jump about in memory.
    for (let at = 0; at < places.length; at++) {
      const key = moved[at] as number
      const digit = (key >>> shift) & 0xffff
      const to = starts[digit] as number
      starts[digit] = to + 1
      placesNow[to] = places[at] as number
      keysNow[to] = key
    }
    places = placesNow
    moved = keysNow
  }
  return places
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
