import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfCases } from '../../../src-shared/testing/number-of-cases.ts'
import { encodeTga16, largestWithin, minBytes, type Raster } from './tga.ts'

const run = promisify(execFile)

/** ImageMagick, an independent reader. */
const reader = await Promise.any(
  ['magick', 'convert'].map(async (command) => {
    const { stdout } = await run(command, ['-version'])
    // Some machines have a different program with this name.
    if (!stdout.includes('ImageMagick')) throw new Error(`${command} is not ImageMagick`)
    return command
  }),
).catch(() => undefined)
if (!reader) console.warn('SKIPPED: reading TGA back needs ImageMagick (apt-get install -y imagemagick)')

const raster = (width: number, height: number, colour: (x: number, y: number) => number[]): Raster => ({
  width,
  height,
  channels: 4,
  data: Uint8Array.from(
    Array.from({ length: width * height }, (_, i) => colour(i % width, Math.floor(i / width))).flat(),
  ),
})

/** The entire file, without a size limit. */
function encodeWhole(of: Raster): Uint8Array {
  const encoded = encodeTga16(of, Number.MAX_SAFE_INTEGER)
  if ('bytes' in encoded) throw new Error('a file without a limit has all its rows')
  return encoded.file
}

/** Decodes the run-length packets as defined by the file format. */
function decode(file: Uint8Array): { width: number; height: number; pixels: number[] } {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const [width, height] = [view.getUint16(12, true), view.getUint16(14, true)]
  const pixels: number[] = []
  for (let at = 18; at < file.length; ) {
    const head = view.getUint8(at)
    const count = (head & 0x7f) + 1
    const inRow = pixels.length % width
    expect(inRow + count, 'a packet ends within its row').toBeLessThanOrEqual(width)
    at += 1
    for (let i = 0; i < count; i++) pixels.push(view.getUint16(at + (head & 0x80 ? 0 : i * 2), true))
    at += head & 0x80 ? 2 : count * 2
  }
  return { width, height, pixels }
}

describe('TGA-16', () => {
  test('keeps every pixel with five bits per channel, for any runs', () => {
    const colours = [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 0],
    ]
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.nat(2), { minLength: 1, maxLength: 40 }),
        (width, height, choice) => {
          const made = raster(
            width,
            height,
            (x, y) => colours[choice[(x * 7 + y) % choice.length] ?? 0] ?? [],
          )
          const { pixels, ...size } = decode(encodeWhole(made))
          expect(size).toEqual({ width, height })
          const words = [0xfc00, 0x83e0, 0x001f]
          expect(pixels).toEqual(
            Array.from({ length: width * height }, (_, i) => {
              const x = i % width
              return words[choice[(x * 7 + Math.floor(i / width)) % choice.length] ?? 0]
            }),
          )
        },
      ),
      { numRuns: numberOfCases(60) },
    )
  })

  test('writes a small file for a plain picture', () => {
    expect(encodeWhole(raster(200, 100, () => [255, 255, 255, 255])).length).toBeLessThan(700)
  })

  test('returns a size above the limit instead of a file that exceeds it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 9 }),
        (width, height, limit, colours) => {
          const made = raster(width, height, (x, y) => [((x * y) % colours) * 28, 0, 0, 255])
          const whole = encodeWhole(made)
          const encoded = encodeTga16(made, limit)
          if (whole.length <= limit) expect(encoded).toEqual({ file: whole })
          else expect('bytes' in encoded && encoded.bytes > limit).toBe(true)
          expect(minBytes(made)).toBeLessThanOrEqual(whole.length)
          if (colours === 1) expect(minBytes(made)).toBe(whole.length)
        },
      ),
    )
  })

  test.skipIf(!reader)('is decoded correctly by ImageMagick', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'catalog-desk-tga-'))
    try {
      const path = join(directory, 'drawn.tga')
      const drawn = raster(40, 30, (x, y) =>
        y < 10 ? [255, 0, 0, 255] : x < 20 ? [0, 0, 255, 255] : [0, 255, 0, 0],
      )
      await writeFile(path, encodeWhole(drawn))
      const ask = (at: string) =>
        run(reader ?? '', [path, '-format', `%w x %h %[pixel:${at}]`, 'info:']).then(({ stdout }) => stdout)
      expect(await ask('p{5,2}')).toMatch(/^40 x 30 (red|s?rgba?\(255,0,0)/)
      expect(await ask('p{5,20}')).toMatch(/(blue|s?rgba?\(0,0,255)/)
      expect(await ask('p{30,20}')).toMatch(/(none|,0\)$)/)
    } finally {
      await rm(directory, { recursive: true })
    }
  })
})

test('finds the largest number whose size stays within the limit, for any growth', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 200_000 }),
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      fc.double({ min: 0.05, max: 20, noNaN: true }),
      async (most, limit, power, factor) => {
        const size = (side: number) => Math.ceil(18 + factor * side ** power)
        const found = await largestWithin(limit, most, async (side) => size(side))
        expect(found).toBeGreaterThanOrEqual(1)
        expect(found).toBeLessThanOrEqual(most)
        if (found > 1) expect(size(found)).toBeLessThanOrEqual(limit)
        if (found < most) expect(size(found + 1)).toBeGreaterThan(limit)
      },
    ),
  )
})

test('needs few measurements for the growth of a picture', async () => {
  let measured = 0
  const found = await largestWithin(102_400, 4000, async (side) => {
    measured += 1
    return 18 + 1.9 * side ** 1.93
  })
  expect(found).toBe(Math.floor(((102_400 - 18) / 1.9) ** (1 / 1.93)))
  expect(measured).toBeLessThanOrEqual(8)
})
