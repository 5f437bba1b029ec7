/**
 * How a derived picture is made, as a word that stands in its address and in the name of its cached file:
 * `original`, `planogram-ppi72`, `tga-100`, `tga-50-ppi72`, `square-600-jpg`, `square-600-png-ppi72`.
 */
export type SquareFormat = 'jpg' | 'png' | 'tif'

export type Recipe =
  | { kind: 'original' }
  /** The picture in its own format, at a lower resolution. */
  | { kind: 'planogram'; ppi: number }
  /** A TGA-16 of at most so many kilobytes of 1024 bytes. */
  | { kind: 'tga'; kilobytes: 50 | 100; ppi?: number }
  | { kind: 'square'; size: number; format: SquareFormat; ppi?: number }

export function recipeWord(recipe: Recipe): string {
  switch (recipe.kind) {
    case 'original':
      return 'original'
    case 'planogram':
      return `planogram-ppi${recipe.ppi}`
    case 'tga':
      return `tga-${recipe.kilobytes}${ppiWord(recipe.ppi)}`
    case 'square':
      return `square-${recipe.size}-${recipe.format}${ppiWord(recipe.ppi)}`
  }
}
const ppiWord = (ppi: number | undefined) => (ppi === undefined ? '' : `-ppi${ppi}`)

const square =
  /^square-(?<size>50|100|150|200|600|900|1000)-(?<format>jpg|png|tif)(?:-ppi(?<ppi>[1-9]\d{0,5}))?$/
const tga = /^tga-(?<kilobytes>50|100)(?:-ppi(?<ppi>[1-9]\d{0,5}))?$/
const planogram = /^planogram-ppi(?<ppi>[1-9]\d{0,5})$/

/** Undefined for any other word: what we serve is closed, not whatever a caller writes. */
export function readRecipe(word: string): Recipe | undefined {
  if (word === 'original') return { kind: 'original' }
  const ppiOf = (groups: Record<string, string | undefined>) =>
    groups['ppi'] === undefined ? {} : { ppi: Number(groups['ppi']) }
  const asSquare = square.exec(word)?.groups
  if (asSquare)
    return {
      kind: 'square',
      size: Number(asSquare['size']),
      format: asSquare['format'] as SquareFormat,
      ...ppiOf(asSquare),
    }
  const asTga = tga.exec(word)?.groups
  if (asTga) return { kind: 'tga', kilobytes: asTga['kilobytes'] === '50' ? 50 : 100, ...ppiOf(asTga) }
  const asPlanogram = planogram.exec(word)?.groups
  return asPlanogram ? { kind: 'planogram', ppi: Number(asPlanogram['ppi']) } : undefined
}

const squareMimeTypes: Record<SquareFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
}
/** What a recipe makes of a picture of some MIME type. */
export function recipeMimeType(recipe: Recipe, original: string): string {
  if (recipe.kind === 'square') return squareMimeTypes[recipe.format]
  return recipe.kind === 'tga' ? 'image/x-tga' : original
}
