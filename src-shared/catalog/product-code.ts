/** Product codes in the forms in which people paste, type and scan them. */
import { normaliseGtin, searchCandidates } from '../values/gtin.ts'

/** A text with fewer digits is more likely a size than a code. */
const minCodeLength = 8

/**
 * The possible codes of a query that is a single product code, the most probable first. A code with a wrong
 * check digit only stands for itself, since a record may have the same mistake.
 */
export function gtinsOfQuery(text: string): string[] {
  const digits = codeDigits(text)
  if (digits === undefined || digits.length < minCodeLength) return []
  const { gtin14s } = searchCandidates(digits) ?? { gtin14s: [] }
  return [...new Set([...gtin14s, digits.padStart(14, '0')])]
}

/**
 * The digits of a product code in the forms people paste: with spaces and hyphens, after `(01)`, in a GS1
 * Digital Link (`https://example/01/04006381333931`), or the eight digits of a UPC-E. Undefined for any
 * other text.
 */
export function codeDigits(text: string): string | undefined {
  const given = text.trim()
  const element =
    /^\(01\)\s*(\d{14})(?:\D|$)/.exec(given)?.[1] ?? /^\]?(?:C1|e0|d2|Q3)?01(\d{14})$/.exec(given)?.[1]
  return linkedCode(given) ?? element ?? normaliseGtin(given)
}

/** The code after `/01/` or `/gtin/` in an address. */
function linkedCode(text: string): string | undefined {
  if (!/^https?:\/\/\S+$/i.test(text)) return undefined
  const segments = text.split('/')
  for (const [index, segment] of segments.entries()) {
    const code = /^(\d{8,14})(?:$|[?#])/.exec(segment)?.[1]
    if (code !== undefined && /^(?:01|gtin)$/i.test(segments[index - 1] ?? '')) return code
  }
  return undefined
}
