import type { Sharp } from 'sharp'
import { loadSharp, mostPixels } from './decode.ts'
import { encodeTga16, largestWithin, leastBytes } from './tga.ts'

type SquareFormat = 'jpg' | 'png' | 'tif'

/**
 * How a derived picture is made. The recipe's word stands in the picture's address and in the name of its cached file:
 * `original`, `planogram-ppi72`, `tga-100`, `tga-50-ppi72`, `square-600-jpg`, `square-600-png-ppi72`.
 */
export type Recipe =
  | { kind: 'original' }
  /** The picture in its own format, at a lower resolution. */
  | { kind: 'planogram'; ppi: number }
  /** A TGA-16 of at most so many kilobytes of 1024 bytes. */
  | { kind: 'tga'; kilobytes: 50 | 100; ppi?: number }
  | { kind: 'square'; size: number; format: SquareFormat; ppi?: number }

export function recipeWord(recipe: Recipe): string {
  switch (recipe.kind) {
    case 'original':
      return 'original'
    case 'planogram':
      return `planogram-ppi${recipe.ppi}`
    case 'tga':
      return `tga-${recipe.kilobytes}${ppiWord(recipe.ppi)}`
    case 'square':
      return `square-${recipe.size}-${recipe.format}${ppiWord(recipe.ppi)}`
  }
}
const ppiWord = (ppi: number | undefined) => (ppi === undefined ? '' : `-ppi${ppi}`)

const squareWord =
  /^square-(?<size>50|100|150|200|600|900|1000)-(?<format>jpg|png|tif)(?:-ppi(?<ppi>[1-9]\d{0,5}))?$/
const tgaWord = /^tga-(?<kilobytes>50|100)(?:-ppi(?<ppi>[1-9]\d{0,5}))?$/
const planogramWord = /^planogram-ppi(?<ppi>[1-9]\d{0,5})$/

/** Undefined for any other word: the list of recipes that are served is closed. */
export function readRecipe(word: string): Recipe | undefined {
  if (word === 'original') return { kind: 'original' }
  const ppiOf = ({ ppi }: Record<string, string | undefined>) => (ppi === undefined ? undefined : Number(ppi))
  const asSquare = squareWord.exec(word)?.groups
  if (asSquare)
    return {
      kind: 'square',
      size: Number(asSquare['size']),
      format: asSquare['format'] as SquareFormat,
      ppi: ppiOf(asSquare),
    }
  const asTga = tgaWord.exec(word)?.groups
  if (asTga) return { kind: 'tga', kilobytes: asTga['kilobytes'] === '50' ? 50 : 100, ppi: ppiOf(asTga) }
  const asPlanogram = planogramWord.exec(word)?.groups
  return asPlanogram ? { kind: 'planogram', ppi: Number(asPlanogram['ppi']) } : undefined
}

const squareMimeTypes: Record<SquareFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
}
/** The MIME type of what a recipe makes of a picture. @param original the picture's MIME type */
export function recipeMimeType(recipe: Recipe, original: string): string {
  if (recipe.kind === 'square') return squareMimeTypes[recipe.format]
  return recipe.kind === 'tga' ? 'image/x-tga' : original
}
/** Resolution of a picture that names none (decisions: "unknown density counts as 72"). */
const unknownDensity = 72
const white = { r: 255, g: 255, b: 255, alpha: 1 }
const clear = { r: 255, g: 255, b: 255, alpha: 0 }

/**
 * Makes a picture from a kept one. A resolution below the original's scales the pixels by wanted/original and is written
 * into the file; a higher resolution changes nothing. No picture is ever enlarged or cropped.
 * @throws when the source cannot be decoded
 */
