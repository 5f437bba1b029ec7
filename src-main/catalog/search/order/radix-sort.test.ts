import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areAllEqual, edgeIndexes, indexesBy } from './radix-sort.ts'

/** Keys that are often equal, in all bits or only in the higher or lower ones. */
const key = fc.oneof(
  fc.nat(3),
  fc.nat(0xffff),
  fc.nat(0xffff_ffff),
  fc.nat(3).map((high) => high * 0x1_0000 + 7),
)
const keys = fc.array(key, { maxLength: 60 }).map((of) => Uint32Array.from(of))
const stably = (of: Uint32Array, places: number[] = [...of.keys()]) =>
  places.toSorted((one, other) => (of[one] ?? 0) - (of[other] ?? 0))

test('sorts by keys stably, with less significant keys first', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, key), { maxLength: 60 }), (both) => {
      const first = Uint32Array.from(both, ([one]) => one)
      const second = Uint32Array.from(both, ([, other]) => other)
      const by = (...keys: Uint32Array[]) => [...indexesBy(both.length, ...keys.map((of) => () => of))]
      expect(by(second)).toEqual(stably(second))
      expect(by(second, first)).toEqual(stably(first, stably(second)))
    }),
  )
})

test('returns the same smallest or largest keys as a full sort', () => {
  fc.assert(
    fc.property(keys, fc.nat(70), fc.boolean(), fc.boolean(), (of, count, ofEnd, mayCut) => {
      const order = stably(of)
      const wanted = ofEnd ? order.slice(Math.max(0, of.length - count)) : order.slice(0, count)
      const found = [...edgeIndexes(of, { count, ofEnd, mayCut })]
      expect(found).toEqual(found.toSorted((one, other) => one - other))
      const inOrder = stably(of, found)
      expect(ofEnd ? inOrder.slice(inOrder.length - wanted.length) : inOrder.slice(0, count)).toEqual(wanted)
      // If further keys follow, all keys equal to the last one must be included.
      const last = ofEnd ? wanted[0] : wanted.at(-1)
      if (!mayCut && last !== undefined)
        expect(found.filter((place) => of[place] === of[last])).toEqual(
          [...of.keys()].filter((place) => of[place] === of[last]),
        )
    }),
  )
})

test('returns no more than requested of many equal keys', () => {
  const of = Uint32Array.from({ length: 1000 }, (_key, place) => Number(place >= 100))
  expect([...edgeIndexes(of, { count: 101, ofEnd: false, mayCut: true })]).toEqual([...Array(101).keys()])
  expect([...edgeIndexes(of, { count: 2, ofEnd: true, mayCut: true })]).toEqual([998, 999])
  expect(edgeIndexes(of, { count: 2, ofEnd: true, mayCut: false })).toHaveLength(900)
})

test('detects keys that are all equal', () => {
  expect([[], [7], [7, 7], [7, 8], [8, 7, 7]].map((of) => areAllEqual(Uint32Array.from(of)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
