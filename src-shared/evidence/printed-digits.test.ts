import { expect, test } from 'vitest'
import { textAt, turnedTexts } from './label/testing/texts.ts'
import { printedDigits } from './printed-digits.ts'

const digitsOf = (...texts: Parameters<typeof printedDigits>[0]) =>
  printedDigits(texts).map(({ digits }) => digits)

test.each([
  ['4006381333931'],
  ['4006381333931>'],
  ['100g4006381333931>'],
  ['4 006381 333931'],
  ['036000291452'],
  ['9638 5074'],
])('"%s" has the digits of a code', (text) => {
  expect(digitsOf(textAt(0, 0, text))).toContain(text.replace('100g', '').replace(/\D/g, ''))
})

test('groups of one line are joined, in any direction', () => {
  const texts = [textAt(0, 0, '4'), textAt(20, 0.1, '006381'), textAt(90, 0, '333931')]
  expect(digitsOf(...texts)).toContain('4006381333931')
  expect(digitsOf(...turnedTexts(texts, -Math.PI / 2))).toContain('4006381333931')
  expect(digitsOf(textAt(0, 0, '4'), textAt(20, 1, '006381'), textAt(90, 0, '333931'))).toEqual([])
})

test('the first digit of an EAN-13 follows from the others', () => {
  expect(printedDigits([textAt(0, 0, '006381333931')])).toMatchObject([
    { digits: '4006381333931', isFirstAdded: true },
  ])
})

test.each(['4006381333932', '400638133393', '21 63 13 13', '12 345'])('"%s" has none', (text) => {
  expect(digitsOf(textAt(0, 0, text)).filter((digits) => !digits.endsWith('400638133393'))).toEqual([])
})

test('tells where the digits are', () => {
  const [found] = printedDigits([textAt(100, 0, '4006381333931')])
  expect(found).toMatchObject({ first: { x: 105, y: 10 }, height: 20 })
  expect(found?.last.x).toBeCloseTo(225)
})
