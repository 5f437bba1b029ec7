/**
 * Checks pictures against rules, which are data of a requirement profile. The default rules follow the GS1 Product
 * Image Specification, which sets pixels, formats and backgrounds by the first letter of a view code. Retailers may
 * require more or less.
 */
import * as z from 'zod'
import { say } from '../texts/say.ts'
import { parseView } from '../views.ts'
import { type Background, type Edge, edges, type Placement } from './picture-pixels.ts'

/** What can be measured in a picture. */
export interface PictureMeasures extends Placement {
  /** Pixels as displayed. */
  width: number
  height: number
  /** `image/jpeg` */
  mimeType: string
  /** `srgb`, `b-w`, `cmyk` or another name of libvips. */
  colourSpace: string
  /** EXIF orientation; 1: stored as displayed. */
  orientation: number
  /** Number of frames; more than 1 in an animation. */
  frames: number
  /** Whether any pixel is transparent. */
  isTransparent: boolean
  /** Variance of the Laplacian of a copy of 800 pixels; low for a blurred picture. */
  sharpness: number
}

/** Facts about one picture; a rule whose facts are absent is not checked. */
export interface PictureFacts extends Partial<PictureMeasures> {
  /** The view code; empty if there is none. */
  view: string
  /** '' if it is not known. */
  mimeType: string
  /** Whether a smaller copy was stored than the source has. */
  isReduced?: boolean
  /** What takes up most of the picture, by its text. */
  content?: PictureContent
}

/** Parts of a label that a picture may show alone. */
const pictureContents = ['nutrition-table', 'ingredients'] as const
export type PictureContent = (typeof pictureContents)[number]

const number = z.number().min(0).max(1_000_000)
const words = z.array(z.string().min(1).max(40)).min(1).max(20)
/** Members of each rule: limits with `least` and `most`, or accepted values. */
const limits = { least: number.optional(), most: number.optional() }
const rule = <Check extends string, Shape extends z.ZodRawShape>(check: Check, shape: Shape) =>
  z.strictObject({
    check: z.literal(check),
    /**
     * First letters of the view codes that the rule applies to, such as `AC`; `?` for pictures without a GS1 view
     * code; absent: all pictures.
     */
    types: z
      .string()
      .regex(/^[A-E?]{1,6}$/)
      .optional(),
    ...shape,
  })

/** One rule for pictures. */
export const pictureRule = z.discriminatedUnion('check', [
  /** Pixels of the longer side. */
  rule('longer-side', limits),
  /** Media types, such as `image/jpeg`. */
  rule('format', { accepted: words }),
  rule('background', { accepted: z.array(z.enum(['white', 'transparent'])).min(1) }),
  /** The picture has a view code. */
  rule('view', {}),
  rule('sharpness', { least: number }),
  /** Percent of the width or height between the product and each edge; only on a plain background. */
  rule('margins', limits),
  /** No edge cuts the product; only on a plain background. */
  rule('cut-edges', {}),
  /** Longer side divided by shorter side. */
  rule('aspect', limits),
  rule('colour-space', { accepted: words }),
  /** Stored as displayed: some programs ignore the orientation in a file. */
  rule('orientation', {}),
  rule('transparency', { accepted: z.array(z.enum(['opaque', 'transparent'])).min(1) }),
  /** A single frame. */
  rule('animation', {}),
  /** A picture whose view code says front does not show a part of the label alone. */
  rule('front', { refused: z.array(z.enum(pictureContents)).min(1) }),
])
export type PictureRule = z.output<typeof pictureRule>

/** The rules of a profile that has none of its own. */
export const defaultPictureRules: readonly PictureRule[] = [
  { check: 'longer-side', types: 'AB?', least: 900, most: 2400 },
  { check: 'longer-side', types: 'CD', least: 2401, most: 4800 },
  { check: 'format', accepted: ['image/jpeg', 'image/png', 'image/tiff'] },
  { check: 'background', types: 'AC', accepted: ['white', 'transparent'] },
  { check: 'view' },
  { check: 'sharpness', least: 60 },
  { check: 'cut-edges', types: 'AC' },
  { check: 'colour-space', accepted: ['srgb', 'b-w'] },
  { check: 'orientation' },
  { check: 'animation' },
  { check: 'front', refused: ['nutrition-table', 'ingredients'] },
]

const formatNames: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/tiff': 'TIFF',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/avif': 'AVIF',
}

const edgeWords: Record<Edge, string> = {
  left: say`left`,
  top: say`top`,
  right: say`right`,
  bottom: say`bottom`,
}

type Finder<Check extends PictureRule['check']> = (
  facts: PictureFacts,
  rule: Extract<PictureRule, { check: Check }>,
) => string | undefined

