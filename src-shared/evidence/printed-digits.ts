/** The digits below the bars of barcodes, in the text that was read in a picture. */
import { checkDigit, isValidGtin } from '../values/gtin.ts'
import type { ReadText } from './label/read-text.ts'

/** A number in a picture that may be the digits of a barcode. */
export interface PrintedDigits {
  /** 13, 12 or 8 digits with a correct check digit. */
  digits: string
  /** Whether the first digit was not read, but follows from the check digit. */
  isFirstAdded: boolean
  /** Centres of the first and of the last digit that were read, in pixels. */
  first: Point
  last: Point
  /** Height of the line, in pixels. */
  height: number
}

interface Point {
  x: number
  y: number
}

/** Digits in one text without a space. */
interface Group {
  digits: string
  first: Point
  last: Point
  height: number
  angle: number
}

/** Distance of two groups in one line, and their offset across it, in heights. */
const [maxGap, maxOffset] = [4, 0.6]
/** The first digit and two groups of six. */
const maxGroups = 3
/** Shorter numbers stand in tables, and make up an EAN-8 by chance. */
const minOfEan8 = 4

/** All numbers in one line that are as long as the digits of a barcode, and end with their check digit. */
export function printedDigits(texts: readonly ReadText[]): PrintedDigits[] {
  const groups = texts.flatMap(groupsOf)
  return groups.flatMap((first) => {
    const found: PrintedDigits[] = []
    let digits = ''
    let last: Group | undefined = first
    for (let count = 0; last && count < maxGroups && digits.length < 13; count++) {
      digits += last.digits
      const whole = asCode(digits)
      if (whole && (digits.length > 8 || first.digits.length >= minOfEan8))
        found.push({
          ...whole,
          first: first.first,
          last: last.last,
          height: Math.max(first.height, last.height),
        })
      last = nextOf(last, groups)
    }
    return found
  })
}

/** The digits of a code; of an EAN-13 whose first digit stands apart and was not read, with that digit. */
function asCode(digits: string): { digits: string; isFirstAdded: boolean } | undefined {
  if (digits.length !== 8 && digits.length !== 12 && digits.length !== 13) return undefined
  if (isValidGtin(digits)) return { digits, isFirstAdded: false }
  if (digits.length !== 12) return undefined
  const all = Array.from({ length: 9 }, (_, index) => `${index + 1}${digits}`)
  const found = all.find((one) => checkDigit(one.slice(0, -1)) === one.at(-1))
  return found === undefined ? undefined : { digits: found, isFirstAdded: true }
}

function groupsOf({ text, box, positions }: ReadText): Group[] {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  const pointAt = (index: number): Point => {
    const along = ((positions[index] ?? 0.5) - 0.5) * box.width
    return { x: box.x + along * cos, y: box.y + along * sin }
  }
  return Array.from(text.matchAll(/\d+/g), ({ 0: digits, index }) => ({
    digits,
    first: pointAt(index),
    last: pointAt(index + digits.length - 1),
    height: box.height,
    angle: box.angle,
  }))
}

/** The nearest group after another one in its line. */
function nextOf(group: Group, groups: readonly Group[]): Group | undefined {
  const [cos, sin] = [Math.cos(group.angle), Math.sin(group.angle)]
  let next: { group: Group; along: number } | undefined
  for (const other of groups) {
    if (other === group || Math.abs(other.angle - group.angle) > 0.3) continue
    const [dx, dy] = [other.first.x - group.last.x, other.first.y - group.last.y]
    const [along, across] = [dx * cos + dy * sin, dy * cos - dx * sin]
    if (along <= 0 || along > maxGap * group.height || Math.abs(across) > maxOffset * group.height) continue
    if (along < (next?.along ?? Infinity)) next = { group: other, along }
  }
  return next?.group
}
