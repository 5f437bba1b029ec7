/** Makes smaller pictures: for lists, for a window, and for storage in place of the original. */
import { loadSharp, openImage } from '../../platform/image-library.ts'

/** Longest side of the screen variants, in pixels: the thumbnail in a row, and the picture in a window. */
const variantSide = { thumbnail: 160, preview: 1000 } as const
export type ScreenVariant = keyof typeof variantSide
export const screenVariants = Object.keys(variantSide) as ScreenVariant[]
export const isScreenVariant = (name: string): name is ScreenVariant => name in variantSide

/**
 * libvips' effort for small files. There are many thumbnails: half the time makes each only two percent
 * larger.
 */
const effort = 2

/** Longest side of a placeholder, in pixels: about a hundred bytes. */
const placeholderSide = 16

/** @throws if the picture cannot be decoded completely */
export async function makeVariant(original: Uint8Array, variant: ScreenVariant): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const side = variantSide[variant]
  return openImage(sharp, original, { failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort })
    .toBuffer()
}

/**
 * Makes the placeholder of a picture: a few blurred pixels of its thumbnail, which are included in a list
 * row.
 */
export async function makePlaceholder(thumbnail: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return sharp(thumbnail)
    .resize(placeholderSide, placeholderSide, { fit: 'inside' })
    .blur()
    .webp({ quality: 30, alphaQuality: 30, smartSubsample: false, effort: 4 })
    .toBuffer()
}

/**
 * Makes a picture smaller, as WebP. The resolution is scaled too, so that derived pictures keep their size on
 * paper.
 * @param longestSide pixels
 */
export async function reducePicture(bytes: Uint8Array, longestSide: number): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const picture = openImage(sharp, bytes).autoOrient()
  const { density, autoOrient } = await picture.metadata()
  const scale = longestSide / Math.max(autoOrient.width, autoOrient.height)
  const smaller = picture.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
  return (density && density > 1 ? smaller.withMetadata({ density: Math.max(1, density * scale) }) : smaller)
    .webp({ quality: 85 })
    .toBuffer()
}
