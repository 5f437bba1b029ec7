/** Checks whether one value meets a requirement. The result for a list is the sum of these checks. */
import { isGtinType, isValidGtin } from '../values/gtin.ts'
import { facingOfCode, facings, isScaleView, parseDerivedView } from '../views.ts'
import type { FormField } from '../vocabulary/kit/form.ts'
import { isFile, mainMemberOf } from './fields.ts'
import type { Requirement } from './model.ts'

/** The pixels of a picture's longer side; `isMinimum`: the source may have more. */
interface PictureSize {
  pixels: number
  isMinimum?: boolean
}
export type SizeOf = (url: string) => PictureSize | undefined

/** Counts of the values found at a path. */
export interface Tally {
  /** Values that are filled and show the required side. */
  there: number
  fits: number
  /** Pictures of unknown size. */
  unknown: number
  /** Characters or pixels of the last present value that does not fit. */
  size: number
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Whether a value has any content. */
function says(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.some(says)
  if (!isObject(value)) return false
  for (const key in value) if (key !== 'unknown' && says(value[key])) return true
  return false
}

/** Length in code points; the length in UTF-16 units is never smaller. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** The names of the sides, as used in profiles. */
export const sides: readonly string[] = Object.entries(facings).flatMap(([digit, name]) =>
  digit === '0' ? [] : [name],
)
const digitOf = new Map(Object.entries(facings).map(([digit, name]) => [name, digit]))

/**
 * Whether a picture with this view code shows a side or is exactly that view; a derived picture counts as
 * its source.
 */
function shows(code: string, view: string): boolean {
  const source = parseDerivedView(code)?.source ?? code
  const digit = digitOf.get(view)
  if (digit === undefined) return source.toUpperCase() === view.toUpperCase()
  return facingOfCode(source) === digit && !isScaleView(source)
}

/** Adds one value to a tally. */
export type Judge = (value: unknown, tally: Tally, sizeOf: SizeOf | undefined) => void

export function judgeOf(field: FormField, { least = 0, most, view, pixels }: Requirement): Judge {
  const main = mainMemberOf(field)
  const isGtin = (main ?? field).input === 'gtin'
  const isPicture = isFile(field) && (view !== undefined || pixels !== undefined)
  const bounds = least > 0 || most !== undefined

  return (value, tally, sizeOf) => {
    if (field.input === 'group' && !isObject(value)) return
    const content = main && isObject(value) ? value[main.key] : value
    if (main === undefined ? !says(value) : textIn(content) === '') return
    if (isPicture && isObject(value)) return judgePicture(value, textIn(content), tally, sizeOf)
    tally.there++
    if (isGtin && !(isValidGtin(textIn(content)) && (!isObject(value) || isGtinType(textIn(value['type'])))))
      return
    if (bounds) {
      const text = textIn(content)
      const isSureToFit = most === undefined || text.length <= most
      const length = isSureToFit && text.length >= 2 * least ? text.length : lengthOf(text)
      if (length < least || (most !== undefined && length > most)) {
        tally.size = length
        return
      }
    }
    tally.fits++
  }

  function judgePicture(
    medium: Record<string, unknown>,
    url: string,
    tally: Tally,
    sizeOf: SizeOf | undefined,
  ): void {
    const code = textIn(medium['view'])
    if (view !== undefined && !shows(code, view)) return
    tally.there++
    if (pixels === undefined) {
      tally.fits++
      return
    }
    const derived = parseDerivedView(code)
    const known = derived ? { pixels: Math.max(derived.width, derived.height) } : sizeOf?.(url)
    if (known !== undefined && known.pixels >= pixels) tally.fits++
    else if (known === undefined || known.isMinimum) tally.unknown++
    else tally.size = known.pixels
  }
}
