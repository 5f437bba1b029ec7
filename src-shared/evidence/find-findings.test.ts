import { expect, test } from 'vitest'
import { findingsOf, type ItemPicture, printedCode } from './find-findings.ts'
import { textAt } from './label/testing/texts.ts'
import type { PictureCode } from './model.ts'

const box = { x: 0, y: 0, width: 0.1, height: 0.1 }
const code = (gtin14: string, format: PictureCode['format'] = 'EAN-13'): PictureCode => ({
  format,
  gtin14,
  box,
})
const picture = (sha256: string, ...codes: PictureCode[]): ItemPicture => ({
  sha256,
  view: 'A7C1',
  readings: { codes: { codes } },
})

const own = '04006381333931'
const ofOther = '09521234543213'
const unknown = '00036000291452'
const found = (...pictures: ItemPicture[]) =>
  findingsOf({
    pictures,
    rules: [],
    ownCodes: new Set([own]),
    othersWith: (gtin14) => (gtin14 === ofOther ? [{ id: '7', name: 'Rye bread' }] : []),
    record: () => ({ id: '1', packageData: { netWeight: { measure: '500', uom: 'GRM' } } }),
  }).map(({ kind, message, others }) => ({ kind, message, ...(others && { others }) }))

test('a code of the item supports the record', () => {
  const message = 'The picture shows the code 4006381333931 of this item.'
  expect(found(picture('a', code(own)))).toEqual([{ kind: 'right-code', message }])
})

test('a code of another item is named, and comes before one that no item has', () => {
  expect(found(picture('a', code(unknown, 'UPC-A')), picture('b', code(ofOther)))).toEqual([
    {
      kind: 'other-item',
      message: 'The picture shows the code 9521234543213 of 1 other item: Rye bread.',
      others: [{ id: '7', name: 'Rye bread' }],
    },
    {
      kind: 'unknown-code',
      message: 'The picture shows the code 036000291452, which no item of the catalog has.',
    },
  ])
})

test('a faint code counts only if an item has it', () => {
  const faint = (gtin14: string): PictureCode => ({ ...code(gtin14), isFaint: true })
  const kinds = (gtin14: string) => found(picture('a', faint(gtin14))).map(({ kind }) => kind)
  expect(kinds(own)).toEqual(['right-code'])
  expect(kinds(ofOther)).toEqual(['other-item'])
  expect(kinds(unknown)).toEqual([])
})

test('the code of a case of the item supports the record, and that of another product does not', () => {
  expect(found(picture('a', code('14006381333938', 'ITF-14'))).map(({ kind }) => kind)).toEqual([
    'right-code',
  ])
  expect(found(picture('a', code('10614141000415', 'ITF-14'))).map(({ kind }) => kind)).toEqual([
    'unknown-code',
  ])
})

test('other codes in a picture with the code of the item are no difference', () => {
  expect(found(picture('a', code(ofOther), code(own))).map(({ kind }) => kind)).toEqual(['right-code'])
})

test('a file with two views is reported once', () => {
  expect(found(picture('a', code(unknown)), picture('a', code(unknown)))).toHaveLength(1)
})

test('a picture that could not be read is reported with the reason', () => {
  const failure = { code: 'TOO_LONG' as const, message: 'It took too long.' }
  expect(found({ sha256: 'a', view: '', readings: {}, failure })).toEqual([
    { kind: 'unreadable', message: 'It took too long.' },
  ])
})

test.each([
  ['EAN-13', '4006381333931'],
  ['UPC-A', '006381333931'],
  ['EAN-8', '81333931'],
  ['ITF-14', '04006381333931'],
] as const)('the digits of a code of the kind %s are shown as printed', (format, digits) => {
  expect(printedCode(code(own, format)).endsWith(digits.slice(-8))).toBe(true)
  expect(printedCode(code(own, format))).toHaveLength(digits.length)
})

test('the text of a picture is compared with the record', () => {
  const text = { width: 200, height: 100, texts: [textAt(0, 0, 'Net wt 1.5 kg')], codes: [] }
  const findings = found({ sha256: 'a', view: 'A1C1', readings: { text } }, picture('b', code(unknown)))
  expect(findings.map(({ kind }) => kind)).toEqual(['label-differs', 'unknown-code'])
})
