import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { part } from './elements/item-parts.ts'
import { packOutline, readOutlines } from './outline.ts'

const join = (pieces: Uint8Array[]) => Uint8Array.from(pieces.flatMap((piece) => [...piece]))

const place = fc.tuple(fc.nat(20_000_000), fc.nat(20_000_000)).map((ends) => ends.toSorted((a, b) => a - b))
const outlines = fc
  .tuple(
    fc.nat(20_000_000),
    fc.array(fc.tuple(fc.integer({ min: 1, max: part.otherOfGrocery }), place), { maxLength: 40 }),
  )
  .map(([end, parts]) => [
    part.item,
    0,
    end,
    ...parts
      .toSorted(([, [one = 0]], [, [other = 0]]) => one - other)
      .flatMap(([which, [from = 0, to = 0]]) => [which, from, to]),
  ])

describe('outlines', () => {
  test('round-trip, also when several are joined', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(outlines, fc.nat(9)), { maxLength: 5 }), (list) => {
        const joined = join(list.map(([outline, filler]) => packOutline(outline, () => filler)))
        expect([...readOutlines(joined)]).toEqual(list.flatMap(([outline]) => outline))
      }),
    )
  })

  test('take two or three bytes per part, and slightly more for nested parts', () => {
    const outline = [part.item, 0, 300, part.name, 6, 40, part.upcs, 40, 120, part.created, 120, 190]
    expect(packOutline(outline)).toHaveLength(2 + 3 + 4 + 2 + 2)
  })

  test('of a damaged file are read without failure', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(readOutlines(bytes).length % 3).toBe(0)
      }),
    )
  })
})
