/** Compares the bars in a picture with the digits that are printed below them. */
import type { PictureBox, PictureCode } from '../../../src-shared/evidence/model.ts'
import type { PrintedDigits } from '../../../src-shared/evidence/printed-digits.ts'
import { codeOfDigits } from '../../../src-shared/evidence/read-code.ts'
import type { GrayPicture } from '../reader/decoded-picture.ts'
import { type BarPattern, barPattern, digitModules } from './bar-pattern.ts'

/** Distances of the compared lines from the line of digits, in heights of the digits. */
const distances = [1.1, 1.8, 2.7, 4, 5.5, 0.8]
/** Offsets of the lines whose mean brightness is compared. */
const lines = [-0.2, 0, 0.2]
/** Samples of a module. */
const perModule = 4
/** The distance of each end of the bars from where the digits let it be expected, in modules, and what is read beyond. */
const [maxShift, margin] = [7, 10]
/** How much wider the modules in the middle are than those at the ends: bent bars. */
const bends = [0, -0.2, 0.2]
/** Steps in which ends and bend are searched after the coarse search in steps of a module. */
const refinements = [
  { shift: 0.5, bend: 0.1 },
  { shift: 0.25, bend: 0.05 },
]
/** Lowest correlation of the bars with the picture. */
const minCorrelation = 0.6
/** How much higher the correlation of each digit is than that of any other digit in its place. */
const minMargin = 0.05

/** Where the modules of a pattern lie: shifts of the first and the last one, and the bend. */
interface Placement {
  start: number
  end: number
  bend: number
}

/** Brightness along a line, by the distance from the expected start of the bars, in modules. */
type Line = (place: number) => number

/** The product codes whose digits were read and whose bars the picture shows above them. */
export function confirmedCodes(picture: GrayPicture, printed: readonly PrintedDigits[]): PictureCode[] {
  const found = new Map<string, PictureCode>()
  for (const one of printed) {
    const code = codeOfDigits(one.digits)
    const distance = code && !found.has(code.gtin14) ? barsAbove(picture, one) : undefined
    if (code && distance !== undefined)
      found.set(code.gtin14, { ...code, box: boxOf(picture, one, distance) })
  }
  return [...found.values()]
}

/**
 * Distance of the bars from the digits, in heights of the digits, if the picture shows the bars of these digits above them, each digit
 * clearer than any other one in its place; undefined otherwise. Bars of 0.8 pixels a module suffice, because the digits are known.
 */
function barsAbove(picture: GrayPicture, printed: PrintedDigits): number | undefined {
  const pattern = barPattern(printed.digits)
  return distances.find((distance) => {
    const { line, pixels } = lineAbove(picture, printed, pattern, distance)
    const { placement, correlation } = bestPlacement(pattern, line)
    return correlation >= minCorrelation && isClear(pattern, placement, line, 1 / pixels)
  })
}

/** The part of the picture from the digits to the compared bars. */
function boxOf(
  { width, height }: GrayPicture,
  { first, last, height: line }: PrintedDigits,
  distance: number,
): PictureBox {
  const length = Math.hypot(last.x - first.x, last.y - first.y)
  // Vectors of one height along and across the line of digits.
  const [x, y] = [((last.x - first.x) / length) * line, ((last.y - first.y) / length) * line]
  const corners = [
    { x: first.x - x / 2 + y * distance, y: first.y - y / 2 - x * distance },
    { x: last.x + x / 2 + y * distance, y: last.y + y / 2 - x * distance },
    { x: first.x - x / 2 - y / 2, y: first.y - y / 2 + x / 2 },
    { x: last.x + x / 2 - y / 2, y: last.y + y / 2 + x / 2 },
  ]
  const part = (value: number, of: number): number => Math.round((10_000 * within(value, of)) / of) / 10_000
  const [left, top] = [Math.min(...corners.map((one) => one.x)), Math.min(...corners.map((one) => one.y))]
  const [right, bottom] = [Math.max(...corners.map((one) => one.x)), Math.max(...corners.map((one) => one.y))]
  return {
    x: part(left, width),
    y: part(top, height),
    width: part(right, width) - part(left, width),
    height: part(bottom, height) - part(top, height),
  }
}

/** Places of the centres of the first and the last digit that were read, in modules from the first bar. */
function centresOf({ digits, isFirstAdded }: PrintedDigits): [number, number] {
  if (digits.length === 8) return [6.5, 60.5]
  if (isFirstAdded) return [6.5, 88.5]
  return digits.length === 12 ? [-7, 102] : [-8, 88.5]
}

