import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { type PictureFiles, writeWhole } from './picture-files.ts'
import { loadSharp, mostPixels } from './sharp.ts'

/** What the screens show: a row's thumbnail, and a picture as large as a window. Longest side in pixels. */
const longestSide = { thumbnail: 160, preview: 1000 } as const
export type ScreenVariant = keyof typeof longestSide
export const isScreenVariant = (name: string): name is ScreenVariant => name in longestSide

/** One core stays free for everything else. */
const atOnce = 1

/**
 * Smaller pictures for the screens, made when first asked for and kept on disk. Equal requests at the same time are
 * made once. They can be thrown away at any time.
 */
export function screenVariants(files: PictureFiles, directory: string) {
  const queue = new PQueue({ concurrency: atOnce })
  const underway = new Map<string, Promise<Uint8Array | undefined>>()

  const make = async (
    sha256: string,
    variant: ScreenVariant,
    path: string,
  ): Promise<Uint8Array | undefined> => {
    const original = await files.read(sha256)
    if (!original) return undefined
    const sharp = await loadSharp()
    const side = longestSide[variant]
    const bytes = await sharp(original, { limitInputPixels: mostPixels })
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    await writeWhole(path, bytes)
    return bytes
  }
  return {
    /** WebP; undefined when the original is not here. */
    async get(sha256: string, variant: ScreenVariant): Promise<Uint8Array | undefined> {
      const path = join(directory, sha256.slice(0, 2), `${sha256}-${variant}.webp`)
      const kept = await readFile(path).catch(() => undefined)
      if (kept) return kept
      let made = underway.get(path)
      if (!made) {
        made = queue.add(() => make(sha256, variant, path)).finally(() => underway.delete(path))
        underway.set(path, made)
      }
      return made
    },
    idle: (): Promise<void> => queue.onIdle(),
  }
}
