/** What the pixels of a small copy of a picture show. Used by the page and by the process that reads pictures. */

/** Pixels with four channels, row by row. */
export interface RgbaPixels {
  data: Uint8Array | Uint8ClampedArray
  width: number
  height: number
}

/** Longer side of the copy in pixels. */
export const smallCopySide = 256
/** Minimum channel value (0 to 255) that counts as white, to allow for JPEG noise. */
const minWhite = 245
/** Maximum alpha value (0 to 255) that counts as transparent. */
const maxClear = 9
/** Maximum fraction of border pixels that may be the product or noise. */
const tolerance = 0.02
/** Minimum fraction of the pixels of an edge that belong to a product which the edge cuts. */
const minCut = 0.06
/** Minimum fraction of a row or column that belongs to the product. */
const minOfLine = 0.01

export type Background = 'white' | 'transparent' | 'other'
export const edges = ['left', 'top', 'right', 'bottom'] as const
export type Edge = (typeof edges)[number]

/** The background of a picture, and how the product lies on it. */
export interface Placement {
  background: Background
  /** Edges that cut the product; empty for a background that is not plain. */
  cutEdges: Edge[]
  /**
   * Distance of the product from each edge, as a fraction of the width or height; absent for a background that
   * is not plain, and for an empty picture.
   */
  margins?: Record<Edge, number>
}

type Kind = 'white' | 'clear' | 'product'

function kindAt({ data, width }: RgbaPixels, x: number, y: number): Kind {
  const at = 4 * (y * width + x)
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
  if (alpha <= maxClear) return 'clear'
  return Math.min(red, green, blue) >= minWhite ? 'white' : 'product'
}

/** Counts of the kinds of pixels along each edge. */
function countEdges(pixels: RgbaPixels): Record<Edge, Record<Kind, number>> {
  const { width, height } = pixels
  const count = (length: number, at: (place: number) => Kind): Record<Kind, number> => {
    const counts = { white: 0, clear: 0, product: 0 }
    for (let place = 0; place < length; place++) counts[at(place)]++
    return counts
  }
  return {
    left: count(height, (y) => kindAt(pixels, 0, y)),
    top: count(width, (x) => kindAt(pixels, x, 0)),
    right: count(height, (y) => kindAt(pixels, width - 1, y)),
    bottom: count(width, (x) => kindAt(pixels, x, height - 1)),
  }
}

function backgroundOf(counts: readonly Record<Kind, number>[]): Background {
  const sum = (kind: Kind): number => counts.reduce((total, one) => total + one[kind], 0)
  const [white, clear, product] = [sum('white'), sum('clear'), sum('product')]
  const enough = (white + clear + product) * (1 - tolerance)
  if (clear >= enough) return 'transparent'
  return white + clear >= enough ? 'white' : 'other'
}

/** The background of a picture: the colour of its outermost pixels. */
export const borderBackground = (pixels: RgbaPixels): Background =>
  backgroundOf(Object.values(countEdges(pixels)))

/** The background of a picture that has at least two free edges, and the place of the product on it. */
export function placementOf(pixels: RgbaPixels): Placement {
  const counts = countEdges(pixels)
  const isCut = (edge: Edge): boolean => {
    const { white, clear, product } = counts[edge]
    return product > (white + clear + product) * minCut
  }
  const free = edges.filter((edge) => !isCut(edge))
  const background = free.length < 2 ? 'other' : backgroundOf(free.map((edge) => counts[edge]))
  if (background === 'other') return { background, cutEdges: [] }
  const margins = marginsOf(pixels)
  return { background, cutEdges: edges.filter(isCut), ...(margins && { margins }) }
}

function marginsOf(pixels: RgbaPixels): Record<Edge, number> | undefined {
  const { width, height } = pixels
  const ofRow = new Uint32Array(height)
  const ofColumn = new Uint32Array(width)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (kindAt(pixels, x, y) === 'product') {
        ofRow[y] = (ofRow[y] ?? 0) + 1
        ofColumn[x] = (ofColumn[x] ?? 0) + 1
      }
  const columns = [...ofColumn].map((count) => count >= Math.max(1, height * minOfLine))
  const rows = [...ofRow].map((count) => count >= Math.max(1, width * minOfLine))
  const [left, right, top, bottom] = [
    columns.indexOf(true),
    columns.lastIndexOf(true),
    rows.indexOf(true),
    rows.lastIndexOf(true),
  ]
  if (left < 0 || top < 0) return undefined
  const fraction = (pixels: number, of: number) => Math.round((1000 * pixels) / of) / 1000
  return {
    left: fraction(left, width),
    top: fraction(top, height),
    right: fraction(width - 1 - right, width),
    bottom: fraction(height - 1 - bottom, height),
  }
}
