/**
 * Global Trade Item Numbers (GTIN-8, 12, 13 and 14), by the GS1 General Specifications. A code is always
 * text, because leading zeros count. A code is stored unchanged. Codes of different lengths are compared
 * padded to 14 digits.
 */

import { fold } from './fold.ts'

const fewDigits = /^[0-9]{1,14}$/
const lengths = new Set([8, 12, 13, 14])

/**
 * Removes typed spaces and dashes and pasted invisible characters from a code, and converts full-width
 * digits.
 * @returns 1 to 14 digits, or `undefined` for any other text
 */
export function normaliseGtin(code: string): string | undefined {
  if (fewDigits.test(code)) return code
  const digits = fold(code).replace(/[\s\p{Pd}]/gu, '')
  return fewDigits.test(digits) ? digits : undefined
}

/** The check digit of a code given without it (weights 3 and 1 from the right). */
export function checkDigit(body: string): string {
  let sum = 0
  for (let index = 0; index < body.length; index += 1) {
    const weight = (body.length - index) % 2 === 1 ? 3 : 1
    sum += weight * (body.charCodeAt(index) - 48)
  }
  return String((10 - (sum % 10)) % 10)
}

/**
 * Whether a code, ignoring spaces and hyphens, is a GTIN of 8, 12, 13 or 14 digits with a correct check
 * digit. Codes with full-width digits or invisible characters can be searched for, but are not valid.
 */
export function isValidGtin(code: string): boolean {
  const digits = /^[0-9\s-]*$/.test(code) ? normaliseGtin(code) : undefined
  return (
    digits !== undefined && lengths.has(digits.length) && checkDigit(digits.slice(0, -1)) === digits.at(-1)
  )
}

/** Whether a text is a Global Location Number: thirteen digits with the check digit of a GTIN. */
export const isGln = (text: string): boolean => /^\d{13}$/.test(text) && isValidGtin(text)

/** The code padded to 14 digits, for comparison; `undefined` if it is not 1 to 14 digits. */
export const gtin14 = (code: string): string | undefined => normaliseGtin(code)?.padStart(14, '0')

/**
 * Whether codes of a type are GTINs: the type names GTIN or one of its forms (`GTIN-13`, `UPC`, `EAN`), or
 * is empty.
 */
export const isGtinType = (type: string | undefined): boolean =>
  /^(?:gtin|upc|ean|$)/i.test((type ?? '').trim())

/**
 * GS1 prefixes not assigned to a single company: for use in a shop, for coupons and refunds (GS1 General
 * Specifications, 1.4.2).
 */
const sharedPrefix = /^(?:02|04|05|2[0-9]|98|99)/

/**
 * The first digits that the GTINs of a company share, as far as a code shows them: the first seven digits
 * of its 13-digit form. A GS1 Company Prefix has seven digits or more, and the code does not show how many.
 * `undefined` for a GTIN-8, for a shop's internal number, and for anything that is not a GTIN.
 */
export function companyDigits(code: string): string | undefined {
  const padded = isValidGtin(code) ? gtin14(code) : undefined
  const digits = padded?.slice(1, 8)
  return digits === undefined || digits.startsWith('00000') || sharedPrefix.test(digits) ? undefined : digits
}

/** Expands a UPC-E code of 8 digits (number system 0 or 1, check digit) to a UPC of 12 digits. */
export function upcEToUpcA(code: string): string | undefined {
  if (!/^[01][0-9]{7}$/.test(code)) return undefined
  const [system, a, b, c, d, e, last, check] = [...code]
  const expanded =
    last === '0' || last === '1' || last === '2'
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`
  return `${system}${expanded}${check}`
}

/** The UPC-E of 8 digits for a UPC of 12 digits; undefined if it has none. */
export function upcAToUpcE(code: string): string | undefined {
  const [system, a, b, c, d, e, f, g, h, i, j, check] = [...code]
  return [
    `${system}${a}${b}${h}${i}${j}${c}${check}`,
    `${system}${a}${b}${c}${i}${j}3${check}`,
    `${system}${a}${b}${c}${d}${j}4${check}`,
    `${system}${a}${b}${c}${d}${e}${j}${check}`,
  ].find((short) => f !== undefined && g !== undefined && upcEToUpcA(short) === code)
}

/** How a searched product code is matched. */
interface CodeSearch {
  /** The digits without spaces and hyphens, which match codes stored in exactly this form. */
  exact: string
  /**
   * The GTIN-14s that the code may stand for, the most probable first; empty when its check digit is wrong.
   */
  gtin14s: string[]
}

/** A code with fewer digits is part of a GTIN, not a GTIN without leading zeros. */
const minGtinLength = 6

/** The possible full forms of a code, the most probable first. */
function readings(digits: string): string[] {
  if (digits.length === 8) return [digits, upcEToUpcA(digits) ?? '']
  if (digits.length === 11) return [`0${digits}`, digits + checkDigit(digits)]
  const padded = digits.padStart(14, '0')
  if (digits.length === 10) return [`0${digits}${checkDigit(`0${digits}`)}`, padded]
  return digits.length < minGtinLength ? [digits] : [padded]
}

/**
 * The codes to search for: 8 digits are read as GTIN-8 and as UPC-E; 11 digits with a restored leading
 * zero, and with an added check digit; 10 digits with both, as a UPC is often printed. From 6 digits on,
 * leading zeros may be missing.
 * @returns `undefined` when the code is not 1 to 14 digits, which is an invalid search
 */
export function searchCandidates(code: string): CodeSearch | undefined {
  const exact = normaliseGtin(code)
  if (exact === undefined) return undefined
  const valid = readings(exact).filter(isValidGtin)
  return { exact, gtin14s: [...new Set(valid.map((reading) => reading.padStart(14, '0')))] }
}
