import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromSpreadsheetText, toSpreadsheetText } from './spreadsheet-text.ts'

describe('text for a spreadsheet', () => {
  test.each([
    ['=HYPERLINK("http://x","y")', `'=HYPERLINK("http://x","y")`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tcmd', "'\tcmd"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['09522001001172', '="09522001001172"'],
    ['9522001001172', '="9522001001172"'],
    ['007', '="007"'],
    ['10000263', '10000263'],
    ['0', '0'],
    ['Oat - flakes', 'Oat - flakes'],
    ["'n Beetje", "'n Beetje"],
    ['', ''],
  ])('%j is written %j', (text, written) => {
    expect(toSpreadsheetText(text)).toBe(written)
    expect(fromSpreadsheetText(written)).toBe(text)
  })

  test('nothing written begins like a formula, but the digits that are kept', () => {
    const risky = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', "'", '"', '\t', '0', '7', 'a', '＝'),
    })
    fc.assert(
      fc.property(risky, (text) => {
        const written = toSpreadsheetText(text)
        expect(/^[=+\-@\t\r＋－＝＠]/.test(written)).toBe(/^(?:0\d+|\d{12,})$/.test(text))
        // A text that is itself ="digits" is guarded like every formula, and so comes back too.
        expect(fromSpreadsheetText(written)).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })
})
