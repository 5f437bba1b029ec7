import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictureName, type SampleView, viewsOf } from '../documents.ts'
import { prepareFonts } from '../fonts.ts'
import type { SampleProduct } from '../model.ts'
import { drawPack } from './draw-pack.ts'
import { drawScale } from './draw-scale.ts'
import { typesetter } from './type.ts'

/** Draws every view of every product into a folder; `only` limits it to names that contain a word, `view` to one view. */
export async function drawPictures(
  products: SampleProduct[],
  options: { fonts: string; folder: string; only?: string; view?: string },
): Promise<void> {
  const fonts = prepareFonts(options.fonts)
  // Only now: fontconfig reads its configuration when the library is loaded.
  const { default: sharp } = await import('sharp')
  const t = typesetter(fonts)
  const all = products.map((product, position) => ({ product, views: viewsOf(position) }))
  const wanted = new Set(all.flatMap(({ product, views }) => views.map((view) => pictureName(product, view))))
  for (const file of readdirSync(options.folder)) if (!wanted.has(file)) rmSync(join(options.folder, file))
  const draw = (product: SampleProduct, view: SampleView) =>
    view === 'B1C1' ? drawScale(product, t) : drawPack(product, view, t)
  let count = 0
  let bytes = 0
  for (const { product, views } of all) {
    if (options.only && !`${product.brand.name} ${product.name}`.includes(options.only)) continue
    for (const view of views) {
      if (options.view && view !== options.view) continue
      const file = await sharp(Buffer.from(draw(product, view)))
        .webp({ quality: view === 'A1C1' ? 58 : 52, alphaQuality: 80, effort: 6 })
        .toBuffer()
      writeFileSync(join(options.folder, pictureName(product, view)), file)
      count++
      bytes += file.length
    }
  }
  console.error(
    `${count} pictures, ${(bytes / 1024 / 1024).toFixed(1)} MB, ${(bytes / 1024 / count).toFixed(1)} KB each`,
  )
}
