import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { type Cell, parseJson } from './cell.ts'

/** Reference implementation with a reviver, which gets the source of each value: correct, but slower. */
const referee = (text: string): Cell =>
  (
    JSON.parse as (
      text: string,
      reviver: (...args: [string, unknown, { source?: string }]) => unknown,
    ) => unknown
  )(text, (_key, value, { source }) => (typeof value === 'number' ? (source ?? '') : value)) as Cell

test('throws for a row that is nested too deep', () => {
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

test('keeps numbers as written', () => {
  expect(parseJson('{"a":1.50,"b":-0,"c":[1E+2,0.10],"d":"7\\"8","e":12345678901234567890}')).toEqual({
    a: '1.50',
    b: '-0',
    c: ['1E+2', '0.10'],
    d: '7"8',
    e: '12345678901234567890',
  })
})

test.each(['{"a":1,"a":2}', '{"a":{"b":1,"c":[{"d":1,"d":1}]}}', '{"a":1,"\\u0061":2}'])(
  'throws for an object with two members of one name: %s',
  (text) => expect(() => parseJson(text)).toThrow(/a name occurs twice/),
)

test.each(['{"a:":1,"b":"c:\\":","d":[{},{"a:":2}]}', '{"__proto__":1,"":{"":[]}}'])(
  'reads members with unusual names: %s',
  (text) => expect(Object.keys(parseJson(text) ?? {})).toEqual(Object.keys(JSON.parse(text))),
)

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
])('throws the same error as JSON.parse for %s', (text) =>
  expect(outcome(parseJson, text)).toEqual(outcome(referee, text)),
)

test('accepts and rejects the same texts as JSON.parse', () => {
  const piece = fc.constantFrom(...'{}[]:,"\\ -+.eE0123456789 tfn\n', 'true', 'null', '"a"', '"\\""', '1.0')
  const damaged = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.json(), damaged), (text) => {
      expect(outcome(parseJson, text)).toEqual(outcome(referee, text))
    }),
    { numRuns: numberOfCases(3000) },
  )
})
