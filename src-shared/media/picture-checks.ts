/**
 * Checks pictures against the usual requirements, as data. They follow the GS1 Product Image Specification,
 * which sets pixels, formats and backgrounds by the first letter of a view code. Retailers may require more
 * or less; a requirement profile can state that.
 */

import { say } from '../texts/say.ts'
import { parseView } from '../views.ts'

export interface PictureFacts {
  /** The view code; empty if there is none. */
  view: string
  /** Pixels; absent while the picture is not loaded. */
  width?: number
  height?: number
  /** `image/jpeg` */
  mimeType: string
  /** Colour of the outermost pixels; absent if it was not checked. */
  background?: 'white' | 'transparent' | 'other'
}

interface PictureRule {
  code: 'small' | 'large' | 'format' | 'background' | 'view'
  /** The types of image that the rule applies to; absent: all. */
  types?: string
  /** Returns a sentence, or undefined when the picture follows the rule or cannot be checked. */
  find: (facts: PictureFacts) => string | undefined
}

/** Pixels of the longer side by type: general pictures, and high-resolution ones. */
const sizes = {
  A: { least: 900, most: 2400 },
  B: { least: 900, most: 2400 },
  C: { least: 2401, most: 4800 },
  D: { least: 2401, most: 4800 },
}
type Sized = keyof typeof sizes
const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/tiff': 'TIFF',
}

const sizeOf = (view: string) => sizes[(parseView(view)?.type ?? 'A') as Sized]
const longer = ({ width, height }: PictureFacts): number | undefined =>
  width === undefined || height === undefined ? undefined : Math.max(width, height)

const pictureRules: readonly PictureRule[] = [
  {
    code: 'small',
    find(facts) {
      const side = longer(facts)
      const least = sizeOf(facts.view)?.least
      if (side === undefined || least === undefined || side >= least) return undefined
      return say`Its longer side has ${side} pixels; ${least} or more are required.`
    },
  },
  {
    code: 'large',
    find(facts) {
      const side = longer(facts)
      const most = sizeOf(facts.view)?.most
      if (side === undefined || most === undefined || side <= most) return undefined
      return say`Its longer side has ${side} pixels; ${most} or fewer are required.`
    },
  },
  {
    code: 'format',
    find: ({ mimeType }) =>
      mimeType === '' || mimeType in formats
        ? undefined
        : say`It is ${mimeType}; accepted formats are ${Object.values(formats).join(', ')}.`,
  },
  {
    code: 'background',
    types: 'AC',
    find: ({ background }) =>
      background === 'other' ? say`Its background is neither white nor transparent.` : undefined,
  },
  {
    code: 'view',
    find: ({ view }) =>
      view === '' ? say`It has no view code, so the side it shows is unknown.` : undefined,
  },
]

interface PictureFinding {
  code: PictureRule['code']
  message: string
}

/** The rules that a picture does not follow. None is an error: the recipient of the picture decides. */
export function checkPicture(facts: PictureFacts): PictureFinding[] {
  const type = parseView(facts.view)?.type
  return pictureRules.flatMap(({ code, types, find }) => {
    if (types !== undefined && (type === undefined || !types.includes(type))) return []
    const message = find(facts)
    return message === undefined ? [] : [{ code, message }]
  })
}
