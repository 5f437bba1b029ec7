import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../testing/number-of-cases.ts'
import { fromSpreadsheetText, toSpreadsheetText, withoutFormulas } from './spreadsheet-text.ts'

describe('text for a spreadsheet', () => {
  test.each([
    ['=HYPERLINK("http://x","y")', `'=HYPERLINK("http://x","y")`],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+1', "'+1"],
    ['-1+cmd', "'-1+cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tcmd', "'\tcmd"],
    ['\rcmd', "'\rcmd"],
    ['\n=1', "'\n'=1"],
    ['  =1', "'  =1"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['Tea;=1', "Tea;'=1"],
    ['Tea; "=1"', `Tea;' "=1"`],
    ['Tea\t@x', "Tea\t'@x"],
    ['Tea\r\n+1', "Tea\r\n'+1"],
    ["Tea;'=1", "Tea;''=1"],
    ['Oat - flakes', 'Oat - flakes'],
    ['a,=1|=2', 'a,=1|=2'],
    ["'n Beetje", "'n Beetje"],
    ['', ''],
  ])('writes %j as %j', (text, written) => {
    for (const write of [withoutFormulas, toSpreadsheetText]) {
      expect(write(text)).toBe(written)
      expect(fromSpreadsheetText(written)).toBe(text)
    }
  })

  test.each(['-5', '-1.25', '-1,25', '10000263', '0'])('keeps the number %s', (number) => {
    expect(toSpreadsheetText(number)).toBe(number)
    expect(fromSpreadsheetText(number)).toBe(number)
  })

  test.each([
    ["'0123", '0123'],
    ["'1,5", '1,5'],
    ["'t Zand", "'t Zand"],
  ])('reads %s, typed as text, as %s', (cell, text) => {
    expect(fromSpreadsheetText(cell)).toBe(text)
    expect(fromSpreadsheetText(withoutFormulas(cell))).toBe(cell)
  })
  test.each(['09522001001172', '9522001001172', '007'])(
    'quotes the digits of %s for a spreadsheet only',
    (digits) => {
      expect(withoutFormulas(digits)).toBe(digits)
      expect(toSpreadsheetText(digits)).toBe(`="${digits}"`)
      expect(fromSpreadsheetText(`="${digits}"`)).toBe(digits)
    },
  )

  const risky = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', "'", '"', '\t', '\r', '\n', ' ', ';', '0', '7', 'a', '＝', '|'),
  })
  test('no cell starts like a formula, however the table is split, and texts round-trip', () => {
    fc.assert(
      fc.property(risky, (text) => {
        const written = withoutFormulas(text)
        expect(fromSpreadsheetText(written)).toBe(text)
        expect(fromSpreadsheetText(toSpreadsheetText(text))).toBe(text)
        if (/^-\d+$/.test(text)) return
        for (const cell of written.split(/[;\t\r\n]/))
          expect(cell.replace(/^[ "]+/, '')).not.toMatch(/^[=+\-@＋－＝＠]/)
      }),
      { numRuns: numberOfCases(5000) },
    )
  })

  test('takes linear time for long texts', () => {
    const hostile = [
      `${"'".repeat(2_000_000)}a`,
      `${';'.repeat(2_000_000)}=`,
      ' '.repeat(2_000_000),
      `;${' '.repeat(2_000_000)}`,
    ]
    for (const text of hostile) {
      const started = performance.now()
      expect(fromSpreadsheetText(withoutFormulas(text))).toBe(text)
      expect(performance.now() - started).toBeLessThan(2000)
    }
  })
})
