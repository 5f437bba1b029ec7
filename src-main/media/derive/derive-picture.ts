import type { Metadata, Sharp } from 'sharp'
import { loadSharp, openImage } from '../../platform/image-library.ts'
import { encodeTga16, largestWithin, minBytes, type Raster } from './tga.ts'

type SquareFormat = 'jpg' | 'png' | 'tif'

/**
 * How a derived picture is made. Its word is part of the picture's address and of the name of its cached
 * file: `original`, `planogram-ppi72`, `tga-100`, `tga-50-ppi72`, `square-600-jpg`, `square-600-png-ppi72`.
 */
export type Recipe =
  | { kind: 'original' }
  /** The picture in its own format, at a lower resolution. */
  | { kind: 'planogram'; ppi: number }
  /** A TGA-16 with at most this number of kilobytes (1024 bytes). */
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

/** Undefined for any other word: the list of recipes is closed. */
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
/** MIME type of the derived picture. @param original the picture's MIME type */
export function recipeMimeType(recipe: Recipe, original: string): string {
  if (recipe.kind === 'square') return squareMimeTypes[recipe.format]
  return recipe.kind === 'tga' ? 'image/x-tga' : original
}
/** Resolution of a picture without one (decisions: "unknown density counts as 72"). */
const unknownDensity = 72
const white = { r: 255, g: 255, b: 255, alpha: 1 }
const clear = { r: 255, g: 255, b: 255, alpha: 0 }

/** A recipe that changes the picture. */
export type Derived = Exclude<Recipe, { kind: 'original' }>

/**
 * Number of pictures derived concurrently. Where freed memory would stay fragmented (glibc), sharp decodes
 * each picture in one thread, so a single one would leave a core idle; more than two would take the memory of
 * more decoded pictures.
 */
export const maxConcurrentPictures = 2

/**
 * Derives a picture from a stored one. A resolution below the original's scales the pixels by
 * requested/original and is stored in the file; a higher resolution changes nothing. Pictures are never
 * enlarged or cropped.
 * @throws if the source cannot be decoded
 */
export async function derivePicture(source: Uint8Array, recipe: Derived): Promise<Uint8Array> {
  const [made] = await derivePictures(source, [recipe])
  return made ?? source
}

/** Derives several pictures from a stored one, in order; the source is decoded once for all squares. */
export async function derivePictures(source: Uint8Array, recipes: readonly Derived[]): Promise<Uint8Array[]> {
  const sharp = await loadSharp()
  const open = () => openImage(sharp, source).autoOrient()
  const { autoOrient: size, density, ...facts } = await open().metadata()
  const original = density && density > 1 ? density : unknownDensity
  /** Pixels after scaling for a recipe; `ppi` is set if the recipe's resolution is below the original's. */
  const scaledFor = (recipe: Derived): Size & { ppi: number | undefined } => {
    const ppi = recipe.ppi !== undefined && recipe.ppi < original ? recipe.ppi : undefined
    const scale = ppi === undefined ? 1 : ppi / original
    return {
      ppi,
      width: Math.max(1, Math.round(size.width * scale)),
      height: Math.max(1, Math.round(size.height * scale)),
    }
  }
  const squares = recipes.flatMap((recipe) =>
    recipe.kind === 'square' ? [fitted(scaledFor(recipe), recipe.size)] : [],
  )
  const openSquare = squares.length > 1 ? await decodedOnce(open(), squares, facts.hasProfile) : open

  const make = async (recipe: Derived): Promise<Uint8Array> => {
    const { ppi, ...scaled } = scaledFor(recipe)
    switch (recipe.kind) {
      case 'planogram':
        return ppi === undefined
          ? source
          : encodeAs(
              open()
                .resize({ ...scaled, fit: 'fill' })
                .withMetadata({ density: ppi }),
              facts.format,
            )
      case 'tga':
        return tga(open, facts.hasAlpha, scaled, recipe.kilobytes * 1024)
      case 'square':
        return square(openSquare(), facts, fitted(scaled, recipe.size), recipe, ppi ?? Math.round(original))
    }
  }
  const made: Uint8Array[] = []
  for (const recipe of recipes) made.push(await make(recipe))
  return made
}

/**
 * Decodes a picture at the largest of the sizes, without loss. Colours with a profile are converted to sRGB
 * here: when sharp 0.35 rotates a picture, it loses the profile that it should keep, or writes freed memory
 * in its place.
 */
async function decodedOnce(
  picture: Sharp,
  sizes: readonly Size[],
  hasProfile: boolean,
): Promise<() => Sharp> {
  const sharp = await loadSharp()
  const width = Math.max(...sizes.map((size) => size.width))
  const height = Math.max(...sizes.map((size) => size.height))
  const resized = picture.resize(width, height, { fit: 'fill' })
  const noted = hasProfile ? resized.withMetadata() : resized.keepMetadata()
  const decoded = await noted.png({ compressionLevel: 0 }).toBuffer()
  return () => sharp(decoded)
}

