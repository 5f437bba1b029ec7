import { say } from '../../../src-shared/texts/say.ts'
import { checkDigit, isValidGtin, upcEToUpcA } from '../../../src-shared/values/gtin.ts'

type GtinVerdict = { gtin: string } | { code: string; reason: string }

const lengths = [8, 12, 13, 14]

/**
 * The GTIN for a source's product code. Spreadsheets remove leading zeros, so a code that is too short is
 * padded with zeros. Numbers that are valid only within one shop are rejected despite correct check digits:
 * restricted circulation (GS1 prefixes 02, 04, 20-29, GTIN-8 from 0 and 2), coupons (05, 98, 99), and numbers
 * with fewer than 7 significant digits, which are item numbers of a shop.
 */
export function usableGtin(text: string): GtinVerdict {
  const code = /^\d+$/.test(text) ? text : digitsOf(text)
  if (code === '') return { code: 'GTIN_MISSING', reason: say`The row has no GTIN.` }
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(code)) {
    return {
      code: 'GTIN_MANGLED',
      reason: say`A spreadsheet has rounded the GTIN to ${text}: format its column as text and enter it again.`,
    }
  }
  if (!/^\d+$/.test(code))
    return { code: 'GTIN_INVALID', reason: say`The GTIN ${shown(text)} is not all digits.` }
  const significant = code.replace(/^0+/, '')
  const length = lengths.find((one) => significant.length <= one)
  if (length === undefined)
    return { code: 'GTIN_TOO_LONG', reason: say`The GTIN ${shown(text)} has more than 14 digits.` }
  if (significant.length < 7) {
    return {
      code: 'GTIN_TOO_SHORT',
      reason: say`${shown(text)} has fewer than 7 significant digits: it is a number of one shop, not a GTIN.`,
    }
  }
  const padded = significant.padStart(length, '0')
  const expected = checkDigit(padded.slice(0, -1))
  if (!padded.endsWith(expected)) {
    // UPC-E, the short form of a UPC: no company has a GTIN-8 with a leading zero.
    const upc = code.startsWith('0') ? upcEToUpcA(code) : undefined
    if (upc !== undefined && isValidGtin(upc)) return restricted(upc, text) ?? { gtin: upc }
    const reason = say`The check digit of the GTIN ${shown(text)} is wrong: it would be ${expected}. Check for a typing error.`
    return { code: 'GTIN_CHECK_DIGIT', reason }
  }
  return restricted(padded, text) ?? { gtin: lengths.includes(code.length) ? code : padded }
}

/** The code without what spreadsheets and people write around its digits; other texts are nearly unchanged. */
function digitsOf(text: string): string {
  // Spreadsheet formats: ="0123" keeps zeros, 123.0 is a number that was read as a decimal.
  return withoutExponent(
    text
      // A raised digit is a footnote mark.
      .replace(/\p{No}/gu, '#')
      .normalize('NFKC')
      .replace(/[\p{Cf}\p{DI}\u2800]|(?!\s)\p{Cc}/gu, '')
      .trim()
      .replace(/^=?["'’`]?|["']$/g, '')
      .replace(/^\(01\) ?(?=\d{14}$)/, '')
      // `EAN: 4006381333931`, `GTIN-13 4006381333931`
      .replace(/^(?:gtin|ean|upc|jan|isbn)(?:-?(?:8|12|13|14|a))?[:# ]{1,3}(?=\d)/i, '')
      // Thousands, as spreadsheets group them: 4,006,381,333,931.
      .replace(/^\d{1,3}(?:([,.'’])\d{3})(?:\1\d{3}){2,3}$/, (digits) => digits.replace(/\D/g, ''))
      .replace(/(?<=\d{6})[.,]0{1,9}$/, '')
      .replace(/\s/g, '')
      .replace(/^(\d.*)$/, (digits) => digits.replace(/\p{Pd}/gu, '')),
  )
}

/** Expands a number in exponent notation if it contains all digits; any other text is returned unchanged. */
function withoutExponent(code: string): string {
  const [, integer = '', fraction = '', power = ''] = /^(\d)[.,](\d{1,13})e\+?(\d{1,2})$/i.exec(code) ?? []
  return integer !== '' && fraction.length === Number(power) ? integer + fraction : code
}

function restricted(padded: string, text: string): GtinVerdict | undefined {
  const prefix = padded.length === 8 ? padded.slice(0, 1) : padded.padStart(14, '0').slice(1, 3)
  if (padded.length === 8 ? /[02]/.test(prefix) : /^(?:02|04|2\d)$/.test(prefix)) {
    return {
      code: 'GTIN_RESTRICTED',
      reason: say`${shown(text)} is a number for use inside one shop or company: it identifies no product outside.`,
    }
  }
  if (padded.length !== 8 && /^(?:05|98|99)$/.test(prefix))
    return { code: 'GTIN_COUPON', reason: say`${shown(text)} is the number of a coupon, not of a product.` }
  return undefined
}

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
