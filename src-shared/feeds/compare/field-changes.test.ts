import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../testing/number-of-cases.ts'
import { isSame } from './field-changes.ts'

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('', 'a', undefined, null),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('value'), { noNullPrototype: true }),
  ),
})).value

/** The same value without absent members, as JSON with sorted keys. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

test('values are the same if they have the same members; an undefined member is absent', () => {
  const arrayHoles = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.some((entry) => entry === undefined || arrayHoles(entry))
      : typeof value === 'object' && value !== null && Object.values(value).some(arrayHoles)
  fc.assert(
    fc.property(values, values, (one, other) => {
      // JSON writes undefined entries of a list as null.
      fc.pre(!arrayHoles(one) && !arrayHoles(other))
      expect(isSame(one, other)).toBe(canonical(one) === canonical(other))
      expect(isSame(one, structuredClone(one))).toBe(true)
    }),
    { numRuns: numberOfCases(1000) },
  )
})

test.each([
  [{ a: 1 }, {}],
  [{}, { a: 1 }],
  [{ a: undefined }, { a: null }],
  [{ a: ['1'] }, { a: ['1', '2'] }],
])('distinguishes %j and %j', (one, other) => expect(isSame(one, other)).toBe(false))
