/**
 * Colours in OKLCH, whose lightness, chroma and hue correspond to what people see (Björn Ottosson, 2020), and
 * their contrast according to WCAG 2. Channels of sRGB are 0 to 1.
 */
export type Rgb = readonly [red: number, green: number, blue: number]

/** `hue` is in radians. */
interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

/** Reads `#rrggbb` or `rrggbb`, also with an opacity at the end, which is ignored; undefined for other texts. */
export function rgbOf(hex: string): Rgb | undefined {
  const digits = /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(hex)?.[1]
  if (digits === undefined) return undefined
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16) / 255
  return [channel(0), channel(2), channel(4)]
}

/** Writes `#rrggbb`. Channels outside of 0 to 1 are clipped. */
export const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((channel) => Math.round(Math.min(1, Math.max(0, channel)) * 255))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

/** Relative luminance according to WCAG, 0 to 1. */
export function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(toLinear) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours according to WCAG, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export function oklchOf(rgb: Rgb): Oklch {
  const [red, green, blue] = rgb.map(toLinear) as [number, number, number]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** The channels are outside of 0 to 1 if sRGB does not have the colour. */
export function rgbOfOklch({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    fromLinear(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    fromLinear(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    fromLinear(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

/** Halvings of a search between 0 and 1; the result is more exact than 8 bits. */
const halvings = 20

/** The largest number between 0 and `max` for which the condition holds; it must hold for all smaller ones. */
function largest(max: number, holds: (value: number) => boolean): number {
  if (holds(max)) return max
  let [low, high] = [0, max]
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

const tolerance = 1e-4
const isInGamut = (rgb: Rgb): boolean =>
  rgb.every((channel) => channel >= -tolerance && channel <= 1 + tolerance)

/** The colour with this luminance and hue, and with this chroma as far as sRGB has it. */
export function colorOfLuminance(wanted: number, chroma: number, hue: number): Rgb {
  const colorAt = (lightness: number): Rgb =>
    rgbOfOklch({
      ...{ lightness, hue },
      chroma: largest(chroma, (some) => isInGamut(rgbOfOklch({ lightness, chroma: some, hue }))),
    })
  return colorAt(largest(1, (lightness) => luminance(colorAt(lightness)) <= wanted))
}
