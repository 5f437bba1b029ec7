/**
 * Reads EAN and UPC bars of little more than a pixel, or bent ones. A decoder that measures the width of each
 * bar does not read them; here the bars of all digits are drawn and compared with the brightness along a line.
 */
import type { ScannedSymbol } from '../../../src-shared/evidence/read-code.ts'
import { isValidGtin } from '../../../src-shared/values/gtin.ts'
import type { GrayPicture } from '../reader/decoded-picture.ts'
import { centreModules, digitModules, firstDigitOf, guardModules, modulesOf } from './bar-pattern.ts'
import { findStripes, type StripedLine } from './find-stripes.ts'

/** Digits in each half of an EAN-13 or UPC-A, and its modules. Parts of its bars look like a whole EAN-8, which is not read. */
const [half, moduleCount] = [6, 95]

/** How far the bars may begin and end outside and inside of the striped line, in pixels. */
const [maxOutside, maxInside] = [6, 26]
/** Offsets of the first and the last bar from an edge in the picture, in pixels. */
const offsets = [-0.5, 0, 0.5]
/** Steps of ends and bend in the search around the best placement. */
const refinements = [
  [0.25, 0.025],
  [0.125, 0.0125],
] as const
/** Difference of brightness at the edge of the first and the last bar. */
const minEdge = 25
/** Edges at each end of a line where the bars may begin, the outer ones first. */
const maxEdges = 6
/** Pixels of a module. */
const minModule = 0.75
/** How much wider the modules in the middle are than those at the ends, and the step of the search. */
const [maxBend, bendStep] = [0.4, 0.05]
/** Correlation of the outer guards that a placement needs, and of all three together. */
const [minGuard, minGuards] = [0.3, 1.2]
/** A bend must improve the mean correlation by this share of itself. */
const bendPenalty = 0.1
/** Mean correlation of guards and digits, and how much higher it is for each digit than for any other. */
const [minMean, minMargin] = [0.75, 0.07]
/** Lines across the bars that agree on a code. */
const minLines = 2

/** The brightness of the modules of a digit, with a mean of 0 and a length of 1. */
interface DrawnDigit {
  value: number
  isEven: boolean
  brightness: Float32Array
}
const drawn = (modules: string): Float32Array =>
  normalized(Array.from(modules, (one) => (one === '1' ? -1 : 1)))
const drawnDigits = (side: keyof typeof modulesOf): DrawnDigit[] =>
  modulesOf[side].map((modules, value) => ({ value, isEven: side === 'even', brightness: drawn(modules) }))
const [oddDigits, rightDigits] = [drawnDigits('odd'), drawnDigits('right')]
const leftDigits = [...oddDigits, ...drawnDigits('even')]

/** Codes that at least two lines across the bars agree on. */
export function readStripes(picture: GrayPicture): ScannedSymbol[] {
  const found = new Map<string, { symbol: ScannedSymbol; lines: number }>()
  for (const line of findStripes(picture)) {
    const symbol = symbolOn(picture, line)
    if (!symbol) continue
    const { lines } = found.get(symbol.text) ?? { lines: 0 }
    if (lines + 1 >= minLines) return [symbol]
    found.set(symbol.text, { symbol, lines: lines + 1 })
  }
  return []
}

/** Brightness along a line, by the distance from its start in pixels. */
type Brightness = (place: number) => number

/** Where the bars of a code lie on a line: first and last pixel, the last before the first for a code that is upside down, and the bend. */
interface Placement {
  start: number
  end: number
  bend: number
}

interface Reading {
  score: number
  /** The digits whose bars are nearest; undefined if they are no code, or a digit is unclear. */
  text: string | undefined
  placement: Placement
}

/** The code that the bars on a line show, if each digit is clear and the check digit is right. */
function symbolOn(picture: GrayPicture, line: StripedLine): ScannedSymbol | undefined {
  const brightness = brightnessOn(picture, line)
  const readings = [false, true].flatMap((isReversed) => {
    const reading = bestReading(brightness, line.to - line.from, isReversed)
    return reading?.text === undefined || reading.score < minMean ? [] : [reading]
  })
  const [best, another] = readings
  if (best?.text === undefined || another) return undefined
  const { start, end } = best.placement
  const [low, high] = [Math.min(start, end), Math.max(start, end)]
  const { width, height } = picture
  const box = line.isUpright
    ? {
        x: (line.from + low) / width,
        y: (line.at - 3) / height,
        width: (high - low) / width,
        height: 6 / height,
      }
    : {
        x: (line.at - 3) / width,
        y: (line.from + low) / height,
        width: 6 / width,
        height: (high - low) / height,
      }
  return { symbology: 'EAN13', text: best.text, isGs1: false, lines: minLines, box, isFaint: true }
}