interface Size {
  width: number
  height: number
}

/** Minimum factor between a decoded picture and pictures derived from it, so that no detail is lost twice. */
const oversampling = 1.5

/**
 * The largest size in whole pixels whose file stays within the limit, but never more pixels than requested.
 * The picture is decoded once at a size that suffices for nearly every picture, and each tried size is
 * derived from that.
 */
async function tga(open: () => Sharp, hasAlpha: boolean, most: Size, limit: number): Promise<Uint8Array> {
  const longer = Math.max(most.width, most.height)
  const sizeOf = (side: number): Size => ({
    width: Math.max(1, Math.round((most.width * side) / longer)),
    height: Math.max(1, Math.round((most.height * side) / longer)),
  })
  const largest = lastThat(longer, (side) => minBytes(sizeOf(side)) <= limit)
  // Without runs, a pixel takes two bytes; with the runs of most pictures, the side is up to two thirds
  // longer.
  const usual = Math.ceil(Math.sqrt(((limit / 2) * longer) / Math.min(most.width, most.height)))
  for (let decoded = Math.min(largest, Math.ceil(2.5 * usual)); ; ) {
    const raster = await rasterOf(open().toColourspace('srgb'), sizeOf(decoded), hasAlpha)
    const { side, file } = await largestFrom(raster, decoded, sizeOf, limit)
    if (decoded === largest || side * oversampling <= decoded) return file
    decoded = Math.min(largest, 2 * side)
  }
}

/**
 * The largest size within the limit that can be derived from a decoded picture. @param most side of the
 * decoded picture
 */
async function largestFrom(
  decoded: Raster,
  most: number,
  sizeOf: (side: number) => Size,
  limit: number,
): Promise<{ side: number; file: Uint8Array }> {
  const sharp = await loadSharp()
  const { data, ...raw } = decoded
  const files = new Map<number, Uint8Array>()
  const encode = async (side: number): Promise<number> => {
    const raster =
      side === most ? decoded : await rasterOf(sharp(data, { raw }), sizeOf(side), raw.channels === 4)
    const encoded = encodeTga16(raster, limit)
    if ('bytes' in encoded) return encoded.bytes
    files.set(side, encoded.file)
    return encoded.file.length
  }
  const side = await largestWithin(limit, most, encode)
  // The minimum size was not tried if no other size fitted.
  if (!files.has(side)) await encode(side)
  return { side, file: files.get(side) ?? new Uint8Array() }
}

/**
 * The pixels of a picture at a size. Without alpha, the multiplication with it is skipped, which takes most
 * of the time.
 */
async function rasterOf(picture: Sharp, { width, height }: Size, hasAlpha: boolean): Promise<Raster> {
  const resized = picture.resize(width, height, { fit: 'fill' })
  const data = await (hasAlpha ? resized.ensureAlpha() : resized.removeAlpha())
    .raw({ depth: 'uchar' })
    .toBuffer()
  return { width, height, channels: hasAlpha ? 4 : 3, data }
}

/** The last number from 1 to `most` that passes, if all numbers before it do; at least 1. */
function lastThat(most: number, passes: (number: number) => boolean): number {
  let [low, high] = [1, most + 1]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (passes(middle)) low = middle
    else high = middle
  }
  return low
}

/** The size of a picture that fits into a square, without enlarging it. */
function fitted({ width, height }: Size, square: number): Size {
  const fit = Math.min(1, square / width, square / height)
  return { width: Math.max(1, Math.round(width * fit)), height: Math.max(1, Math.round(height * fit)) }
}

async function square(
  source: Sharp,
  facts: Pick<Metadata, 'hasAlpha' | 'hasProfile' | 'space' | 'depth'>,
  { width, height }: Size,
  { size, format }: { size: number; format: SquareFormat },
  density: number,
): Promise<Uint8Array> {
  const left = Math.floor((size - width) / 2)
  const top = Math.floor((size - height) / 2)
  const keepsClear = facts.hasAlpha && format !== 'jpg'
  const placed = source.resize(width, height, { fit: 'fill' }).extend({
    left,
    top,
    right: size - width - left,
    bottom: size - height - top,
    background: keepsClear ? clear : white,
  })
  // Colours without a profile are sRGB already; converting them takes a quarter of the total time.
  const isPlain = !facts.hasProfile && facts.space === 'srgb' && facts.depth === 'uchar'
  const noted = isPlain ? placed.keepMetadata().withDensity(density) : placed.withMetadata({ density })
  return encodeAs(keepsClear ? noted : noted.flatten({ background: white }), format)
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
