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
const keys = fc.array(key, { maxLength: 60 }).map((list) => Uint32Array.from(list))
const stably = (list: Uint32Array, places: number[] = [...list.keys()]) =>
  places.toSorted((one, other) => (list[one] ?? 0) - (list[other] ?? 0))

test('sorts by keys stably, with less significant keys first', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, key), { maxLength: 60 }), (both) => {
      const first = Uint32Array.from(both, ([one]) => one)
      const second = Uint32Array.from(both, ([, other]) => other)
      const by = (...keys: Uint32Array[]) => [...indexesBy(both.length, ...keys.map((list) => () => list))]
      expect(by(second)).toEqual(stably(second))
      expect(by(second, first)).toEqual(stably(first, stably(second)))
    }),
  )
})

test('returns the same smallest or largest keys as a full sort', () => {
  fc.assert(
    fc.property(keys, fc.nat(70), fc.boolean(), fc.boolean(), (list, count, ofEnd, mayCut) => {
      const order = stably(list)
      const wanted = ofEnd ? order.slice(Math.max(0, list.length - count)) : order.slice(0, count)
      const found = [...edgeIndexes(list, { count, ofEnd, mayCut })]
      expect(found).toEqual(found.toSorted((one, other) => one - other))
      const inOrder = stably(list, found)
      expect(ofEnd ? inOrder.slice(inOrder.length - wanted.length) : inOrder.slice(0, count)).toEqual(wanted)
      // If further keys follow, all keys equal to the last one must be included.
      const last = ofEnd ? wanted[0] : wanted.at(-1)
      if (!mayCut && last !== undefined)
        expect(found.filter((place) => list[place] === list[last])).toEqual(
          [...list.keys()].filter((place) => list[place] === list[last]),
        )
    }),
  )
})

test('returns no more than requested of many equal keys', () => {
  const list = Uint32Array.from({ length: 1000 }, (_key, place) => Number(place >= 100))
  expect([...edgeIndexes(list, { count: 101, ofEnd: false, mayCut: true })]).toEqual([...Array(101).keys()])
  expect([...edgeIndexes(list, { count: 2, ofEnd: true, mayCut: true })]).toEqual([998, 999])
  expect(edgeIndexes(list, { count: 2, ofEnd: true, mayCut: false })).toHaveLength(900)
})

test('detects keys that are all equal', () => {
  expect([[], [7], [7, 7], [7, 8], [8, 7, 7]].map((list) => areAllEqual(Uint32Array.from(list)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
