import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { randomNumbers } from './random.ts'

/** Side of a generated picture, in pixels. */
const side = 1200

/**
 * Creates a folder with `count` different JPEGs: smooth colour gradients with grain, which compress like
 * photographs.
 * @returns the folder, and the paths of the files in it
 */
export async function generatePictures(count: number): Promise<{ folder: string; files: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pictures-'))
  const files: string[] = []
  for (let number = 0; number < count; number++) {
    const next = randomNumbers(number + 1)
    const small = Buffer.from(Array.from({ length: 24 * 24 * 3 }, () => Math.floor(next() * 256)))
    const pixels = await sharp(small, { raw: { width: 24, height: 24, channels: 3 } })
      .resize(side, side, { kernel: 'cubic' })
      .raw()
      .toBuffer()
    for (let at = 0; at < pixels.length; at++)
      pixels[at] = Math.max(0, Math.min(255, (pixels[at] ?? 0) + next() * 24 - 12))
    const file = join(folder, `${number}.jpg`)
    writeFileSync(
      file,
      await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
        .jpeg({ quality: 88 })
        .toBuffer(),
    )
    files.push(file)
  }
  return { folder, files }
}
