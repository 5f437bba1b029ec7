/** The quantities for which a label gives amounts: the headings of its columns. */
import type { Basis, LabelNutrient } from './label.ts'
import { overlaps, type Piece } from './pieces.ts'
import { namesServing } from './terms.ts'

interface Heading {
  piece: Piece
  basis: Basis
}

/** `per 100 g`, `pro Portion (30 g)`. */
function basisIn(piece: Piece, pieces: Piece[]): Heading[] {
  const isServing = namesServing(piece.letters)
  const quantities = piece.amounts.filter(({ unit }) => unit.code === 'GRM' || unit.code === 'MLT')
  const [quantity] = quantities
  const isHundred = quantity?.value.digits === 100n && quantity.value.scale === 0
  const isPer = /^(per|pour|pro|je|por|par|cada|a|al|prio|voor)?\d*$/.test(
    piece.letters.replace(/(g|ml)$/, ''),
  )
  if (
    quantity &&
    (isHundred || (isServing && isHeadingOf(piece, pieces)) || (isPer && piece.letters.length > 2))
  )
    return [{ piece, basis: { measure: quantity.value, unit: quantity.unit.code, isServing: !isHundred } }]
  return isServing && quantities.length === 0 ? [{ piece, basis: { isServing: true } }] : []
}

/** Whether an amount of energy or mass stands below the piece. */
const isHeadingOf = (heading: Piece, pieces: Piece[]): boolean =>
  pieces.some(
    (piece) => piece.across > heading.across && piece.amounts.length > 0 && overlaps(heading, piece),
  )

/** Gives each amount the basis of the nearest heading above its column. */
export function withBasis(
  found: readonly { piece: Piece; nutrient: LabelNutrient }[],
  pieces: Piece[],
): LabelNutrient[] {
  const headings = pieces.flatMap((piece) => basisIn(piece, pieces))
  const [only, another] = headings
  const perRow = new Map<string, number>()
  for (const { nutrient } of found) perRow.set(nutrient.name, (perRow.get(nutrient.name) ?? 0) + 1)
  const isOneColumn = Math.max(0, ...perRow.values()) === 1
  return found.map(({ piece, nutrient }) => {
    const above = headings
      .filter(
        ({ piece: heading }) =>
          heading.across < piece.across && heading !== piece && overlaps(heading, piece),
      )
      .toSorted((a, b) => b.piece.across - a.piece.across)[0]
    const basis = above?.basis ?? (isOneColumn && !another ? only?.basis : undefined)
    return basis ? { ...nutrient, basis } : nutrient
  })
}