/** The mean of three rows or columns. */
function brightnessOn(
  { pixels, width, height }: GrayPicture,
  { isUpright, at, from, to }: StripedLine,
): Brightness {
  const [step, beside, last] = isUpright ? [1, width, width - 1] : [width, 1, height - 1]
  const origin = at * beside
  const samples = Float32Array.from({ length: to - from + 2 * maxOutside + 2 }, (_, index) => {
    const place = Math.max(0, Math.min(last, from - maxOutside + index)) * step + origin
    return ((pixels[place - beside] ?? 0) + (pixels[place] ?? 0) + (pixels[place + beside] ?? 0)) / 3
  })
  return (place) => {
    const inside = Math.max(0, Math.min(samples.length - 2, place + maxOutside - 0.5))
    const low = Math.floor(inside)
    const [one = 0, other = 0] = [samples[low], samples[low + 1]]
    return one + (other - one) * (inside - low)
  }
}

/** The reading at the placement where the digits fit best. */
function bestReading(brightness: Brightness, length: number, isReversed: boolean): Reading | undefined {
  let best: Reading | undefined
  const lasts = edges((place) => brightness(length - place)).map((place) => length - place)
  for (const first of edges(brightness))
    for (const last of lasts) {
      if (last - first < minModule * moduleCount) continue
      for (let bend = -maxBend; bend <= maxBend; bend += bendStep) {
        const placement = isReversed ? { start: last, end: first, bend } : { start: first, end: last, bend }
        best = better(best, readingAt(brightness, placement))
      }
    }
  for (const [shift, more] of refinements)
    for (let round = 0; best && round < 2; round += 1) {
      const { start, end, bend } = best.placement
      for (const first of [-shift, 0, shift])
        for (const last of [-shift, 0, shift])
          for (const change of [-more, 0, more]) {
            const placement = { start: start + first, end: end + last, bend: bend + change }
            best = better(best, readingAt(brightness, placement))
          }
    }
  return best
}

const better = (one: Reading | undefined, other: Reading | undefined): Reading | undefined =>
  other && other.score > (one?.score ?? 0) ? other : one

/** Places near the start of a line where the first bar may begin: where it becomes darker, and a little before and after. */
function edges(brightness: Brightness): number[] {
  const fallAt = (place: number): number => brightness(place - 0.75) - brightness(place + 0.75)
  const found: number[] = []
  for (let place = -maxOutside; place <= maxInside; place += 0.5) {
    const fall = fallAt(place)
    if (found.length === maxEdges * offsets.length) break
    if (fall >= minEdge && fall >= fallAt(place - 0.5) && fall > fallAt(place + 0.5))
      found.push(...offsets.map((offset) => place + offset))
  }
  return found
}

function readingAt(brightness: Brightness, placement: Placement): Reading | undefined {
  const { start, end, bend } = placement
  const valueAt = (module: number): number => {
    const part = (module + 0.5) / moduleCount
    return brightness(start + (part + (bend * part * (1 - part)) / 2) * (end - start))
  }
  const left = guardModules.length
  const centre = left + half * digitModules
  // Most placements end here.
  const first3 = contrastAt(valueAt, 0)
  if (first3 < minGuard) return undefined
  const last3 = contrastAt(valueAt, moduleCount - 3)
  if (last3 < minGuard) return undefined
  const middle = contrastAt(valueAt, centre + 1)
  if (first3 + last3 + middle < minGuards) return undefined
  const partAt = (start: number): number[] =>
    Array.from({ length: digitModules }, (_, index) => valueAt(start + index))
  let text = ''
  let sum = 0
  let isClear = true
  const even: boolean[] = []
  for (let place = 0; place < 2 * half; place += 1) {
    const isRight = place >= half
    const at = left + place * digitModules + (isRight ? centreModules.length : 0)
    const [one, other] = nearest(partAt(at), isRight ? rightDigits : leftDigits)
    sum += one.score
    isClear &&= one.score >= other.score + minMargin
    text += one.value
    if (!isRight) even.push(one.isEven)
  }
  const first = firstDigitOf(even)
  const code = `${first}${text}`
  return {
    placement,
    score: (sum + first3 + last3 + middle) / (2 * half + 3) - bendPenalty * Math.abs(bend),
    text: isClear && first !== undefined && isValidGtin(code) ? code : undefined,
  }
}

/** The two digits with the highest correlation. */
function nearest(part: readonly number[], digits: readonly DrawnDigit[]) {
  const values = normalized(part)
  let [one, other] = [
    { score: -1, value: 0, isEven: false },
    { score: -1, value: 0, isEven: false },
  ]
  for (const { value, isEven, brightness } of digits) {
    const score = product(brightness, values)
    if (score > one.score) [one, other] = [{ score, value, isEven }, one]
    else if (score > other.score) other = { score, value, isEven }
  }
  return [one, other] as const
}

/** The correlation of three modules with a dark, a light and a dark one. */
function contrastAt(valueAt: (module: number) => number, first: number): number {
  const [one, two, three] = [valueAt(first), valueAt(first + 1), valueAt(first + 2)]
  const mean = (one + two + three) / 3
  const size = Math.hypot(one - mean, two - mean, three - mean)
  return size === 0 ? 0 : ((two - mean) * 2 - (one - mean) - (three - mean)) / size / Math.sqrt(6)
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

function normalized(values: readonly number[]): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const size = Math.hypot(...values.map((value) => value - mean))
  return Float32Array.from(values, (value) => (size === 0 ? 0 : (value - mean) / size))
}
