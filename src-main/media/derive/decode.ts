/**
 * Decoding of untrusted pictures: supported formats, maximum number of pixels, and number of pictures decoded
 * at a time.
 */

import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import '../../platform/sharp-for-electron.ts'
import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import type sharp from 'sharp'

/** Pictures with more pixels are rejected: they would need gigabytes once decoded. */
export const maxPixels = 100_000_000

/** Operations of the image library that read the supported formats. */
const readers = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`)

let loading: Promise<typeof sharp> | undefined

const noLibrary = 'NO_IMAGE_LIBRARY'

/**
 * Whether pictures fail because the image library does not start on this computer: no picture is at fault, and
 * work without pictures goes on.
 */
export const lacksImageLibrary = (error: unknown): error is PlainError =>
  error instanceof PlainError && error.code === noLibrary

function libraryFailed(error: unknown): never {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  throw new PlainError(
    noLibrary,
    say`Pictures cannot be processed on this computer, because the image library of Catalog Desk does not start: ${reason}`,
    { cause: error },
  )
}

/**
 * The image library, loaded for the first picture, because most commands do not need it.
 * @throws PlainError `NO_IMAGE_LIBRARY`
 */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    // The queue below limits the number of decoded pictures; libvips' own cache would only take memory.
    library.cache(false)
    // All other readers are blocked, because SVG and PDF can contain programs.
    library.block({ operation: ['VipsForeignLoad'] })
    library.unblock({ operation: readers })
    return library
  }, libraryFailed)
  return loading
}

interface PictureFacts {
  /** Pixels as displayed, after the orientation is applied. */
  width: number
  height: number
  mimeType: string
}

/** The error for bytes that are not a supported picture. The message has the reason. */
const noPicture = (message: string, cause?: unknown): PlainError<'NO_PICTURE'> =>
  new PlainError('NO_PICTURE', message, { cause })

/** The error for bytes that the image library could not decode; an error with a message is kept. */
export function unreadablePicture(error: unknown): PlainError {
  if (error instanceof PlainError) return error
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
 * Reads the format and size of a picture. With `whole`, every pixel is decoded, so that a truncated or
 * damaged file is detected at once; otherwise only the header is read.
 * @throws PlainError `NO_PICTURE` if the bytes are not a picture, are damaged, or have more than 100 million
 * pixels
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
