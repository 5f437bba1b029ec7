import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { type Cell, parseJson } from './cell.ts'

/** The same by the language's own means: slower, and told the source of each value. */
const referee = (text: string): Cell =>
  (
    JSON.parse as (
      text: string,
      reviver: (...args: [string, unknown, { source?: string }]) => unknown,
    ) => unknown
  )(text, (_key, value, { source }) => (typeof value === 'number' ? (source ?? '') : value)) as Cell

test('a value nested too deep is a fault of its row', () => {
  const deep = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
  expect(() => parseJson(deep(63))).not.toThrow()
  expect(() => parseJson(deep(100_000))).toThrow(SyntaxError)
})

const outcome = (read: (text: string) => Cell, text: string) => {
  try {
    return { cell: read(text) }
  } catch (error) {
    return { error: String(error) }
  }
}

test('numbers stay as they are written', () => {
  expect(parseJson('{"a":1.50,"b":-0,"c":[1E+2,0.10],"d":"7\\"8","e":12345678901234567890}')).toEqual({
    a: '1.50',
    b: '-0',
    c: ['1E+2', '0.10'],
    d: '7"8',
    e: '12345678901234567890',
  })
})

test.each([
  '{1:2}',
  '{12 : 3}',
  '[01]',
  '[1 2]',
  '[1.]',
  '[.5]',
  '[+1]',
  '[1"2"]',
  '{"a":1',
  '"open \\',
  '1-1',
  'NaN',
  '',
])('%s is refused as the language refuses it', (text) =>
  expect(outcome(parseJson, text)).toEqual(outcome(referee, text)),
)

test('reads what JSON may hold, and refuses what it may not, as the language does', () => {
  const piece = fc.constantFrom(...'{}[]:,"\\ -+.eE0123456789 tfn\n', 'true', 'null', '"a"', '"\\""', '1.0')
  const damaged = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.json(), damaged), (text) => {
      expect(outcome(parseJson, text)).toEqual(outcome(referee, text))
    }),
    { numRuns: numberOfCases(3000) },
  )
})
