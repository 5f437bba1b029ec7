import { join } from 'node:path'
import type { Logger } from '../../platform/log/log.ts'
import { openPictureFolder, type PictureFiles } from '../keep/picture-files.ts'
import { readPlace, type StorePlace } from './store-place.ts'

/** The folder with the pictures of a workspace that uses no store. */
export const pictureFolder = (directory: string): string => join(directory, 'media')

interface OpenOptions {
  /** Folder of the workspace. */
  directory: string
  log: Logger
}

/** The pictures of a place. The code for S3 is loaded here, so that only a workspace with a store loads it. */
export async function openPicturePlace(
  place: StorePlace | undefined,
  { directory, log }: OpenOptions,
): Promise<PictureFiles> {
  if (!place) return openPictureFolder(pictureFolder(directory))
  const { openS3PictureFiles } = await import('./s3-picture-files.ts')
  return openS3PictureFiles({ place, directory, log })
}

/**
 * The pictures of a workspace, where its folder says that they are. Calls no store.
 * @throws PlainError `STORE_NOTE` if that cannot be read
 */
export const openPictureFiles = async (options: OpenOptions): Promise<PictureFiles> =>
  openPicturePlace(await readPlace(options.directory), options)
