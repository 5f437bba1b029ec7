import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkDigit,
  companyDigits,
  gtin14,
  isValidGtin,
  normaliseGtin,
  searchCandidates,
  upcAToUpcE,
  upcEToUpcA,
} from './gtin.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const gtin = fc
  .constantFrom(7, 11, 12, 13)
  .chain(digits)
  .map((body) => body + checkDigit(body))
const upcE = fc.tuple(fc.constantFrom('0', '1'), digits(6)).map(([system, body]) => {
  const expanded = upcEToUpcA(`${system}${body}0`)
  return `${system}${body}${checkDigit((expanded ?? '').slice(0, 11))}`
})

describe('a GTIN', () => {
  it.each([
    '4006381333931',
    '036000291452',
    '96385074',
    '00036000291452',
    '0 36000-29145 2',
    '10036000291459',
  ])('is valid: %s', (code) => expect(isValidGtin(code)).toBe(true))
  it.each(['4006381333932', '3600029145', '', '12a', '123456789012345', '036000291452x', '０36000291452'])(
    'is not valid: %s',
    (code) => expect(isValidGtin(code)).toBe(false),
  )

  it('stays valid with leading zeros, spaces and hyphens', () => {
    fc.assert(
      fc.property(gtin, (code) => {
        expect(isValidGtin(code)).toBe(true)
        expect(isValidGtin(code.padStart(14, '0'))).toBe(true)
        expect(isValidGtin(` ${code.slice(0, 1)}-${code.slice(1)}\u00A0`)).toBe(true)
        expect(gtin14(code)).toBe(gtin14(code.padStart(14, '0')))
      }),
    )
  })

  it('is invalid after a changed digit, or swapped neighbours that differ by other than five', () => {
    fc.assert(
      fc.property(gtin, fc.nat(), fc.integer({ min: 1, max: 9 }), (code, index, shift) => {
        const at = index % code.length
        const digit = Number(code[at])
        const changed = code.slice(0, at) + ((digit + shift) % 10) + code.slice(at + 1)
        expect(isValidGtin(changed)).toBe(false)
        const next = at + 1
        if (next >= code.length || Math.abs(digit - Number(code[next])) % 5 === 0) return
        const swapped = code.slice(0, at) + code[next] + code[at] + code.slice(next + 1)
        expect(isValidGtin(swapped)).toBe(false)
      }),
    )
  })

  it('normalizes to 1 to 14 digits, or to undefined', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const digitsOnly = text.replace(/[\s\u00A0-]/g, '')
        expect(normaliseGtin(text)).toBe(/^[0-9]{1,14}$/.test(digitsOnly) ? digitsOnly : undefined)
      }),
    )
  })
})

describe('UPC-E', () => {
  it.each([
    ['01234505', '012000003455'],
    ['04252614', '042100005264'],
    ['06543217', '065100004327'],
    ['01234531', '012300000451'],
    ['01278943', '012780000094'],
    ['01234565', '012345000065'],
  ])('expands %s to %s', (short, long) => {
    expect(upcEToUpcA(short)?.slice(0, 11)).toBe(long.slice(0, 11))
  })

  it('is the short form of its long form, and a UPC without one has none', () => {
    fc.assert(
      fc.property(upcE, (code) => {
        const long = upcEToUpcA(code) ?? ''
        expect(upcEToUpcA(upcAToUpcE(long) ?? '')).toBe(long)
      }),
    )
    expect(upcAToUpcE('042100005264')).toBe('04252614')
    expect(upcAToUpcE('036000291452')).toBeUndefined()
    expect(upcAToUpcE('4006381333931')).toBeUndefined()
  })

  it('expands to 12 digits with the same number system and check digit', () => {
    fc.assert(
      fc.property(upcE, (code) => {
        const expanded = upcEToUpcA(code)
        expect(expanded).toMatch(/^[01][0-9]{11}$/)
        expect(expanded?.at(-1)).toBe(code.at(-1))
        expect(isValidGtin(expanded ?? '')).toBe(true)
      }),
    )
  })
})

describe('searching a product code', () => {
  it('finds a GTIN by any of its forms', () => {
    fc.assert(
      fc.property(gtin, (code) => {
        expect(searchCandidates(code)?.gtin14s[0]).toBe(code.padStart(14, '0'))
      }),
    )
  })

  it('reads 8 digits as GTIN-8 and as UPC-E', () => {
    fc.assert(
      fc.property(upcE, (code) => {
        expect(searchCandidates(code)?.gtin14s).toContain(gtin14(upcEToUpcA(code) ?? ''))
      }),
    )
    expect(searchCandidates('96385074')?.gtin14s).toEqual(['00000096385074'])
  })

  it('restores a lost leading zero and a missing check digit of 11 digits', () => {
    expect(searchCandidates('36000291452')?.gtin14s).toEqual(['00036000291452', '00360002914522'])
    fc.assert(
      fc.property(digits(11), (body) => {
        expect(searchCandidates(body)?.gtin14s).toContain(`00${body}${checkDigit(body)}`)
      }),
    )
  })

  it('matches only exact codes when the check digit is wrong', () => {
    expect(searchCandidates('4006381333932')).toEqual({ exact: '4006381333932', gtin14s: [] })
    expect(searchCandidates('00-12 3')).toEqual({ exact: '00123', gtin14s: [] })
  })

  it.each(['', '   ', 'abc', '12345678901234 5', '4006381333931*', '１２３a'])('is invalid: "%s"', (code) => {
    expect(searchCandidates(code)).toBeUndefined()
  })
})

describe('the company digits', () => {
  it.each([
    ['036000291452', '0036000'],
    ['0 36000-29145 2', '0036000'],
    ['10036000291459', '0036000'],
    ['4006381333931', '4006381'],
  ])('%s starts with %s', (code, expected) => expect(companyDigits(code)).toBe(expected))
  it.each(['96385074', '2000000000008', '036000291453', '', 'tea'])('%s has no company digits', (code) =>
    expect(companyDigits(code)).toBeUndefined(),
  )
})
