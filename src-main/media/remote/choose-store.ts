import { readdir } from 'node:fs/promises'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { pictureFolder } from './open-picture-files.ts'
import {
  isSameLocation,
  locationWords,
  newPlace,
  readPlace,
  type StoreLocation,
  writePlace,
} from './store-place.ts'

export interface StoreChoice {
  location: StoreLocation
  /** Maximum bytes of pictures on this computer; absent: as noted, or the default. */
  cacheBytes?: number | undefined
}

/**
 * Notes the store of a workspace that has no picture files yet, or verifies that it is the noted one.
 * @throws PlainError `STORE_OTHER` if the pictures are elsewhere and have to be moved first; the reason why the
 * store cannot be used
 */
export async function chooseStore(directory: string, { location, cacheBytes }: StoreChoice): Promise<void> {
  const wanted = locationWords(location)
  const noted = await readPlace(directory)
  if (noted) {
    if (!isSameLocation(noted, location))
      throw new PlainError(
        'STORE_OTHER',
        say`The pictures of this workspace are in ${locationWords(noted)} (region ${noted.region}), not in ${wanted} (region ${location.region}). Move them first: move-pictures.`,
      )
    if (cacheBytes !== undefined && cacheBytes !== noted.cacheBytes)
      await writePlace(directory, { ...noted, cacheBytes })
    return
  }
  if (await hasFiles(pictureFolder(directory)))
    throw new PlainError(
      'STORE_OTHER',
      say`The pictures of this workspace are in its folder, not in ${wanted}. Move them first: move-pictures.`,
    )
  const place = newPlace(location, cacheBytes)
  const { claimPlace } = await import('./claim-place.ts')
  await claimPlace(place)
  await writePlace(directory, place)
}

/** Whether there is a file at any depth. */
async function hasFiles(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  if (entries.some((entry) => entry.isFile())) return true
  for (const entry of entries)
    if (entry.isDirectory() && (await hasFiles(`${folder}/${entry.name}`))) return true
  return false
}
