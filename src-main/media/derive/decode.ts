/**
 * Decoding of pictures that others made: which formats are read at all, how many pixels a picture may have, and how many
 * pictures are decoded at a time.
 */

import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import '../../platform/sharp-for-electron.ts'
import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import type sharp from 'sharp'

/** Pictures of more pixels than this are refused: they would need gigabytes once decoded. */
export const maxPixels = 100_000_000

/** The operations of the image library that read the formats of pictures. */
const readers = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`)

let loading: Promise<typeof sharp> | undefined

/** The image library, loaded when the first picture is worked on; most commands never need it. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    // The queue below bounds how many pictures are decoded; libvips' own cache would only hold memory.
    library.cache(false)
    // Every other reader is blocked: an SVG or a PDF is a program of its own.
    library.block({ operation: ['VipsForeignLoad'] })
    library.unblock({ operation: readers })
    return library
  })
  return loading
}

interface PictureFacts {
  /** Pixels, as displayed: a turned photograph is measured upright. */
  width: number
  height: number
  mimeType: string
}

/** Bytes that are no picture that Catalog Desk can show. The message says why. */
const noPicture = (message: string, cause?: unknown): PlainError<'NO_PICTURE'> =>
  new PlainError('NO_PICTURE', message, { cause })

/** The error for bytes that the image library could not decode. */
export function unreadablePicture(error: unknown): PlainError<'NO_PICTURE'> {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  return noPicture(say`This is not a picture that can be read: ${reason}`, error)
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
 * Reads the kind and size of a picture. With `whole` every pixel is decoded, so that a truncated or damaged file is found
 * now and not on the screen; otherwise only the header is read.
 * @throws PlainError `NO_PICTURE` when the bytes are no picture, or are damaged, or have more than 100 million pixels
 */
export async function inspectPicture(bytes: Uint8Array, { whole = true } = {}): Promise<PictureFacts> {
  const sharp = await loadSharp()
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    const { format, autoOrient } = await picture.metadata()
    const mimeType = mimeTypes[format]
    if (mimeType === undefined) throw noPicture(say`Pictures of the kind "${format}" are not supported.`)
    if (whole) await picture.resize(64, 64, { fit: 'inside' }).raw().toBuffer()
    const { width, height } = autoOrient
    return { width, height, mimeType }
  } catch (error) {
    throw error instanceof PlainError ? error : unreadablePicture(error)
  }
}

/** Pictures for the screen, which a person waits for, come before pictures that are fetched. */
const urgency = { screen: 2, fetched: 1 } as const

/**
 * Pictures worked on at once: half as many as there are cores, which leaves the other cores free; two at least, since
 * each waits between its steps; four at most, for the memory that decoded pictures take.
 */
const atOnce = Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2)))
/** Pictures of so many pixels are decoded one at a time: each takes 100 MB of memory or more. */
const large = 25_000_000

/** All decoding of this room goes through this queue, so that neither the processor nor the memory is overrun. */
export interface ImageQueue {
  run<T>(purpose: keyof typeof urgency, work: () => Promise<T>): Promise<T>
  /** Within a `run`: decodes a picture of so many pixels; large pictures one at a time. */
  decode<T>(pixels: number, work: () => Promise<T>): Promise<T>
  idle(): Promise<void>
}

export function createImageQueue(): ImageQueue {
  const queue = new PQueue({ concurrency: atOnce })
  const ofLarge = new PQueue({ concurrency: 1 })
  return {
    run: (purpose, work) => queue.add(work, { priority: urgency[purpose] }),
    decode: (pixels, work) => (pixels < large ? work() : ofLarge.add(work)),
    idle: () => queue.onIdle(),
  }
}