/** The brightness along the bars, and the pixels of a module. */
function lineAbove(
  picture: GrayPicture,
  printed: PrintedDigits,
  { modules }: BarPattern,
  distance: number,
): { line: Line; pixels: number } {
  const { first, last, height } = printed
  const width = Math.hypot(last.x - first.x, last.y - first.y)
  const [cos, sin] = [(last.x - first.x) / width, (last.y - first.y) / width]
  const [from, to] = centresOf(printed)
  const pixels = width / (to - from)
  const samples = Float32Array.from({ length: (modules.length + 2 * margin) * perModule }, (_, at) => {
    const along = (at / perModule - margin - from) * pixels
    let sum = 0
    for (const offset of lines) {
      const across = -(distance + offset) * height
      sum += pixelAt(picture, first.x + along * cos - across * sin, first.y + along * sin + across * cos)
    }
    return sum / lines.length
  })
  const line = (place: number): number => {
    const at = within((place + margin) * perModule, samples.length - 1)
    const low = Math.floor(at)
    return mix(samples[low] ?? 0, samples[low + 1] ?? samples[low] ?? 0, at - low)
  }
  return { line, pixels }
}

/** The placement with the highest correlation of the whole pattern. */
function bestPlacement(pattern: BarPattern, line: Line): { placement: Placement; correlation: number } {
  let best = { placement: { start: 0, end: 0, bend: 0 }, correlation: 0 }
  const attempt = (placement: Placement): void => {
    const place = placeIn(pattern, placement)
    const sums = new Correlation()
    for (let at = 0; at < pattern.modules.length; at += 1)
      sums.add(pattern.modules[at] === '1' ? 0 : 1, line(place(at + 0.5)))
    if (sums.value > best.correlation) best = { placement, correlation: sums.value }
  }
  for (let start = -maxShift; start <= maxShift; start += 1)
    for (let end = -maxShift; end <= maxShift; end += 1)
      for (const bend of bends) attempt({ start, end, bend })
  for (const { shift, bend } of refinements) {
    const { placement } = best
    for (const first of [-shift, 0, shift])
      for (const last of [-shift, 0, shift])
        for (const more of [-bend, 0, bend])
          attempt({ start: placement.start + first, end: placement.end + last, bend: placement.bend + more })
  }
  return best
}

/** The place of a module on the line. */
function placeIn({ modules: { length } }: BarPattern, { start, end, bend }: Placement) {
  return (module: number): number => {
    const part = module / length
    return start + (part + (bend * part * (1 - part)) / 2) * (length + end - start)
  }
}

/** Whether each digit fits its part of the line better than any other digit. */
function isClear(pattern: BarPattern, placement: Placement, line: Line, pixel: number): boolean {
  const place = placeIn(pattern, placement)
  return pattern.digits.every(({ start, modules, value }) => {
    const scores = modules.map((one) => {
      const all = pattern.modules.slice(0, start) + one + pattern.modules.slice(start + digitModules)
      const sums = new Correlation()
      // With a module before and after the digit, because pixels cover parts of these.
      for (let at = start - 1; at <= start + digitModules + 1; at += 1 / perModule)
        sums.add(brightnessOf(all, at, pixel), line(place(at)))
      return sums.value
    })
    const others = scores.filter((_, digit) => digit !== value)
    return (scores[value] ?? 0) >= Math.max(...others) + minMargin
  })
}

/** The brightness of drawn bars around a place, as a pixel of this width, in modules, and its neighbours show it. */
function brightnessOf(modules: string, place: number, pixel: number): number {
  const reach = 0.5 * pixel + 0.25
  let sum = 0
  for (let part = -4; part <= 4; part += 1)
    sum += modules[Math.floor(place + (part / 4) * reach)] === '1' ? 0 : 1
  return sum / 9
}

/** Pearson's correlation of pairs of numbers. */
class Correlation {
  #sums = { count: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 }

  add(x: number, y: number): void {
    const sums = this.#sums
    sums.count += 1
    sums.x += x
    sums.y += y
    sums.xx += x * x
    sums.yy += y * y
    sums.xy += x * y
  }

  /** 0 if one of the numbers is always the same. */
  get value(): number {
    const { count, x, y, xx, yy, xy } = this.#sums
    const square = (count * xx - x * x) * (count * yy - y * y)
    return square <= 0 ? 0 : (count * xy - x * y) / Math.sqrt(square)
  }
}

function pixelAt({ pixels, width, height }: GrayPicture, x: number, y: number): number {
  const [atX, atY] = [within(x, width - 1), within(y, height - 1)]
  const [left, top] = [Math.floor(atX), Math.floor(atY)]
  const right = Math.min(left + 1, width - 1)
  const [row, below] = [top * width, Math.min(top + 1, height - 1) * width]
  const upper = mix(pixels[row + left] ?? 0, pixels[row + right] ?? 0, atX - left)
  const lower = mix(pixels[below + left] ?? 0, pixels[below + right] ?? 0, atX - left)
  return mix(upper, lower, atY - top)
}

const within = (value: number, max: number): number => Math.max(0, Math.min(max, value))
const mix = (one: number, other: number, part: number): number => one + (other - one) * part
