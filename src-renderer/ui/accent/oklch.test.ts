import { expect, test } from 'vitest'
import {
  colorOfLuminance,
  contrast,
  hexOf,
  luminance,
  oklchOf,
  type Rgb,
  rgbOf,
  rgbOfOklch,
} from './oklch.ts'

const rgb = (hex: string): Rgb => rgbOf(hex) ?? [0, 0, 0]

test.each([
  ['#ff8000', [1, 128 / 255, 0]],
  ['FF8000cc', [1, 128 / 255, 0]],
  ['ff80', undefined],
  ['#ff80001', undefined],
  ['orange', undefined],
  ['', undefined],
])('reads %j', (text, expected) => {
  expect(rgbOf(text)).toEqual(expected)
})

// The values of CSS Color 4, as browsers compute them.
test.each([
  ['#ffffff', 1, 0, undefined],
  ['#ff0000', 0.628, 0.2577, 29.23],
  ['#0000ff', 0.452, 0.3132, 264.05],
  ['#008000', 0.5198, 0.1769, 142.5],
])('converts %s to OKLCH and back', (hex, lightness, chroma, degrees) => {
  const oklch = oklchOf(rgb(hex))
  expect(oklch.lightness).toBeCloseTo(lightness, 3)
  expect(oklch.chroma).toBeCloseTo(chroma, 3)
  if (degrees !== undefined) expect(((oklch.hue * 180) / Math.PI + 360) % 360).toBeCloseTo(degrees, 1)
  expect(hexOf(rgbOfOklch(oklch))).toBe(hex)
})

test('computes contrast as WCAG does', () => {
  expect(contrast(rgb('#000000'), rgb('#ffffff'))).toBe(21)
  expect(contrast(rgb('#767676'), rgb('#ffffff'))).toBeCloseTo(4.54, 2)
})

test('a colour of a luminance keeps hue and chroma, as far as sRGB has it', () => {
  const { chroma, hue } = oklchOf(rgb('#c4314b'))
  const dark = colorOfLuminance(0.1, 0.1, hue)
  expect(luminance(dark)).toBeCloseTo(0.1, 3)
  expect(oklchOf(dark).hue).toBeCloseTo(hue, 2)
  expect(oklchOf(dark).chroma).toBeCloseTo(0.1, 3)
  const light = colorOfLuminance(0.9, chroma, hue)
  expect(luminance(light)).toBeCloseTo(0.9, 3)
  expect(oklchOf(light).chroma).toBeLessThan(chroma / 2)
  expect(hexOf(colorOfLuminance(1, chroma, hue))).toBe('#ffffff')
  expect(hexOf(colorOfLuminance(0, chroma, hue))).toBe('#000000')
})
