/** Reads the values of a label out of the texts that were read in a picture. */
import { withBasis } from './basis.ts'
import type { Label, LabelAmount } from './label.ts'
import { labelAmount, type Piece, piecesByDirection } from './pieces.ts'
import type { ReadText } from './read-text.ts'
import { nutrientsIn } from './rows.ts'
import { namesNetContent, namesServing } from './terms.ts'

/** @param texts of one picture */
export function readLabel(texts: readonly ReadText[]): Label {
  const directions = piecesByDirection(texts)
  return {
    nutrients: directions.flatMap((pieces) => withBasis(nutrientsIn(pieces), pieces)),
    contents: directions.flatMap(contentsIn),
    servings: directions.flatMap(servingsIn),
    texts: directions.flatMap((pieces) =>
      pieces.toSorted((a, b) => a.across - b.across || a.along - b.along).map(({ source }) => source),
    ),
  }
}

const contentUnits = new Set(['GRM', 'KGM', 'MLT', 'LTR', 'CLT', 'DLT', 'ONZ', 'LBR', 'OZA'])

function contentsIn(pieces: Piece[]): Label['contents'] {
  return pieces.flatMap((piece) => {
    const isNamed = namesNetContent(piece.letters)
    return piece.amounts
      .filter(({ unit }) => contentUnits.has(unit.code))
      .map((amount) => ({ ...labelAmount(piece, amount), isNamed }))
  })
}

const servingsIn = (pieces: Piece[]): LabelAmount[] =>
  pieces.flatMap((piece) =>
    namesServing(piece.letters)
      ? piece.amounts
          .filter(({ unit, value }) => (unit.code === 'GRM' || unit.code === 'MLT') && value.digits !== 100n)
          .map((amount) => labelAmount(piece, amount))
      : [],
  )
