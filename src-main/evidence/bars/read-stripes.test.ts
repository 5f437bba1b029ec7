import { expect, test } from 'vitest'
import { codeModules } from '../../testing/code-pictures.ts'
import type { GrayPicture } from '../reader/decoded-picture.ts'
import { readStripes } from './read-stripes.ts'

const [width, height, left, top, barHeight] = [240, 120, 50, 30, 40]
const code = '4006381333931'

interface Drawing {
  digits?: string
  format?: 'EAN13' | 'Code128'
  /** Pixels of a module. */
  pixels: number
  /** How much wider the modules in the middle are. */
  bend?: number
  isTurned?: boolean
}

/** Bars on white; the brightness of a pixel is the mean of what it covers. */
async function drawn({
  digits = code,
  format = 'EAN13',
  pixels,
  bend = 0,
  isTurned = false,
}: Drawing): Promise<GrayPicture> {
  const modules = await codeModules(format, digits)
  const length = modules.length * pixels
  const places = Array.from({ length: modules.length + 1 }, (_, module) => {
    const part = module / modules.length
    return left + 0.3 + (part + (bend * part * (1 - part)) / 2) * length
  })
  const row = Uint8Array.from({ length: width }, (_, x) => {
    let sum = 0
    for (let part = 0; part < 16; part += 1) {
      const next = places.findIndex((place) => place > x + (part + 0.5) / 16)
      sum += next > 0 && modules[next - 1] === '1' ? 40 : 220
    }
    return sum / 16
  })
  const picture = new Uint8Array(width * height).fill(220)
  for (let y = top; y < top + barHeight; y += 1) picture.set(row, y * width)
  if (!isTurned) return { pixels: picture, width, height }
  const turned = picture.map((_, at) => picture[(at % height) * width + Math.floor(at / height)] ?? 0)
  return { pixels: turned, width: height, height: width }
}

test.each([
  { pixels: 1 },
  { pixels: 1.15 },
  { pixels: 1.15, isTurned: true },
  { pixels: 1.3, bend: 0.2 },
  { pixels: 1.3, bend: -0.2, isTurned: true },
  { pixels: 1.1, digits: '0036000291452' },
])('reads $pixels pixels a module, bent by $bend', async (drawing) => {
  const [symbol, another] = readStripes(await drawn(drawing))
  expect(symbol).toMatchObject({ symbology: 'EAN13', text: drawing.digits ?? code })
  expect(another).toBeUndefined()
})

test('tells where the bars are', async () => {
  const [symbol] = readStripes(await drawn({ pixels: 1.15 }))
  expect(symbol?.box.x).toBeCloseTo(left / width, 1)
  expect(symbol?.box.width).toBeCloseTo((95 * 1.15) / width, 1)
  expect(symbol?.box.y).toBeGreaterThan((top - 6) / height)
  expect(symbol?.box.y).toBeLessThan((top + barHeight) / height)
})

test('reads nothing else', async () => {
  const wrongCheckDigit = await drawn({ pixels: 1.15 })
  // The last digit of the code, 1, is drawn over with a 7.
  const other = await drawn({ pixels: 1.15, digits: '4006381333047' })
  const from = left + Math.round(85 * 1.15)
  for (let y = 0; y < height; y += 1)
    wrongCheckDigit.pixels.set(other.pixels.subarray(y * width + from, (y + 1) * width), y * width + from)
  expect(readStripes(wrongCheckDigit)).toEqual([])
  expect(readStripes(await drawn({ pixels: 1.2, format: 'Code128', digits: 'AB123456' }))).toEqual([])
  for (const period of [2, 3, 4, 7]) {
    const pixels = new Uint8Array(width * height).map((_, at) =>
      (at % width) % period < period / 2 ? 40 : 220,
    )
    expect(readStripes({ pixels, width, height })).toEqual([])
  }
})
