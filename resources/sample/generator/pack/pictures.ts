import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictureName, views } from '../documents.ts'
import { prepareFonts } from '../fonts.ts'
import type { SampleProduct } from '../model.ts'
import { drawPack } from './draw-pack.ts'
import { typesetter } from './type.ts'

/** Draws every view of every product into a folder; `only` limits it to names that contain a word. */
export async function drawPictures(
  products: SampleProduct[],
  options: { fonts: string; folder: string; only?: string },
): Promise<void> {
  const fonts = prepareFonts(options.fonts)
  // Only now: fontconfig reads its configuration when the library is loaded.
  const { default: sharp } = await import('sharp')
  const t = typesetter(fonts)
  const chosen = products.filter(
    ({ name, brand }) => !options.only || `${brand.name} ${name}`.includes(options.only),
  )
  const wanted = new Set(products.flatMap((product) => views.map((view) => pictureName(product, view))))
  for (const file of readdirSync(options.folder)) if (!wanted.has(file)) rmSync(join(options.folder, file))
  let bytes = 0
  for (const product of chosen) {
    for (const view of views) {
      const file = await sharp(Buffer.from(drawPack(product, view, t)))
        .webp({ quality: view === 'A1C1' ? 58 : 52, alphaQuality: 80, effort: 6 })
        .toBuffer()
      writeFileSync(join(options.folder, pictureName(product, view)), file)
      bytes += file.length
    }
  }
  console.error(
    `${chosen.length * views.length} pictures, ${(bytes / 1024 / 1024).toFixed(1)} MB, ${(bytes / 1024 / chosen.length / views.length).toFixed(1)} KB each`,
  )
}
