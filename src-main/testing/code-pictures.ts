/** Pictures with barcodes, drawn for tests. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, type WriteInputBarcodeFormat, writeBarcode } from 'zxing-wasm/writer'

const require = createRequire(import.meta.url)
let prepared: Promise<unknown> | undefined

/** Loads the program of the library from disk. */
async function prepare(): Promise<void> {
  prepared ??= readFile(require.resolve('zxing-wasm/writer/zxing_writer.wasm')).then((program) =>
    prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(program).buffer },
      fireImmediately: true,
    }),
  )
  await prepared
}

/** The modules of one line of a symbol, without quiet zones; 1 is dark. */
export async function codeModules(format: WriteInputBarcodeFormat, text: string): Promise<string> {
  await prepare()
  const { symbol, error } = await writeBarcode(text, { format, scale: 1, addQuietZones: false })
  if (!symbol) throw new Error(error)
  return Array.from(symbol.data.subarray(0, symbol.width), (value) => (value === 0 ? '1' : '0')).join('')
}

/** Bars or modules on white, as PNG. */
async function symbol(format: WriteInputBarcodeFormat, text: string, scale: number): Promise<Buffer> {
  await prepare()
  const { image, error } = await writeBarcode(text, { format, scale, addQuietZones: true })
  if (!image) throw new Error(error)
  return Buffer.from(await image.arrayBuffer())
}

interface CodePicture {
  format: WriteInputBarcodeFormat
  text: string
  /** Pixels of one module. */
  scale?: number
  /** Clockwise. */
  degrees?: number
  /** Sigma of a Gaussian blur in pixels. */
  blur?: number
  side?: number
}

/** A photograph-like picture with one code in it, as JPEG. */
export async function codePicture({
  format,
  text,
  scale = 2,
  degrees = 0,
  blur = 0,
  side = 800,
}: CodePicture): Promise<Buffer> {
  const code = await sharp(await symbol(format, text, scale))
    .rotate(degrees, { background: '#fff' })
    .toBuffer()
  const picture = sharp({
    create: { width: side, height: side, channels: 3, background: '#7a8b6c' },
  }).composite([{ input: code, gravity: 'southeast' }])
  const drawn = await picture.png().toBuffer()
  return (blur > 0 ? sharp(drawn).blur(blur) : sharp(drawn)).jpeg({ quality: 85 }).toBuffer()
}

/** An EAN-13 whose bars are too blurred to be read alone, above sharp digits, as JPEG. */
export async function blurredCodePicture(digits: string): Promise<Buffer> {
  const modules = await codeModules('EAN13', digits)
  const scale = 3
  const [width, height, left, top] = [modules.length * scale, 60, 200, 200]
  const row = Uint8Array.from({ length: width }, (_, x) => (modules[Math.floor(x / scale)] === '1' ? 0 : 255))
  const drawn = sharp(Buffer.concat(Array(height).fill(row)), { raw: { width, height, channels: 1 } })
  const quiet = 10 * scale
  const bars = await drawn.extend({ left: quiet, right: quiet, top: 10, background: '#fff' }).png().toBuffer()
  const text = (content: string, wide: number) =>
    sharp({ text: { text: content, font: 'sans', width: wide, height: 24, rgba: true } })
      .png()
      .toBuffer()
  const at = (module: number) => ({ left: left + module * scale, top: top + 76 })
  return sharp({ create: { width: 800, height: 500, channels: 3, background: '#fff' } })
    .composite([
      { input: await sharp(bars).blur(scale).png().toBuffer(), left: left - quiet, top },
      { input: await text(digits.slice(0, 1), 14), ...at(-8) },
      { input: await text(digits.slice(1, 7), 40 * scale), ...at(4) },
      { input: await text(digits.slice(7), 40 * scale), ...at(50) },
    ])
    .jpeg({ quality: 92 })
    .toBuffer()
}
