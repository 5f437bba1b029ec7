import type { Readings } from '../../../src-shared/evidence/model.ts'
import { agreedCodes, productCodeOf, type ScannedSymbol } from '../../../src-shared/evidence/read-code.ts'
import { readStripes } from '../bars/read-stripes.ts'
import { type DecodedSymbol, decodeSymbols } from './decode-symbols.ts'
import { type DecodedPicture, type GrayPicture, isPlain, transformed } from './decoded-picture.ts'
import { evenBrightness } from './even-brightness.ts'

/** Longer side of the picture that all passes start from, in pixels. */
const maxSide = 1600
/** Longer side up to which a picture is enlarged: bars one pixel wide are not found without it. */
const maxEnlargedSide = 1600

/** One reading of a picture: in another size, at another angle, or with another contrast than all others. */
interface Pass {
  scale: number
  degrees?: number
  /** Whether the brightness is made even (even-brightness.ts), in the picture or in its scaled copy. */
  even?: 'picture' | 'copy'
  /** Also looks for QR codes and DataMatrix, which takes as long again and needs no enlargement. */
  matrix?: boolean
}

/**
 * Passes over every picture, then those over a picture in which some pass found a code that no other confirmed. Each of
 * the first ones found codes that the others missed, in the photographs that the passes were chosen by.
 */
const firstPasses: readonly Pass[] = [
  { scale: 1, matrix: true },
  { scale: 2, even: 'copy', matrix: true },
  { scale: 3, even: 'picture' },
]
const furtherPasses: readonly Pass[] = [
  { scale: 2, matrix: true },
  { scale: 3 },
  { scale: 3.5 },
  { scale: 4 },
  { scale: 1.5, even: 'copy' },
  { scale: 2.5, even: 'copy' },
  { scale: 4, even: 'picture' },
  { scale: 2.8, even: 'picture' },
  { scale: 3.3, even: 'picture' },
  { scale: 3, even: 'picture', degrees: 3 },
  { scale: 3, even: 'picture', degrees: -3 },
]

const linear = ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF14'] as const
const matrix = ['QRCode', 'DataMatrix'] as const

/** The product codes in a picture that two passes agree on. */
export async function readCodes(picture: DecodedPicture): Promise<Readings['codes']> {
  const gray = await picture.gray(maxSide)
  if (isPlain(gray, 1)) return { codes: [] }
  const side = Math.max(gray.width, gray.height)
  const readings: ScannedSymbol[][] = []
  const made = new Set<string>()
  let evened: GrayPicture | undefined
  const run = async (pass: Pass): Promise<void> => {
    const { scale, degrees = 0, even } = pass
    const maxScale = Math.max(1, maxEnlargedSide / side)
    // A scale above the maximum would repeat the pass at the maximum.
    const used = Math.min(scale, maxScale)
    const name = `${Math.round(used * side)} ${degrees} ${even}`
    if (made.has(name)) return
    made.add(name)
    if (even === 'picture') evened ??= evenBrightness(gray)
    const source = even === 'picture' ? (evened ?? gray) : gray
    const sized = used === 1 && degrees === 0 ? source : await transformed(source, { scale: used, degrees })
    readings.push(await symbolsIn(even === 'copy' ? evenBrightness(sized) : sized, pass))
  }
  for (const pass of firstPasses) await run(pass)
  for (const pass of furtherPasses) {
    if (!isDisputed(readings)) break
    await run(pass)
  }
  if (readings.every((symbols) => symbols.length === 0)) {
    const symbols = readStripes(gray)
    // Two lines agree on it.
    readings.push(symbols, symbols)
  }
  return { codes: agreedCodes(readings) }
}

/** Whether one reading has a product code that no other has. */
function isDisputed(readings: readonly ScannedSymbol[][]): boolean {
  const agreed = new Set(agreedCodes(readings).map(({ gtin14 }) => gtin14))
  return readings.flat().some((symbol) => {
    const code = productCodeOf(symbol)
    return code !== undefined && !agreed.has(code.gtin14)
  })
}

async function symbolsIn(
  picture: GrayPicture,
  { degrees = 0, matrix: isMatrix }: Pass,
): Promise<ScannedSymbol[]> {
  const found = await decodeSymbols(picture, isMatrix ? [...linear, ...matrix] : linear)
  return found.map(({ position, ...symbol }) => ({ ...symbol, box: boxOf(position, picture, degrees) }))
}

/** The part of the picture that a symbol covers. The box of a turned picture is turned back only roughly. */
function boxOf(position: DecodedSymbol['position'], { width, height }: GrayPicture, degrees: number) {
  const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft]
  const angle = (-degrees * Math.PI) / 180
  const points = corners.map(({ x, y }) => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    return {
      x: width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      y: height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    }
  })
  const clamp = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000
  const left = clamp(Math.min(...points.map(({ x }) => x)) / width)
  const top = clamp(Math.min(...points.map(({ y }) => y)) / height)
  return {
    x: left,
    y: top,
    width: clamp(Math.max(...points.map(({ x }) => x)) / width - left),
    height: clamp(Math.max(...points.map(({ y }) => y)) / height - top),
  }
}
