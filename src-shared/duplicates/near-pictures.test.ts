import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitsApart, maxBitsApart, nearPictures, type PictureHashes } from './near-pictures.ts'

const word = fc.integer({ min: 0, max: 0xffffffff })
const signs = fc.tuple(word, word)
/** Hashes that differ from the first one in up to five bits. */
const family = fc
  .tuple(signs, fc.array(fc.array(fc.nat(63), { maxLength: 5 }), { maxLength: 6 }))
  .map(([first, turns]): PictureHashes[] => [
    first,
    ...turns.map((bits): PictureHashes => {
      let [high, low] = first
      for (const bit of bits)
        if (bit < 32) low = (low ^ (1 << bit)) >>> 0
        else high = (high ^ (1 << (bit - 32))) >>> 0
      return [high, low]
    }),
  ])

test('finds exactly the pairs that differ by up to three bits', () => {
  fc.assert(
    fc.property(fc.array(family, { maxLength: 4 }), (families) => {
      const all = families.flat()
      const found = nearPictures(all).map(({ one, other, bits }) => `${one} ${other} ${bits}`)
      const each = all.flatMap((one, index) =>
        all.flatMap((other, at) => {
          const bits = bitsApart(one, other)
          return at > index && bits <= maxBitsApart ? [`${index} ${at} ${bits}`] : []
        }),
      )
      expect(found.sort()).toEqual(each.sort())
    }),
  )
})

test('counts each differing bit', () => {
  fc.assert(
    fc.property(signs, signs, (one, other) => {
      const written = (each: PictureHashes) => each.map((half) => half.toString(2).padStart(32, '0')).join('')
      const [a, b] = [written(one), written(other)]
      expect(bitsApart(one, other)).toBe([...a].filter((bit, index) => bit !== b[index]).length)
    }),
  )
})

test('ignores a picture that many items share', () => {
  const shared: PictureHashes[] = Array.from({ length: 21 }, () => [5, 7])
  expect(nearPictures(shared)).toEqual([])
  expect(nearPictures(shared.slice(1))).toHaveLength(190)
})
