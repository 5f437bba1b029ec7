/** Pictures of labels, drawn for tests: a nutrition table, further lines, and a barcode. */
import sharp, { type OverlayOptions } from 'sharp'
import { codePicture } from './code-pictures.ts'

interface LabelPicture {
  /** Digits of the EAN-13 on the label; none if absent. */
  code?: string
  /** Heading of the amounts. */
  per?: string
  /** Rows of the table: a name, and an amount. A decimal makes an amount easier to read. */
  rows: readonly (readonly [name: string, amount: string])[]
  /** Lines below the table. */
  lines?: readonly string[]
}

const side = 1000
const rowHeight = 56
const columns = { name: 60, amount: 600 }

/** Drawn text, because the program itself blocks SVG in its image library. */
const text = (left: number, line: number, content: string): OverlayOptions => ({
  input: { text: { text: content, font: 'sans 26', dpi: 96, rgba: true } },
  ...{ left, top: 60 + line * rowHeight },
})

/** A clearly printed label, as JPEG. */
export async function labelPicture({
  code,
  per = 'per 100 g',
  rows,
  lines = [],
}: LabelPicture): Promise<Buffer> {
  const layers = [
    text(columns.name, 0, 'Nutrition facts'),
    text(columns.amount, 0, per),
    ...rows.flatMap(([name, amount], index) => [
      text(columns.name, index + 1, name),
      text(columns.amount, index + 1, amount),
    ]),
    ...lines.map((line, index) => text(columns.name, rows.length + index + 2, line)),
  ]
  const bars = code === undefined ? [] : [await barcode(code)]
  return sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .composite([...layers, ...bars])
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function barcode(text: string): Promise<OverlayOptions> {
  const size = { width: 330, height: 200 }
  const picture = sharp(await codePicture({ format: 'EAN13', text, side: size.width }))
  return { input: await picture.resize({ ...size, position: 'southeast' }).toBuffer(), gravity: 'southeast' }
}
