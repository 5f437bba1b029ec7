import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalText, divide, multiply, readNumber } from './decimal-text.ts'

/** A decimal out of whole digits and a scale, with what it is worth in units of its last place. */
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(12))
  .map(([digits, scale]) => {
    const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
    const point = text.length - scale
    return {
      digits,
      scale,
      text: `${digits < 0n ? '-' : ''}${text.slice(0, point)}${scale ? `.${text.slice(point)}` : ''}`,
    }
  })
const worth = (text: string, scale: number): bigint => {
  const [whole = '', after = ''] = text.replace('-', '').split('.')
  return BigInt(whole + after.padEnd(scale, '0')) * (text.startsWith('-') ? -1n : 1n)
}

describe('decimals as text', () => {
  test('keep every digit, drop only zeros that say nothing', () => {
    fc.assert(
      fc.property(decimals, ({ digits, scale, text }) => {
        const read = decimalText(text) ?? ''
        expect(worth(read, scale)).toBe(digits)
        expect(read).toMatch(/^-?\d+(\.\d*[1-9])?$/)
        expect(decimalText(read)).toBe(read)
      }),
    )
  })
  test('products are exact', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(worth(multiply(a.text, b.text), a.scale + b.scale)).toBe(a.digits * b.digits)
      }),
    )
  })
  test('a quotient times its divisor is the dividend again', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 1, max: 1e6 }), (a, divisor) => {
        expect(divide(multiply(a.text, String(divisor)), String(divisor), a.scale)).toBe(decimalText(a.text))
      }),
    )
  })
  test('rounds half away from zero', () => {
    expect([divide('1', '8', 2), divide('-1', '8', 2), divide('418.4', '4.184', 0)]).toEqual([
      '0.13',
      '-0.13',
      '100',
    ])
  })
  test.each([
    ['1,5', '1.5'],
    ['1.234,50', '1234.5'],
    ['1,234.50', '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1 234,5', '1234.5'],
    ['2.5e-3', '0.0025'],
    ['1.2E3', '1200'],
    ['.5', '0.5'],
    ['-0.0', '0'],
    ['abc', undefined],
    ['', undefined],
    ['.', undefined],
    ['1.2.3', undefined],
  ])('%s is read as %s', (text, expected) => expect(readNumber(text)).toBe(expected))
})
