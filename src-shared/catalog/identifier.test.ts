import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksLikeIdentifier } from './identifier.ts'

test.each([
  ['b17', ['b2001', 'b2002'], true],
  ['17', ['b2001'], false],
  ['Meadow', ['b2001'], false],
  ['10000213', ['10000115'], true],
  ['milk', ['10000115'], false],
  ['mil', [], false],
  ['m1', [], true],
  ['oat drink 1', [], false],
  ['', ['1'], false],
])('%s with known %j: %s', (text, known, expected) => {
  expect(looksLikeIdentifier(text, known)).toBe(expected)
})

test('accepts every identifier of a list and refuses texts with a space', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{0,3}-?[0-9]{1,8}$/), { minLength: 1 }), (known) => {
      for (const one of known) expect(looksLikeIdentifier(one, known)).toBe(true)
      expect(looksLikeIdentifier(`${known[0]} x`, known)).toBe(false)
    }),
  )
})
