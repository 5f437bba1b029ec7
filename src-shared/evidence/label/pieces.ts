/** The texts of a picture with their places in the direction of reading. */
import { median } from '../../values/median.ts'
import { amountsIn, type PrintedAmount } from './amounts.ts'
import type { LabelAmount } from './label.ts'
import type { ReadText } from './read-text.ts'
import { lettersOf } from './terms.ts'

/** A text with its place in the direction of reading. */
export interface Piece {
  source: ReadText
  along: number
  across: number
  width: number
  height: number
  letters: string
  amounts: PrintedAmount[]
}

function pieceOf(source: ReadText, angle: number): Piece {
  const { x, y, width, height } = source.box
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return {
    source,
    along: x * cos + y * sin,
    across: y * cos - x * sin,
    width,
    height,
    letters: lettersOf(source.text),
    amounts: amountsIn(source.text),
  }
}

const isUnit = /^\s*(g|mg|µg|ug|kg|ml|cl|l|kj|kcal)\s*$/i
const endsInNumber = /(?:^|[^\d.,]|\.\.)\d{1,4}([.,]\d{1,3})?\s*$/

/** Joins the number at the end of a text with a unit that stands in a text of its own, directly to the right. */
function withUnits(pieces: Piece[]): Piece[] {
  const units = pieces.filter(({ source }) => isUnit.test(source.text))
  if (units.length === 0) return pieces
  const joined = new Set<Piece>()
  const numbers = pieces.map((piece) => {
    if (!endsInNumber.test(piece.source.text)) return piece
    const unit = units.find(
      (one) =>
        Math.abs(one.across - piece.across) < piece.height / 2 &&
        Math.abs(leftOf(one) - rightOf(piece)) < piece.height,
    )
    if (!unit) return piece
    joined.add(unit)
    return { ...piece, amounts: amountsIn(`${piece.source.text} ${unit.source.text}`) }
  })
  return numbers.filter((piece) => !joined.has(piece))
}

export const leftOf = ({ along, width }: Piece): number => along - width / 2
export const rightOf = ({ along, width }: Piece): number => along + width / 2

/** The piece with its part of the picture that shows the amount. */
export function labelAmount({ source }: Piece, amount: PrintedAmount): LabelAmount {
  const { box, positions, certainty } = source
  const first = positions[amount.start] ?? 0
  const last = positions[Math.min(positions.length, amount.start + amount.text.length) - 1] ?? 1
  const half = positions.length > 1 ? 0.5 / positions.length : 0.5
  const [from, to] = [Math.max(0, first - half), Math.min(1, last + half)]
  const offset = ((from + to) / 2 - 0.5) * box.width
  return {
    ...amount,
    certainty,
    box: {
      ...box,
      x: box.x + offset * Math.cos(box.angle),
      y: box.y + offset * Math.sin(box.angle),
      width: (to - from) * box.width,
    },
  }
}

/** Whether two pieces share a part of the width of the picture. */
export const overlaps = (one: Piece, other: Piece): boolean =>
  leftOf(one) < rightOf(other) && leftOf(other) < rightOf(one)

/** Whether a piece is the next line of a cell. */
export function isBelow(piece: Piece, above: Piece): boolean {
  const gap = piece.across - above.across
  return gap > 0 && gap < 1.4 * Math.max(piece.height, above.height) && overlaps(piece, above)
}

/**
 * The pieces of a picture, which may be turned, by their direction of reading: that of most long lines first, then those
 * that run across it or upside down.
 */
export function piecesByDirection(texts: readonly ReadText[]): Piece[][] {
  const angle = median(texts.filter(({ box }) => box.width > 2.5 * box.height).map(({ box }) => box.angle))
  const quartersFrom = ({ box }: ReadText): number => (Math.round((box.angle - angle) / quarter) + 4) % 4
  return [0, 1, 2, 3].flatMap((quarters) => {
    const ofDirection = texts.filter((text) => quartersFrom(text) === quarters)
    if (ofDirection.length === 0) return []
    return [withUnits(ofDirection.map((text) => pieceOf(text, angle + quarters * quarter)))]
  })
}

const quarter = Math.PI / 2

/** The text of a piece before its first digit. */
export const wordsBefore = ({ source }: Piece): string => source.text.replace(/\d.*$/s, '')
