import { expect, test } from 'vitest'
import type { PrintedDigits } from '../../../src-shared/evidence/printed-digits.ts'
import { codeModules } from '../../testing/code-pictures.ts'
import type { GrayPicture } from '../reader/decoded-picture.ts'
import { confirmedCodes } from './confirm-bars.ts'

const [width, height, left] = [400, 60, 40]

/** Bars with this number of pixels a module; the brightness of a pixel is the mean of what it covers. */
async function drawn(digits: string, pixels: number, shift = 0): Promise<GrayPicture> {
  const modules = await codeModules(digits.length === 8 ? 'EAN8' : 'EAN13', digits)
  const row = Uint8Array.from({ length: width }, (_, x) => {
    let sum = 0
    for (let part = 0; part < 16; part += 1)
      sum += modules[Math.floor((x + (part + 0.5) / 16 - left - shift) / pixels)] === '1' ? 40 : 220
    return sum / 16
  })
  const whole = new Uint8Array(width * height).fill(220)
  for (let y = 5; y < 40; y += 1) whole.set(row, y * width)
  return { pixels: whole, width, height }
}

/** The digits below the bars. */
function printed(digits: string, pixels: number): PrintedDigits {
  const [from, to] = digits.length === 8 ? [6.5, 60.5] : [-8, 88.5]
  const at = (module: number) => ({ x: left + module * pixels, y: 48 })
  return { digits, isFirstAdded: false, first: at(from), last: at(to), height: 10 }
}

const code = '4006381333931'

test.each([0.85, 1, 1.15, 1.7, 3])('digits are confirmed by bars of %d pixels a module', async (pixels) => {
  const [found, another] = confirmedCodes(await drawn(code, pixels, 1.3), [printed(code, pixels)])
  expect(found).toMatchObject({ format: 'EAN-13', gtin14: `0${code}` })
  expect(another).toBeUndefined()
  expect(found?.box.y).toBeLessThan(40 / height)
  expect(found?.box.x).toBeLessThan(left / width)
})

test('the digits of an EAN-8 are confirmed', async () => {
  const picture = await drawn('96385074', 1.2)
  expect(confirmedCodes(picture, [printed('96385074', 1.2)])).toMatchObject([{ format: 'EAN-8' }])
})

test.each([
  // Two digits of each are others, and the check digit is right.
  ...['4006381333634', '4006381383936', '4006387333935', '9006381333936'],
])('%s, misread, is not confirmed', async (misread) => {
  for (const pixels of [0.85, 1, 1.7, 3])
    expect(confirmedCodes(await drawn(code, pixels), [printed(misread, pixels)])).toEqual([])
})

test('digits without bars, and digits that identify no product, are not confirmed', async () => {
  const blank = { pixels: new Uint8Array(width * height).fill(128), width, height }
  const stripes = { ...blank, pixels: blank.pixels.map((_, at) => (at % 4 < 2 ? 0 : 255)) }
  expect(confirmedCodes(blank, [printed(code, 1)])).toEqual([])
  expect(confirmedCodes(stripes, [printed(code, 2)])).toEqual([])
  const weighed = '2012345678903'
  expect(confirmedCodes(await drawn(weighed, 2), [printed(weighed, 2)])).toEqual([])
})
