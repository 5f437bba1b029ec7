import { loadSharp, mostPixels } from './sharp.ts'

export interface PictureFacts {
  /** Pixels, as displayed: a turned photograph is measured upright. */
  width: number
  height: number
  /** Pixels per inch, where the file says so. */
  density?: number
  mimeType: string
}

/** Bytes that are no picture we can show. The message says why. */
export class PictureError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PictureError'
  }
}

const mimeTypes: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  tiff: 'image/tiff',
  gif: 'image/gif',
  heif: 'image/avif',
}

/**
 * Reads what a picture is. `whole` decodes every pixel, so that a truncated or damaged file is found now and not on
 * the screen; without it only the header is read.
 * @throws PictureError when it is none, or is damaged, or has more than 100 million pixels
 */
export async function inspectPicture(bytes: Uint8Array, { whole = true } = {}): Promise<PictureFacts> {
  const sharp = await loadSharp()
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    const { format, autoOrient, density } = await picture.metadata()
    const mimeType = mimeTypes[format]
    if (mimeType === undefined) throw new PictureError(`Pictures of the kind "${format}" are not supported.`)
    if (whole) await picture.resize(64, 64, { fit: 'inside' }).raw().toBuffer()
    const { width, height } = autoOrient
    return { width, height, mimeType, ...(density && density > 1 ? { density: Math.round(density) } : {}) }
  } catch (error) {
    if (error instanceof PictureError) throw error
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new PictureError(`This is not a picture that can be read: ${reason}`, { cause: error })
  }
}
