/** Smaller pictures made of one: for the lists, for a window, and to be kept in its place. */
import { loadSharp, mostPixels } from './decode.ts'

/** What the screens show: a row's thumbnail, and a picture as large as a window. Longest side in pixels. */
const variantSide = { thumbnail: 160, preview: 1000 } as const
export type ScreenVariant = keyof typeof variantSide
export const screenVariants = Object.keys(variantSide) as ScreenVariant[]
export const isScreenVariant = (name: string): name is ScreenVariant => name in variantSide

/** What a smaller file costs: a thumbnail is one of thousands, and half the time makes it two bytes in a hundred larger. */
const effort = 2

/** Pixels of what stands for a picture until it is there: about a hundred bytes. */
const placeholderSide = 16

/** @throws when the picture cannot be decoded to its last pixel */
export async function makeVariant(original: Uint8Array, variant: ScreenVariant): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const side = variantSide[variant]
  return sharp(original, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort })
    .toBuffer()
}

/** A few blurred pixels, from a thumbnail: a row of a list carries them along. */
export async function makePlaceholder(thumbnail: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return sharp(thumbnail)
    .resize(placeholderSide, placeholderSide, { fit: 'inside' })
    .blur()
    .webp({ quality: 30, alphaQuality: 30, smartSubsample: false, effort: 4 })
    .toBuffer()
}

/**
 * Smaller, as WebP, with its resolution scaled along: what derived pictures are made from keeps its size on paper.
 * @param longestSide pixels
 */
export async function reducePicture(bytes: Uint8Array, longestSide: number): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: mostPixels }).autoOrient()
  const { density, autoOrient } = await picture.metadata()
  const scale = longestSide / Math.max(autoOrient.width, autoOrient.height)
  const smaller = picture.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
  return (density && density > 1 ? smaller.withMetadata({ density: Math.max(1, density * scale) }) : smaller)
    .webp({ quality: 85 })
    .toBuffer()
}
