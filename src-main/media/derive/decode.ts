/**
 * Decoding of pictures that others made: which formats are read at all, how many pixels one may have, and how many are
 * decoded at a time.
 */
import '../../platform/sharp-for-electron.ts'
import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import type sharp from 'sharp'

/** Pictures of more pixels than this are refused: they would need gigabytes once decoded. */
export const mostPixels = 100_000_000

/** What reads the formats that pictures come in. */
const readers = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`)

let loading: Promise<typeof sharp> | undefined

/** The image library, loaded when the first picture is worked on; most commands never need it. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    // One picture at a time is bounded by our own queue; libvips' own cache would only hold memory.
    library.cache(false)
    // Nobody else's file is read by more than is needed: an SVG or a PDF is a program of its own.
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

/** Bytes that are no picture we can show. The message says why. */
class PictureError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PictureError'
  }
}

/** The error for bytes that the image library could not decode. */
export function unreadablePicture(error: unknown): PictureError {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  return new PictureError(`This is not a picture that can be read: ${reason}`, { cause: error })
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
    const { format, autoOrient } = await picture.metadata()
    const mimeType = mimeTypes[format]
    if (mimeType === undefined) throw new PictureError(`Pictures of the kind "${format}" are not supported.`)
    if (whole) await picture.resize(64, 64, { fit: 'inside' }).raw().toBuffer()
    const { width, height } = autoOrient
    return { width, height, mimeType }
  } catch (error) {
    throw error instanceof PictureError ? error : unreadablePicture(error)
  }
}

/** What waits for a picture: a person looking at the screen comes before everything that is fetched ahead. */
const urgency = { screen: 2, fetched: 1 } as const

/**
 * Half of the cores, so that the others stay free for everything else however much is being fetched; two at least,
 * since each waits between its steps; four at most, for the memory that decoded pictures take.
 */
const atOnce = Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2)))
/** Pixels of a picture that is decoded while no other of its size is: 100 MB of memory or more. */
const large = 25_000_000

/** All decoding of this room goes through here, so that neither the processor nor the memory is overrun. */
export interface ImageQueue {
  run<T>(purpose: keyof typeof urgency, work: () => Promise<T>): Promise<T>
  /** Within a `run`: what decodes a picture of so many pixels, one at a time where that is large. */
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
