import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { decimalWords } from '../../ui/text/words.ts'
import { typedMeasure, typedNumber, unclearWords } from './typed-number.ts'

describe('a typed number', () => {
  test.each([
    ['1,5', false, '1.5'],
    ['1.234', false, '1.234'],
    ['1,5', true, '1.5'],
    ['1,234', true, '1.234'],
    ['0.234', true, '0.234'],
    ['1.5', true, '1.5'],
    ['1234', true, '1234'],
    ['1.234,5', true, '1234.5'],
    ['1,234.5', true, '1234.5'],
    ['1.234.567', true, '1234567'],
    ['-', true, '-'],
  ])('%s is, with a decimal comma %s, %s', (typed, comma, expected) => {
    expect(typedNumber(typed, comma)).toBe(expected)
  })

  test('with two readings is refused in a language with a decimal comma', () => {
    const refused = typedNumber('1.234', true)
    expect(refused).not.toMatch(/^\d+(\.\d+)?$/)
    expect(unclearWords(refused)).toContain('1234')
    expect(unclearWords('12 or so?')).toBeUndefined()
    expect(typedMeasure('1.234 kg', true)).toBeUndefined()
    expect(typedMeasure('1,234 kg', true)).toEqual({ measure: '1.234', uom: 'KGM' })
  })

  test('is stored as it was when it is shown and typed again', () => {
    const stored = fc
      .tuple(fc.integer({ min: 0, max: 99_999 }), fc.stringMatching(/^\d{1,5}$/))
      .map(([whole, fraction]) => `${whole}.${fraction}`)
    fc.assert(
      fc.property(stored, fc.boolean(), (number, comma) => {
        expect(Number(typedNumber(decimalWords(number, comma), comma))).toBe(Number(number))
      }),
      { numRuns: numberOfCases(1000) },
    )
  })
})
