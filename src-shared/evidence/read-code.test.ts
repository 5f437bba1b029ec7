import { expect, test } from 'vitest'
import { agreedCodes, codeOfDigits, codesOf, productCodeOf, type ScannedSymbol } from './read-code.ts'

const box = { x: 0, y: 0, width: 0.1, height: 0.1 }
const symbol = (symbology: string, text: string, isGs1 = false): ScannedSymbol => ({
  ...{ symbology, text, isGs1, box },
  lines: 2,
})

test.each([
  ['EAN13', '4006381333931', 'EAN-13', '04006381333931'],
  ['EAN13', '0036000291452', 'UPC-A', '00036000291452'],
  ['UPCA', '036000291452', 'UPC-A', '00036000291452'],
  ['UPCE', '04252614', 'UPC-E', '00042100005264'],
  ['UPCE', '0042100005264', 'UPC-E', '00042100005264'],
  ['EAN8', '96385074', 'EAN-8', '00000096385074'],
  ['ITF', '10614141000415', 'ITF-14', '10614141000415'],
  ['QRCode', 'https://id.example/01/09521234543213/10/A1?17=261231', 'GS1 Digital Link', '09521234543213'],
  ['DataMatrix', 'https://id.example/01/09521234543213', 'GS1 Digital Link', '09521234543213'],
])('%s with %s is a product code', (symbology, text, format, gtin14) => {
  expect(productCodeOf(symbol(symbology, text))).toEqual({ format, gtin14 })
})

test('GS1 element strings are read in any order', () => {
  const found = { format: 'GS1 DataMatrix', gtin14: '09521234543213' }
  expect(productCodeOf(symbol('DataMatrix', '(01)09521234543213(17)261231', true))).toEqual(found)
  expect(productCodeOf(symbol('DataMatrix', '(17)261231(01)09521234543213', true))).toEqual(found)
  expect(productCodeOf(symbol('DataMatrix', '(01)09521234543213'))).toBeUndefined()
})

test.each([
  ['a wrong check digit', 'EAN13', '4006381333932'],
  ['zeros only', 'EAN13', '0000000000000'],
  ['a weighed article', 'EAN13', '2012345678903'],
  ['a coupon', 'EAN13', '9912345678909'],
  ['a periodical', 'EAN13', '9771234567003'],
  ['an interleaved code of another length', 'ITF', '123456789012'],
  ['an address of something else', 'QRCode', 'https://id.example/about'],
  ['digits in a QR code', 'QRCode', '4006381333931'],
])('%s is no product code', (_, symbology, text) => {
  expect(productCodeOf(symbol(symbology, text))).toBeUndefined()
})

test('a code counts when two readings agree on it', () => {
  const one = symbol('EAN13', '4006381333931')
  const other = symbol('EAN8', '96385074')
  const apart = { ...other, box: { ...box, x: 0.5 } }
  expect(agreedCodes([[one, one], []])).toEqual([])
  expect(agreedCodes([[one], [other]])).toEqual([])
  expect(agreedCodes([[one, apart], [], [one]])).toEqual([
    { format: 'EAN-13', gtin14: '04006381333931', box },
  ])
  expect(agreedCodes([[one], [symbol('DataMatrix', '(01)04006381333931', true)]])).toHaveLength(1)
})

test('codes that contradict each other in one place need more than twice as many lines', () => {
  const one = symbol('EAN13', '4006381333931')
  const other = symbol('EAN13', '0016408205008')
  expect(agreedCodes([[one], [one], [other]])).toEqual([])
  expect(agreedCodes([[one], [one], [other], [other]])).toEqual([])
  expect(agreedCodes([[one], [one], [other], [one]]).map(({ gtin14 }) => gtin14)).toEqual(['04006381333931'])
  expect(agreedCodes([[{ ...one, lines: 7 }], [one], [other]])).toHaveLength(1)
  expect(agreedCodes([[{ ...one, lines: 30 }], [other]])).toEqual([])
})

test('digits are the code of a product as bars are', () => {
  expect(codeOfDigits('4006381333931')).toEqual({ format: 'EAN-13', gtin14: '04006381333931' })
  expect(codeOfDigits('036000291452')).toEqual({ format: 'UPC-A', gtin14: '00036000291452' })
  expect(codeOfDigits('96385074')).toEqual({ format: 'EAN-8', gtin14: '00000096385074' })
  expect(codeOfDigits('2012345678903')).toBeUndefined()
})

test('the codes of a picture are those of its bars and of its digits, unless they differ in one place', () => {
  const code = (gtin14: string, x: number) => ({ format: 'EAN-13' as const, gtin14, box: { ...box, x } })
  const [one, other] = [code('04006381333931', 0), code('00016408205008', 0)]
  const text = { width: 100, height: 100, texts: [] }
  const all = (...ofDigits: (typeof one)[]) =>
    codesOf({ codes: { codes: [one] }, text: { ...text, codes: ofDigits } }).map(({ gtin14 }) => gtin14)
  expect(codesOf({})).toEqual([])
  expect(all()).toEqual([one.gtin14])
  expect(all(one)).toEqual([one.gtin14])
  expect(all(other)).toEqual([])
  expect(all(code(other.gtin14, 0.5))).toEqual([one.gtin14, other.gtin14])
})
