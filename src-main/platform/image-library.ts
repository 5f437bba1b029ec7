/** The image library: how it is loaded, which formats it reads, and its errors. */

import type { Sharp, SharpOptions, default as sharp } from 'sharp'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import './sharp-for-electron.ts'

/** Pictures with more pixels are rejected: they would need gigabytes once decoded. */
export const maxPixels = 100_000_000
/** Decoding a picture of that size takes a few seconds, on a busy computer a minute. */
const maxDecodeSeconds = 300

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

/**
 * Opens an untrusted picture with limits of pixels and time, beyond which its decoding fails.
 * @param options `failOn: 'error'` also fails for pictures that are damaged or incomplete
 */
export const openImage = (
  library: typeof sharp,
  bytes: Uint8Array,
  options: Pick<SharpOptions, 'failOn'> = {},
  seconds = maxDecodeSeconds,
): Sharp => library(bytes, { ...options, limitInputPixels: maxPixels }).timeout({ seconds })

/** The error for bytes that are not a supported picture. The message has the reason. */
export const noPicture = (message: string, cause?: unknown): PlainError<'NO_PICTURE'> =>
  new PlainError('NO_PICTURE', message, { cause })

/** The error for bytes that the image library could not decode; an error with a message is kept. */
export function unreadablePicture(error: unknown): PlainError {
  if (error instanceof PlainError) return error
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  return noPicture(say`This is not a picture that can be read: ${reason}`, error)
}

export const pictureMimeTypes: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  tiff: 'image/tiff',
  gif: 'image/gif',
  heif: 'image/avif',
}
