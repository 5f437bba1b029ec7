/** Whether one value is what a requirement asks for. Every judgement of a list is the sum of these. */
import { isGtinType, isValidGtin } from '../values/gtin.ts'
import { facingOfCode, facings, isScaleView, parseDerivedView } from '../views.ts'
import type { FormField } from '../vocabulary/kit/form.ts'
import { essenceOf, isFile } from './fields.ts'
import type { Requirement } from './model.ts'

/** What is known of a picture at an address: the pixels of its longer side; `isLeast`: the source may have more. */
interface PictureSize {
  pixels: number
  isLeast?: boolean
}
export type SizeOf = (url: string) => PictureSize | undefined

/** What was found at a path. */
export interface Tally {
  /** Values that are there at all: filled, of the side that is asked for. */
  there: number
  fits: number
  /** Pictures of which nobody here knows whether they are large enough. */
  unknown: number
  /** Of the last value that is there and does not fit: characters, pixels. */
  size: number
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Whether anything is said in it. */
function says(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.some(says)
  if (!isObject(value)) return false
  for (const key in value) if (key !== 'unknown' && says(value[key])) return true
  return false
}

/** Characters as people count them; the units of UTF-16 are never fewer. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** The sides by their names, as profiles name them. */
export const sides: readonly string[] = Object.entries(facings).flatMap(([digit, name]) =>
  digit === '0' ? [] : [name],
)
const digitOf = new Map(Object.entries(facings).map(([digit, name]) => [name, digit]))

/** Whether a picture of this view code shows a side, or is that very view; a picture made from it does too. */
function shows(code: string, view: string): boolean {
  const source = parseDerivedView(code)?.source ?? code
  const digit = digitOf.get(view)
  if (digit === undefined) return source.toUpperCase() === view.toUpperCase()
  return facingOfCode(source) === digit && !isScaleView(source)
}

/** Counts one value into a tally. */
export type Judge = (value: unknown, tally: Tally, sizeOf: SizeOf | undefined) => void

export function judgeOf(field: FormField, { least = 0, most, view, pixels }: Requirement): Judge {
  const essence = essenceOf(field)
  const isGtin = (essence ?? field).input === 'gtin'
  const isPicture = isFile(field) && (view !== undefined || pixels !== undefined)
  const bounds = least > 0 || most !== undefined

  return (value, tally, sizeOf) => {
    if (field.input === 'group' && !isObject(value)) return
    const told = essence && isObject(value) ? value[essence.key] : value
    if (essence === undefined ? !says(value) : textIn(told) === '') return
    if (isPicture && isObject(value)) return judgePicture(value, textIn(told), tally, sizeOf)
    tally.there++
    if (isGtin && !(isValidGtin(textIn(told)) && (!isObject(value) || isGtinType(textIn(value['type'])))))
      return
    if (bounds) {
      const text = textIn(told)
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
    else if (known === undefined || known.isLeast) tally.unknown++
    else tally.size = known.pixels
  }
}
