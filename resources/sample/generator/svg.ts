/** The few strokes every drawing of the sample is made of. Coordinates of motifs: a box from -50 to 50. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const round = (value: number) => Math.round(value * 10) / 10

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`
export const line = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"/>`
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" ${more}/>`
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, turn = 0): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${
    turn ? ` transform="rotate(${turn} ${round(x)} ${round(y)})"` : ''
  }/>`
export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  more = '',
): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}" fill="${fill}" ${more}/>`
/** Places a drawing made around 0,0. */
export const at = (x: number, y: number, scale: number, drawing: string, turn = 0): string =>
  `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${Math.round(scale * 1000) / 1000})">${drawing}</g>`

const channels = (colour: string) =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
/** Mixes two colours `#rrggbb`; 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const to = channels(second)
  return `#${channels(first)
    .map((value, index) =>
      Math.round(value + ((to[index] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
export const lighter = (colour: string, share: number): string => mix(colour, '#ffffff', share)
export const darker = (colour: string, share: number): string => mix(colour, '#000000', share)
/** Perceived lightness from 0 (black) to 1 (white). */
export function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour)
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255
}
/** Contrast of two colours as WCAG counts it, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return red * 0.2126 + green * 0.7152 + blue * 0.0722
  }
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((left, right) => left - right)
  return (high + 0.05) / (low + 0.05)
}
/** The first of the inks that reads well on the ground; the best of them when none does. */
export function inkOn(ground: string, inks: readonly string[], wanted = 3.2): string {
  const good = inks.find((ink) => contrast(ink, ground) >= wanted)
  if (good) return good
  return (
    [...inks, '#ffffff', '#1b1b1f'].sort(
      (left, right) => contrast(right, ground) - contrast(left, ground),
    )[0] ?? '#000000'
  )
}
