import sharp, { type Metadata } from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Derived, derivePicture, derivePictures, readRecipe, recipeWord } from './derive-picture.ts'

const red = { r: 220, g: 30, b: 40, alpha: 1 }
/** A red package of 400 x 800 pixels with a transparent margin of 20, at 300 pixels per inch. */
const cutOut = await sharp({ create: { width: 400, height: 800, channels: 4, background: red } })
  .extend({ top: 20, bottom: 20, left: 20, right: 20, background: { r: 0, g: 0, b: 0, alpha: 0 } })
  .withMetadata({ density: 300 })
  .png()
  .toBuffer()
const small = await sharp({ create: { width: 60, height: 90, channels: 3, background: red } })
  .jpeg()
  .toBuffer()
/** Every pixel has a different colour, so run-length encoding saves nothing. */
const noise = await sharp({
  create: {
    width: 900,
    height: 600,
    channels: 3,
    background: red,
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .png()
  .toBuffer()

const make = (source: Uint8Array, word: string) => {
  const recipe = readRecipe(word)
  if (!recipe || recipe.kind === 'original') throw new Error(`${word} makes nothing`)
  return derivePicture(source, recipe)
}
const raster = (file: Uint8Array) => sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer()
/** Mean difference of two pictures of the same size, 0 to 255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [left, right] = await Promise.all([raster(one), raster(other)])
  expect(left.length).toBe(right.length)
  return left.reduce((sum, value, index) => sum + Math.abs(value - (right[index] ?? 0)), 0) / left.length
}
const pixel = async (file: Uint8Array, x: number, y: number) => {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
}

describe('square e-commerce pictures', () => {
  test.each([50, 100, 150, 200, 600, 900, 1000])('are %i pixels wide and high', async (size) => {
    for (const format of ['jpg', 'png', 'tif']) {
      const file = await make(cutOut, `square-${size}-${format}`)
      expect(await sharp(file).metadata()).toMatchObject({
        format: { jpg: 'jpeg', png: 'png', tif: 'tiff' }[format],
        width: size,
        height: size,
      })
    }
  })
  test('are white around the product, or transparent if the format supports it', async () => {
    expect(await pixel(await make(cutOut, 'square-200-jpg'), 2, 100)).toEqual([255, 255, 255, 255])
    expect((await pixel(await make(cutOut, 'square-200-png'), 2, 100))[3]).toBe(0)
    expect((await pixel(await make(cutOut, 'square-200-tif'), 2, 100))[3]).toBe(0)
  })
  test('never enlarge the product', async () => {
    const file = await make(small, 'square-600-png')
    const { info } = await sharp(file)
      .trim({ background: '#ffffff', threshold: 40 })
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 60, height: 90 })
  })
  test('show the product smaller at a lower resolution, and store the resolution', async () => {
    const file = await make(cutOut, 'square-1000-png-ppi150')
    expect((await sharp(file).metadata()).density).toBe(150)
    const { info } = await sharp(file).trim().toBuffer({ resolveWithObject: true })
    expect(info.height).toBeGreaterThan(395)
    expect(info.height).toBeLessThan(405)
  })
})

/** A rotated photograph with a copyright note. */
const turned = sharp(noise)
  .blur(4)
  .withMetadata({ orientation: 6, density: 144 })
  .withExif({ IFD0: { Copyright: 'Oatlark' } })

const sources: [name: string, file: Uint8Array][] = [
  ['a cut-out', cutOut],
  ['a rotated photograph', await turned.clone().jpeg({ quality: 95 }).toBuffer()],
  ['a picture of 16 bits', await turned.clone().toColourspace('rgb16').png().toBuffer()],
  ['a grey picture', await sharp(noise).blur(4).greyscale().jpeg().toBuffer()],
  ['a picture with a colour profile', await sharp(noise).blur(4).withIccProfile('p3').jpeg().toBuffer()],
  ['a CMYK picture', await sharp(noise).blur(4).withIccProfile('cmyk').jpeg().toBuffer()],
  ['a rotated picture with a profile', await turned.clone().withIccProfile('p3').png().toBuffer()],
]

describe('deriving several pictures at once', () => {
  const words = ['square-900-jpg', 'square-200-png-ppi36', 'tga-50', 'square-600-tif', 'square-50-jpg']
  const recipes = words.map((word) => readRecipe(word) as Derived)
  test.each(sources)('gives the same results as deriving each alone: %s', async (_name, source) => {
    const together = await derivePictures(source, recipes)
    for (const [index, recipe] of recipes.entries()) {
      const alone = await derivePicture(source, recipe)
      const made = together[index] ?? alone
      if (recipe.kind === 'tga') {
        expect(Buffer.from(made)).toEqual(Buffer.from(alone))
        continue
      }
      const facts = ({ format, width, height, density, channels, depth, hasProfile, exif }: Metadata) => ({
        ...{ format, width, height, density, channels, depth, hasProfile },
        names: exif?.includes('Oatlark') ?? false,
      })
      expect(facts(await sharp(made).metadata())).toEqual(facts(await sharp(alone).metadata()))
      expect(await difference(made, alone)).toBeLessThan(2)
    }
  })

  test('treats colours without a profile as sRGB', async () => {
    const file = await make(small, 'square-200-png')
    const [r = 0, g = 0, b = 0] = await pixel(file, 100, 100)
    for (const [is, was] of [
      [r, red.r],
      [g, red.g],
      [b, red.b],
    ] as const)
      expect(Math.abs(is - was)).toBeLessThanOrEqual(2)
  })
})

describe('planogram pictures', () => {
  test('are scaled by requested resolution / original resolution', async () => {
    expect(await sharp(await make(cutOut, 'planogram-ppi150')).metadata()).toMatchObject({
      format: 'png',
      width: 220,
      height: 420,
      density: 150,
    })
  })
  test('are unchanged at or above the original resolution', async () => {
    expect(await make(cutOut, 'planogram-ppi300')).toBe(cutOut)
    expect(await make(small, 'planogram-ppi72')).toBe(small)
  })
})

describe('TGA-16 planogram pictures', () => {
  test.each([50, 100])('use the limit of %i KB without exceeding it', async (kilobytes) => {
    const file = await make(noise, `tga-${kilobytes}`)
    expect(file.length).toBeLessThanOrEqual(kilobytes * 1024)
    expect(file.length).toBeGreaterThan(kilobytes * 1024 * 0.97)
  })
  test('are not enlarged', async () => {
    const file = Buffer.from(await make(small, 'tga-100'))
    expect([file.readUInt16LE(12), file.readUInt16LE(14)]).toEqual([60, 90])
  })
})

test.each([
  'original',
  'planogram-ppi72',
  'tga-50',
  'tga-100-ppi96',
  'square-900-tif',
  'square-50-jpg-ppi72',
])('reads and writes the recipe %s', (word) => {
  const recipe = readRecipe(word)
  expect(recipe && recipeWord(recipe)).toBe(word)
})
test.each(['square-601-jpg', 'square-600-gif', 'tga-75', 'planogram-ppi0', '../secrets', ''])(
  'rejects the recipe %j',
  (word) => expect(readRecipe(word)).toBeUndefined(),
)
