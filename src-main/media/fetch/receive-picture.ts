import type { ImageQueue } from '../derive/image-queue.ts'
import { inspectPicture, PictureError } from '../derive/inspect-picture.ts'
import { reducePicture } from '../derive/reduce-picture.ts'
import { makePlaceholder, makeVariant, type ScreenVariants } from '../derive/screen-variants.ts'
import type { PictureFiles } from '../keep/picture-files.ts'
import type { NewPicture } from '../keep/picture-store.ts'
import type { PartialFile } from './partial-files.ts'

export interface ReceiveOptions {
  files: PictureFiles
  variants: ScreenVariants
  images: ImageQueue
  /** Pixels of the longest side of what is kept; null: as it came. */
  longestSide: number | null
}

/**
 * Takes a file that has come whole into the store: decodes it to its last pixel, makes it smaller where that was
 * chosen, and makes what the lists show of it at once.
 * @throws PictureError when it is no picture; the part is removed then, so that the next attempt begins anew
 */
export async function receivePicture(
  part: PartialFile,
  { files, variants, images, longestSide }: ReceiveOptions,
): Promise<Omit<NewPicture, 'url'>> {
  try {
    const came = await part.content()
    const { mimeType, width, height, kept, thumbnail, placeholder } = await images.run('fetched', () =>
      workOn(came, longestSide, images),
    )
    // Beside the decoding of the next one: the disk takes its time.
    const adopts = kept === came && part.isOnDisk()
    const sha256 = await (adopts ? files.adopt(part.path, came) : files.keep(kept))
    await variants.put(sha256, 'thumbnail', thumbnail)
    const reducedTo = kept === came ? {} : { reducedTo: longestSide ?? undefined }
    const bytes = kept.length
    return {
      sha256,
      mimeType,
      width,
      height,
      bytes,
      placeholder,
      thumbnailBytes: thumbnail.length,
      ...reducedTo,
    }
  } finally {
    await part.remove()
  }
}

/** All that is made of the pixels. */
async function workOn(came: Uint8Array, longestSide: number | null, images: ImageQueue) {
  const original = await inspectPicture(came, { whole: false })
  return images.decode(original.width * original.height, async () => {
    const thumbnail = await decoded(came)
    const placeholder = await makePlaceholder(thumbnail)
    if (longestSide === null || Math.max(original.width, original.height) <= longestSide)
      return { ...original, kept: came, thumbnail, placeholder }
    const kept = await reducePicture(came, longestSide)
    return { ...(await inspectPicture(kept, { whole: false })), kept, thumbnail, placeholder }
  })
}

/** The thumbnail is made of every line of the picture: making it is the proof that the file is whole. */
async function decoded(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await makeVariant(bytes, 'thumbnail')
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new PictureError(`This is not a picture that can be read: ${reason}`, { cause: error })
  }
}
