/** Barcodes as a decoder returns them, and which of them identify a product. */
import { codeDigits } from '../catalog/product-code.ts'
import { gtin14, isValidGtin, upcEToUpcA } from '../values/gtin.ts'
import type { CodeFormat, PictureBox, PictureCode, Readings } from './model.ts'

/** A symbol that one reading of a picture has found. */
export interface ScannedSymbol {
  /** Name of the symbology by the decoder: `EAN13`, `EAN8`, `UPCA`, `UPCE`, `ITF`, `QRCode`, `DataMatrix`. */
  symbology: string
  /** Content; the element strings of GS1 as `(01)09521234543213(17)261231`. */
  text: string
  /** Whether the symbol is marked as one with GS1 element strings. */
  isGs1: boolean
  /** Lines of the picture that were read as this symbol; 1 for a two-dimensional one. */
  lines: number
  box: PictureBox
  /** Read from bars of about a pixel. */
  isFaint?: true
}

type ProductCode = Pick<PictureCode, 'format' | 'gtin14'>

/** Digits of each linear symbology; a UPC is returned with or without the leading zero of its 13-digit form. */
const linear: Readonly<Record<string, number>> = { EAN13: 13, UPCA: 12, UPCE: 12, EAN8: 8, ITF: 14 }

/** Coupons, refunds, and numbers that a shop assigns itself: they do not identify a product (GS1 prefixes). */
const notProduct = /^0(?:02|04|05|2[0-9]|98|99)/
/** Periodicals share one code, and the number of the issue is not in it. */
const periodical = /^0977/

/** The product code in a symbol; undefined if it has none, or its check digit is wrong. */
export function productCodeOf({ symbology, text, isGs1 }: ScannedSymbol): ProductCode | undefined {
  const digits = linear[symbology]
  if (digits !== undefined) return /^\d+$/.test(text) ? printedCode(symbology, text, digits) : undefined
  if (isGs1) return accepted('GS1 DataMatrix', /\(01\)(\d{14})/.exec(text)?.[1])
  return /^https?:/i.test(text) ? accepted('GS1 Digital Link', codeDigits(text)) : undefined
}

function printedCode(symbology: string, text: string, digits: number): ProductCode | undefined {
  if (symbology === 'UPCE')
    return accepted('UPC-E', text.length === 8 ? upcEToUpcA(text) : text.padStart(13, '0').slice(-12))
  if (symbology === 'EAN8') return accepted('EAN-8', text.length === digits ? text : undefined)
  if (symbology === 'ITF') return accepted('ITF-14', text.length === digits ? text : undefined)
  if (text.length !== 12 && text.length !== 13) return undefined
  return accepted(text.padStart(13, '0').startsWith('0') ? 'UPC-A' : 'EAN-13', text)
}

function accepted(format: CodeFormat, digits: string | undefined): ProductCode | undefined {
  if (digits === undefined || !isValidGtin(digits) || !/[1-9]/.test(digits)) return undefined
  const padded = gtin14(digits)
  return padded === undefined || notProduct.test(padded) || periodical.test(padded)
    ? undefined
    : { format, gtin14: padded }
}

/** The product code with these 13, 12 or 8 digits; undefined if they identify no product. */
export const codeOfDigits = (digits: string): ProductCode | undefined =>
  printedCode(digits.length === 8 ? 'EAN8' : 'EAN13', digits, digits.length)

/**
 * The codes of a picture: those of its bars, and those of its digits. Where both were read in one place and differ,
 * neither counts.
 */
export function codesOf({ codes, text }: Partial<Readings>): PictureCode[] {
  const [ofBars, ofDigits] = [codes?.codes ?? [], text?.codes ?? []]
  const isDisputed = (code: PictureCode, others: readonly PictureCode[]): boolean =>
    others.some(({ gtin14, box }) => gtin14 !== code.gtin14 && overlap(box, code.box))
  const added = ofDigits.filter(({ gtin14 }) => ofBars.every((code) => code.gtin14 !== gtin14))
  return [
    ...ofBars.filter((code) => !isDisputed(code, ofDigits)),
    ...added.filter((code) => !isDisputed(code, ofBars)),
  ]
}

/** Minimum number of readings of one picture that agree on a code. */
const minReadings = 2

/**
 * Product codes that at least two readings of a picture agree on. Two readings differ in size or angle, so that one
 * pattern misread as bars does not count. Where readings of one place contradict each other, a code needs more than twice
 * as many lines as all others together.
 */
export function agreedCodes(readings: readonly (readonly ScannedSymbol[])[]): PictureCode[] {
  const found = new Map<string, { code: PictureCode; count: number; lines: number }>()
  for (const symbols of readings) {
    const ofReading = new Set<string>()
    for (const symbol of symbols) {
      const code = productCodeOf(symbol)
      if (code === undefined || ofReading.has(code.gtin14)) continue
      ofReading.add(code.gtin14)
      const { count, lines } = found.get(code.gtin14) ?? { count: 0, lines: 0 }
      found.set(code.gtin14, {
        code: { ...code, box: symbol.box, ...(symbol.isFaint && { isFaint: true }) },
        count: count + 1,
        lines: lines + symbol.lines,
      })
    }
  }
  const all = [...found.values()]
  return all.flatMap(({ code, count, lines }) => {
    const against = all
      .filter((other) => other.code.gtin14 !== code.gtin14 && overlap(other.code.box, code.box))
      .reduce((sum, other) => sum + other.lines, 0)
    return count >= minReadings && lines > 2 * against ? [code] : []
  })
}

const overlap = (one: PictureBox, other: PictureBox): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
