import type { SizeOf } from '../../src-shared/completeness/judge-value.ts'
import { checkNutrition } from '../../src-shared/nutrition/checks/check-nutrition.ts'
import { sides } from '../../src-shared/quality/model.ts'
import { say } from '../../src-shared/texts/say.ts'
import { checkDigit, isGtinType, isValidGtin, normaliseGtin } from '../../src-shared/values/gtin.ts'
import { facingOfCode, parseDerivedView, viewLabel } from '../../src-shared/views.ts'
import type { Item } from '../../src-shared/vocabulary/elements/item.ts'

/** A figure that an item counts in, and the reason as text. */
export interface Found {
  figure: string
  detail: string
}

export interface FindingLimits {
  /** Items updated before this time are stale. */
  staleBefore: number
  /** Pictures with fewer pixels on the longer side are too small. */
  minPixels: number
}

interface ItemContext extends FindingLimits {
  sizeOf: SizeOf
  /** Milliseconds since the epoch; 0 if the record has no date. */
  updatedAt: number
}

/** Problems of an item, except those covered by a requirement profile or by filters of the catalog. */
export function findingsOf(
  record: Item,
  { sizeOf, updatedAt, staleBefore, minPixels }: ItemContext,
): Found[] {
  const found: Found[] = []
  const add = (figure: string, detail = '') => found.push({ figure, detail })
  const codes = (record.upcs ?? []).filter(({ type, text = '' }) => isGtinType(type) && text.trim() !== '')
  const invalid = codes.find(({ text = '' }) => !isValidGtin(text))?.text
  if (invalid !== undefined) add('finding:invalid-gtin', gtinTrouble(invalid))
  const media = (record.media ?? []).filter(({ view = '' }) => !parseDerivedView(view.trim()))
  const small = media.flatMap(({ view = '', url }) => {
    const size = url === undefined ? undefined : sizeOf(url)
    // A picture that was reduced on this computer may be larger at its source.
    return size && !size.isMinimum && size.pixels < minPixels
      ? [`${viewLabel(view)}: ${size.pixels} pixels`]
      : []
  })
  if (small.length > 0) add('finding:small-picture', small.join('; '))
  const shown = new Set(media.map(({ view = '' }) => facingOfCode(view)))
  for (const { facing } of sides) if (!shown.has(facing)) add(`side:${facing}`)
  for (const { grocery } of record.products ?? []) {
    const [first] = checkNutrition(grocery?.nutritions ?? [])
    if (!first) continue
    add('finding:nutrition', first.message)
    break
  }
  if (updatedAt > 0 && updatedAt < staleBefore) add('finding:stale')
  return found
}

function gtinTrouble(code: string): string {
  const digits = normaliseGtin(code)
  if (digits === undefined) return say`${code} is not a number of 14 digits at most.`
  if (![8, 12, 13, 14].includes(digits.length)) return say`${code} has ${digits.length} digits.`
  if (isValidGtin(digits)) return say`${code} has invisible characters, or digits that are not plain ones.`
  return say`${code}: the check digit would be ${checkDigit(digits.slice(0, -1))}.`
}
