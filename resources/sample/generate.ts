/**
 * Makes the sample catalog: the lookup lists, items.xml, content-plus.xml and, with `--pictures FONTS`, the pack shots
 * (`--only WORD` draws those whose name has the word, `--view CODE` that view only). The same input always gives the same catalog. `FONTS` is a folder
 * with the font packages of README.md; the pictures are committed, so only who changes them needs it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sampleFiles } from './generator/files.ts'
import { sampleProducts } from './generator/products.ts'

const { values } = parseArgs({
  options: { pictures: { type: 'string' }, only: { type: 'string' }, view: { type: 'string' } },
})

const products = sampleProducts()
for (const [name, text] of Object.entries(sampleFiles(products)))
  writeFileSync(new URL(name, import.meta.url), text)
console.error(
  `${products.length} items of ${new Set(products.map(({ brand }) => brand.id)).size} brands in ${new Set(products.map(({ department }) => department)).size} departments`,
)

if (values.pictures !== undefined) {
  const folder = fileURLToPath(new URL('pictures/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const { drawPictures } = await import('./generator/pack/pictures.ts')
  await drawPictures(products, {
    fonts: values.pictures,
    folder,
    ...(values.only ? { only: values.only } : {}),
    ...(values.view ? { view: values.view } : {}),
  })
}