export async function derivePicture(
  source: Uint8Array,
  recipe: Exclude<Recipe, { kind: 'original' }>,
): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const open = () => sharp(source, { limitInputPixels: mostPixels }).autoOrient()
  const { autoOrient: size, density, format, hasAlpha } = await open().metadata()
  const original = density && density > 1 ? density : unknownDensity
  const ppi = 'ppi' in recipe && recipe.ppi !== undefined && recipe.ppi < original ? recipe.ppi : undefined
  const scale = ppi === undefined ? 1 : ppi / original
  const scaled = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
  switch (recipe.kind) {
    case 'planogram':
      return ppi === undefined
        ? source
        : encodeAs(
            open()
              .resize({ ...scaled, fit: 'fill' })
              .withMetadata({ density: ppi }),
            format,
          )
    case 'tga':
      return tga(open, scaled, recipe.kilobytes * 1024)
    case 'square':
      return square(open(), hasAlpha, scaled, recipe, ppi ?? Math.round(original))
  }
}

interface Size {
  width: number
  height: number
}

/**
 * The largest whole-pixel size whose file stays within the limit; never more pixels than asked for. The picture is decoded
 * once, at the largest size that any picture of its shape could have within the limit; each size tried is made of that.
 */
async function tga(open: () => Sharp, most: Size, limit: number): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const longer = Math.max(most.width, most.height)
  const sizeOf = (side: number): Size => ({
    width: Math.max(1, Math.round((most.width * side) / longer)),
    height: Math.max(1, Math.round((most.height * side) / longer)),
  })
  const largest = lastThat(longer, (side) => leastBytes(sizeOf(side)) <= limit)
  const decoded = sizeOf(largest)
  const resized = ({ width, height }: Size, from: Sharp) => from.resize(width, height, { fit: 'fill' })
  const pixels = await resized(decoded, open())
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
  const raw = { ...decoded, channels: 4 as const }
  const files = new Map<number, Uint8Array>()
  const encode = async (side: number): Promise<number> => {
    const size = sizeOf(side)
    const data = side === largest ? pixels : await resized(size, sharp(pixels, { raw })).raw().toBuffer()
    const encoded = encodeTga16({ ...size, data }, limit)
    if ('bytes' in encoded) return encoded.bytes
    files.set(side, encoded.file)
    return encoded.file.length
  }
  const side = await largestWithin(limit, largest, encode)
  // The least was not tried, if nothing else fitted.
  if (!files.has(side)) await encode(side)
  return files.get(side) ?? new Uint8Array()
}

/** The last number from 1 to `most` that passes, where all before it do; 1 at least. */
function lastThat(most: number, passes: (number: number) => boolean): number {
  let [low, high] = [1, most + 1]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (passes(middle)) low = middle
    else high = middle
  }
  return low
}

async function square(
  source: Sharp,
  hasAlpha: boolean,
  picture: Size,
  { size, format }: { size: number; format: SquareFormat },
  density: number,
): Promise<Uint8Array> {
  const fit = Math.min(1, size / picture.width, size / picture.height)
  const width = Math.max(1, Math.round(picture.width * fit))
  const height = Math.max(1, Math.round(picture.height * fit))
  const left = Math.floor((size - width) / 2)
  const top = Math.floor((size - height) / 2)
  const keepsClear = hasAlpha && format !== 'jpg'
  const placed = source
    .resize(width, height, { fit: 'fill' })
    .extend({
      left,
      top,
      right: size - width - left,
      bottom: size - height - top,
      background: keepsClear ? clear : white,
    })
    .withMetadata({ density })
  return encodeAs(keepsClear ? placed : placed.flatten({ background: white }), format)
}

async function encodeAs(picture: Sharp, format: string): Promise<Uint8Array> {
  switch (format) {
    case 'png':
      return picture.png({ compressionLevel: 8 }).toBuffer()
    case 'tif':
    case 'tiff':
      return picture.tiff({ compression: 'lzw' }).toBuffer()
    case 'webp':
      return picture.webp({ quality: 88 }).toBuffer()
    case 'gif':
      return picture.gif().toBuffer()
    case 'heif':
      return picture.avif({ quality: 70 }).toBuffer()
    default:
      return picture.jpeg({ quality: 88 }).toBuffer()
  }
}
