import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDigit, gtin14, isValidGtin } from '../../../src-shared/values/gtin.ts'
import { usableGtin } from './usable-gtin.ts'

/** GTINs of 13 digits from country ranges, none of them restricted. */
const gtins = fc
  .tuple(fc.integer({ min: 30, max: 97 }), fc.integer({ min: 0, max: 9_999_999_999 }))
  .map(([prefix, rest]) => `${prefix}${String(rest).padStart(10, '0')}`)
  .map((body) => body + checkDigit(body))

describe('GTIN of a row', () => {
  test('is accepted as given', () => {
    fc.assert(
      fc.property(gtins, (gtin) => {
        expect(usableGtin(gtin)).toEqual({ gtin })
      }),
    )
  })
  test('is never accepted with a changed digit', () => {
    fc.assert(
      fc.property(gtins, fc.nat(12), fc.integer({ min: 1, max: 9 }), (gtin, place, by) => {
        const digit = (Number(gtin[place]) + by) % 10
        expect(usableGtin(`${gtin.slice(0, place)}${digit}${gtin.slice(place + 1)}`)).not.toHaveProperty(
          'gtin',
        )
      }),
    )
  })
  test('gets the leading zeros back that a spreadsheet removed', () => {
    const body = fc
      .integer({ min: 1_000_000, max: 1_999_999_999 })
      .map((number) => `0${String(number).padStart(10, '0')}`)
    fc.assert(
      fc.property(body, (digits) => {
        const upc = digits + checkDigit(digits)
        const verdict = usableGtin(String(Number(upc)))
        if (!('gtin' in verdict)) return
        expect(isValidGtin(verdict.gtin)).toBe(true)
        expect(gtin14(verdict.gtin)).toBe(gtin14(upc))
      }),
    )
  })
  test.each([
    ['036000291452', '036000291452'],
    ['36000291452', '036000291452'],
    ['="036000291452"', '036000291452'],
    ["'4006381333931", '4006381333931'],
    ['4006381333931.0', '4006381333931'],
    ['4006381333931,00', '4006381333931'],
    ['4006381\x85333931', '4006381333931'],
    ['EAN-13: 4006381333931', '4006381333931'],
    ['(01) 04006381333931', '04006381333931'],
    ['4 006381-333931', '4006381333931'],
    ['10012345678902', '10012345678902'],
    ['\u200B4006381333931\u2060', '4006381333931'],
    ['４００６３８１３３３９３１', '4006381333931'],
    ['4.006381333931e+12', '4006381333931'],
    ['4,006381333931E+12', '4006381333931'],
    ['4,006,381,333,931', '4006381333931'],
    ['(01)04006381333931', '04006381333931'],
    ['04252614', '042100005264'],
  ])('reads %s as %s', (text, gtin) => expect(usableGtin(text)).toEqual({ gtin }))

  test.each([
    ['', 'GTIN_MISSING'],
    ['  ', 'GTIN_MISSING'],
    ['7,61333E+12', 'GTIN_MANGLED'],
    ['7.6E+12', 'GTIN_MANGLED'],
    ['n/a', 'GTIN_INVALID'],
    ['-4006381333931', 'GTIN_INVALID'],
    ['4.00638133393e+12', 'GTIN_MANGLED'],
    ['00000758', 'GTIN_TOO_SHORT'],
    ['4750648000000001000000', 'GTIN_TOO_LONG'],
    ['4006381333932', 'GTIN_CHECK_DIGIT'],
    ['2023730999992', 'GTIN_RESTRICTED'],
    ['20057060', 'GTIN_RESTRICTED'],
    ['0400000010427', 'GTIN_RESTRICTED'],
    ['0583790040543', 'GTIN_COUPON'],
    ['9900000001827', 'GTIN_COUPON'],
  ])('rejects %s with %s', (text, code) => {
    expect(usableGtin(text)).toMatchObject({ code, reason: expect.stringMatching(/^.+\.$/) })
  })
})

test.each(['\u034f', '\u2800', '\u3164', '\ufe0f', '\u00ad', '\u200b'])(
  'ignores %j, which nobody sees',
  (sign) => {
    expect(usableGtin(`${sign}4006381${sign}333931${sign}`)).toEqual({ gtin: '4006381333931' })
  },
)

test('does not read a footnote mark as a digit', () => {
  expect(usableGtin('4006381333931')).toEqual({ gtin: '4006381333931' })
  expect(usableGtin('400638133393¹')).toMatchObject({ code: 'GTIN_INVALID' })
})
