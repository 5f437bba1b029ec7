/** Decoding of untrusted pictures, and the number of pictures decoded at a time. */

import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import { say } from '../../../src-shared/texts/say.ts'
import {
  loadSharp,
  noPicture,
  openImage,
  pictureMimeTypes,
  unreadablePicture,
} from '../../platform/image-library.ts'

interface PictureFacts {
  /** Pixels as displayed, after the orientation is applied. */
  width: number
  height: number
  mimeType: string
}

/**
 * Reads the format and size of a picture. With `whole`, every pixel is decoded, so that a truncated or
 * damaged file is detected at once; otherwise only the header is read.
 * @throws PlainError `NO_PICTURE` if the bytes are not a picture, are damaged, or have more than 100 million
 * pixels
 */
export async function inspectPicture(bytes: Uint8Array, { whole = true } = {}): Promise<PictureFacts> {
  const sharp = await loadSharp()
  try {
    const picture = openImage(sharp, bytes, { failOn: 'error' })
    const { format, autoOrient } = await picture.metadata()
    const mimeType = pictureMimeTypes[format]
    if (mimeType === undefined) throw noPicture(say`Pictures of the kind "${format}" are not supported.`)
    if (whole) await picture.resize(64, 64, { fit: 'inside' }).raw().toBuffer()
    const { width, height } = autoOrient
    return { width, height, mimeType }
  } catch (error) {
    throw unreadablePicture(error)
  }
}

/** Pictures for the screen, which a person waits for, have priority over downloaded pictures. */
const urgency = { screen: 2, fetched: 1 } as const

/**
 * Concurrent pictures: half the number of cores, which leaves the other cores free; at least two, because
 * each waits between its steps; at most four, because decoded pictures take memory.
 */
const maxConcurrent = Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2)))
/** Pictures with this many pixels are decoded one at a time: each takes at least 100 MB of memory. */
const minLargePixels = 25_000_000

/** Queue for all decoding of pictures, so that neither the processor nor the memory is overloaded. */
export interface ImageQueue {
  run<T>(purpose: keyof typeof urgency, work: () => Promise<T>): Promise<T>
  /** Within a `run`: decodes a picture with this number of pixels; large pictures one at a time. */
  decode<T>(pixels: number, work: () => Promise<T>): Promise<T>
  idle(): Promise<void>
}

export function createImageQueue(): ImageQueue {
  const queue = new PQueue({ concurrency: maxConcurrent })
  const largeQueue = new PQueue({ concurrency: 1 })
  return {
    run: (purpose, work) => queue.add(work, { priority: urgency[purpose] }),
    decode: (pixels, work) => (pixels < minLargePixels ? work() : largeQueue.add(work)),
    idle: () => queue.onIdle(),
  }
}
