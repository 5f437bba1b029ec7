import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joined } from './joined.ts'

test('concatenates pieces into memory that is not shared', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(0xffff_ffff))), (lists) => {
      const whole = joined(
        lists.map((list) => Uint32Array.from(list)),
        (length) => new Uint32Array(length),
      )
      expect([...whole]).toEqual(lists.flat())
      expect(whole.buffer.byteLength).toBe(4 * whole.length)
    }),
  )
})
