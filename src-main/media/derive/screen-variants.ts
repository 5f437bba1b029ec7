import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { filesIn, type PictureFiles, type StoredFile, writeAtomically } from '../keep/picture-files.ts'
import type { MadeVariant } from '../keep/space-store.ts'
import { type ImageQueue, inspectPicture } from './decode.ts'
import { isScreenVariant, makeVariant, type ScreenVariant, screenVariants } from './picture-variants.ts'

interface ScreenVariantsOptions {
  files: PictureFiles
  directory: string
  images: ImageQueue
  /** Called for each variant that is made on demand. */
  onMade?(sha256: string, variant: ScreenVariant, bytes: Uint8Array): void
}

export type ScreenVariants = ReturnType<typeof openScreenVariants>

/**
 * Smaller pictures for the screens, made at the first request or earlier, and stored on disk. Concurrent
 * requests for the same variant share one result. Every file can be deleted at any time.
 */
export function openScreenVariants({ files, directory, images, onMade }: ScreenVariantsOptions) {
  const pending = new Map<string, Promise<Uint8Array | undefined>>()
  const folderOf = (sha256: string): string => join(directory, sha256.slice(0, 2))
  const pathOf = (sha256: string, variant: ScreenVariant): string =>
    join(folderOf(sha256), `${sha256}-${variant}.webp`)

  const make = async (sha256: string, variant: ScreenVariant): Promise<Uint8Array | undefined> => {
    const original = await files.read(sha256)
    if (!original) return undefined
    const { width, height } = await inspectPicture(original, { whole: false })
    const bytes = await images.decode(width * height, () => makeVariant(original, variant))
    await writeAtomically(pathOf(sha256, variant), bytes, { durable: false })
    onMade?.(sha256, variant, bytes)
    return bytes
  }
  return {
    /** WebP; undefined if the original is not stored. */
    async get(sha256: string, variant: ScreenVariant): Promise<Uint8Array | undefined> {
      const path = pathOf(sha256, variant)
      const kept = await readFile(path).catch(() => undefined)
      // A power failure may have emptied the file.
      if (kept?.length) return kept
      let made = pending.get(path)
      if (!made) {
        made = images.run('screen', () => make(sha256, variant)).finally(() => pending.delete(path))
        pending.set(path, made)
      }
      return made
    },
    /** Stores a variant that was made when the original was downloaded. */
    put: (sha256: string, variant: ScreenVariant, bytes: Uint8Array): Promise<void> =>
      writeAtomically(pathOf(sha256, variant), bytes, { durable: false }),
    /** Deletes the variants of originals that are no longer stored. */
    async remove(sha256s: readonly string[]): Promise<void> {
      for (const sha256 of sha256s)
        for (const variant of screenVariants) await rm(pathOf(sha256, variant), { force: true })
    },
    /** All variants, folder by folder, and unfinished files that remained when the program was killed. */
    async *all(): AsyncIterable<{ made: MadeVariant[]; unfinished: StoredFile[] }> {
      for (const folder of await readdir(directory).catch(() => [])) {
        const made: MadeVariant[] = []
        const unfinished: StoredFile[] = []
        for (const file of await filesIn(join(directory, folder))) {
          const [, sha256, variant = ''] = /^([0-9a-f]{64})-(\w+)\.webp$/.exec(file.name) ?? []
          if (sha256 && isScreenVariant(variant)) made.push({ sha256, variant, bytes: file.bytes })
          else unfinished.push(file)
        }
        yield { made, unfinished }
      }
    },
  }
}