/** For each rule, a sentence when the picture does not follow it; undefined also when it cannot be checked. */
const finders: { [Check in PictureRule['check']]: Finder<Check> } = {
  'longer-side'({ width, height, isReduced }, { least, most }) {
    if (width === undefined || height === undefined || isReduced) return undefined
    const side = Math.max(width, height)
    if (least !== undefined && side < least)
      return say`Its longer side has ${side} pixels; ${least} or more are required.`
    if (most !== undefined && side > most)
      return say`Its longer side has ${side} pixels; ${most} or fewer are required.`
    return undefined
  },
  format({ mimeType, isReduced }, { accepted }) {
    if (mimeType === '' || isReduced || accepted.includes(mimeType)) return undefined
    const formats = accepted.map((one) => formatNames[one] ?? one).join(', ')
    return say`It is ${mimeType}; accepted formats are ${formats}.`
  },
  background({ background }, { accepted }) {
    if (background === undefined || (accepted as Background[]).includes(background)) return undefined
    if (accepted.length > 1) return say`Its background is neither white nor transparent.`
    return accepted.includes('white')
      ? say`Its background is not white.`
      : say`Its background is not transparent.`
  },
  view: ({ view }) => (view === '' ? say`It has no view code, so the side it shows is unknown.` : undefined),
  sharpness: ({ sharpness }, { least }) =>
    sharpness !== undefined && sharpness < least
      ? say`It is blurred: its sharpness is ${sharpness}; ${least} or more is required.`
      : undefined,
  margins({ margins }, { least, most }) {
    if (margins === undefined) return undefined
    const percent = (edge: Edge): number => Math.round(100 * margins[edge])
    const narrow = edges.find((edge) => least !== undefined && 100 * margins[edge] < least)
    if (narrow !== undefined)
      return say`Its margin is ${percent(narrow)}% at one edge (${edgeWords[narrow]}); ${least ?? 0}% or more is required.`
    const wide = edges.find((edge) => most !== undefined && 100 * margins[edge] > most)
    if (wide !== undefined)
      return say`Its margin is ${percent(wide)}% at one edge (${edgeWords[wide]}); ${most ?? 0}% or less is required.`
    return undefined
  },
  'cut-edges'({ cutEdges = [] }) {
    if (cutEdges.length === 0) return undefined
    const [edge = 'left', ...more] = cutEdges
    return more.length === 0
      ? say`The product is cut off at one edge (${edgeWords[edge]}).`
      : say`The product is cut off at several edges.`
  },
  aspect({ width, height }, { least, most }) {
    if (!width || !height) return undefined
    const aspect = Math.round((100 * Math.max(width, height)) / Math.min(width, height)) / 100
    if (least !== undefined && aspect < least)
      return say`Its longer side is ${aspect} times its shorter side; ${least} or more is required.`
    if (most !== undefined && aspect > most)
      return say`Its longer side is ${aspect} times its shorter side; ${most} or less is required.`
    return undefined
  },
  'colour-space'({ colourSpace }, { accepted }) {
    if (colourSpace === undefined || accepted.includes(colourSpace)) return undefined
    return say`Its colour space is ${colourSpace}; accepted is ${accepted.join(', ')}.`
  },
  orientation: ({ orientation = 1 }) =>
    orientation === 1
      ? undefined
      : say`It is stored turned or mirrored, and some programs do not turn it back.`,
  transparency({ isTransparent }, { accepted }) {
    if (isTransparent === undefined || accepted.includes(isTransparent ? 'transparent' : 'opaque'))
      return undefined
    return isTransparent ? say`It has transparent parts.` : say`It has no transparent parts.`
  },
  animation: ({ frames = 1 }) =>
    frames > 1 ? say`It is an animation of ${frames} frames; a single picture is required.` : undefined,
  front({ view, content }, { refused }) {
    if (content === undefined || !refused.includes(content) || !isFront(view)) return undefined
    return content === 'ingredients'
      ? say`Its view code says front, and it shows a list of ingredients.`
      : say`Its view code says front, and it shows a nutrition table.`
  },
}

/** Whether a view code names the front. */
export const isFront = (view: string): boolean => parseView(view)?.facing === '1'

interface PictureFinding {
  check: PictureRule['check']
  message: string
}

/** The rules that a picture does not follow. None is an error: the recipient of the picture decides. */
export function checkPicture(
  facts: PictureFacts,
  rules: readonly PictureRule[] = defaultPictureRules,
): PictureFinding[] {
  const type = parseView(facts.view)?.type ?? '?'
  return rules.flatMap((one) => {
    if (one.types !== undefined && !one.types.includes(type)) return []
    const message = (finders[one.check] as Finder<PictureRule['check']>)(facts, one)
    return message === undefined ? [] : [{ check: one.check, message }]
  })
}
