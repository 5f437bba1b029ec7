import type { Sharp } from 'sharp'
import type { PictureMeasures } from '../../../src-shared/media/picture-checks.ts'
import type { RgbaPixels } from '../../../src-shared/media/picture-pixels.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { loadSharp, maxPixels, noPicture, pictureMimeTypes } from '../../platform/image-library.ts'

/** Pixels of one channel, row by row from the top left corner. */
export interface GrayPicture {
  pixels: Uint8Array
  width: number
  height: number
}

/** Three bytes (red, green, blue) for each pixel, row by row from the top left corner. */
export interface ColourPicture {
  pixels: Uint8Array
  width: number
  height: number
}

/** A smaller difference of brightness is noise. */
const minContrast = 12

/** Whether all pixels have nearly the same colour, so that there is nothing to read. */
export function isPlain({ pixels }: GrayPicture | ColourPicture, channels: 1 | 3): boolean {
  for (let at = channels; at < pixels.length; at += 1)
    if (Math.abs((pixels[at] ?? 0) - (pixels[at % channels] ?? 0)) >= minContrast) return false
  return true
}

/** One picture, decoded once for each size that the readers need. */
export interface DecodedPicture {
  /** Read from the header; pixels as displayed. */
  facts: Pick<PictureMeasures, 'width' | 'height' | 'mimeType' | 'colourSpace' | 'orientation' | 'frames'>
  /** Brightness as displayed, on white, with a longer side of at most `side` pixels. */
  gray(side: number): Promise<GrayPicture>
  /** Colours as displayed, with transparency, in a copy of at most `side` pixels. */
  rgba(side: number): Promise<RgbaPixels>
  /** Colours as displayed, on white, with a longer side of at most `side` pixels. */
  colour(side: number): Promise<ColourPicture>
}

/**
 * Opens a picture of a supported format. Of an animation, the first frame.
 * @throws an error for bytes that are not a picture, are damaged or have too many pixels
 */
export async function openPicture(bytes: Uint8Array): Promise<DecodedPicture> {
  const sharp = await loadSharp()
  const open = (): Sharp => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  const { format, autoOrient, space, orientation = 1, pages = 1 } = await open().metadata()
  const mimeType = pictureMimeTypes[format]
  if (mimeType === undefined) throw noPicture(say`Pictures of the kind "${format}" are not supported.`)
  const sized = (side: number): Sharp =>
    open().autoOrient().resize(side, side, { fit: 'inside', withoutEnlargement: true })
  const onWhite = async (side: number, colours: 'b-w' | 'srgb') => {
    const { data, info } = await sized(side)
      .flatten({ background: '#fff' })
      .toColourspace(colours)
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { pixels: data, width: info.width, height: info.height }
  }
  return {
    facts: {
      ...{ width: autoOrient.width, height: autoOrient.height, mimeType, colourSpace: space, orientation },
      frames: pages,
    },
    async rgba(side) {
      const { data, info } = await sized(side)
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { data, width: info.width, height: info.height }
    },
    gray: (side) => onWhite(side, 'b-w'),
    colour: (side) => onWhite(side, 'srgb'),
  }
}

/** A copy in another size, turned clockwise around its centre. */
export async function transformed(
  { pixels, width, height }: GrayPicture,
  { scale, degrees = 0 }: { scale: number; degrees?: number },
): Promise<GrayPicture> {
  const sharp = await loadSharp()
  const raw = { width, height, channels: 1 as const }
  const sized = sharp(pixels, { raw }).resize(Math.round(width * scale), Math.round(height * scale), {
    kernel: 'cubic',
    fit: 'fill',
  })
  const turned = degrees === 0 ? sized : sized.rotate(degrees, { background: '#fff' })
  const { data, info } = await turned.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}
