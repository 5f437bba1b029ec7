/** The nutrients of a label: the rows of a table, or names and amounts in running text. */
import type { NutrientName } from '../../nutrition/model.ts'
import { amountWithoutUnit, type PrintedAmount } from './amounts.ts'
import { bareCalories, energiesIn } from './energies.ts'
import type { LabelNutrient } from './label.ts'
import { isBelow, labelAmount, leftOf, overlaps, type Piece, rightOf, wordsBefore } from './pieces.ts'
import { beforeBound, lettersOf, nutrientNamed } from './terms.ts'

/** The offset across the line by which a value may lie beside its name, in heights. */
const rowOffset = 0.6
/** Fewer letters between two amounts are a unit or a sign. */
const minLetters = 3
/** Values that a row of a table can have. */
const maxColumns = 8

/** The names in one text: `Fat 2 g, of which saturates 0.5 g`. */
function namedAmounts(piece: Piece): { name: NutrientName; amount: PrintedAmount }[] {
  const { text } = piece.source
  let [end, name]: [number, NutrientName | undefined] = [0, undefined]
  return piece.amounts.flatMap((amount) => {
    const words = text.slice(end, amount.start)
    end = amount.start + amount.text.length
    const limited = beforeBound(lettersOf(words))
    // Without words in between, the amount is the same in another unit: `2085 kJ / 497 kcal`.
    if (lettersOf(words).length >= minLetters) name = nutrientNamed(limited ?? words)
    return name === undefined
      ? []
      : [{ name, amount: limited === undefined ? amount : { ...amount, isBound: true } }]
  })
}

/** The nutrient of a row: its name may take two lines, or be repeated in another language below. */
function nameInRow(label: Piece, pieces: Piece[]): NutrientName | undefined {
  const own = nutrientNamed(wordsBefore(label))
  if (own || label.letters.length < minLetters || label.amounts.length > 0) return own
  const above = pieces.find((piece) => isBelow(label, piece))
  const below = pieces.find((piece) => isBelow(piece, label))
  if (above && /[/,-]\s*$/.test(above.source.text)) return nutrientNamed(wordsBefore(above))
  return (
    (above && nutrientNamed(wordsBefore(above) + wordsBefore(label))) ??
    (below && nutrientNamed(wordsBefore(label) + wordsBefore(below)))
  )
}

interface Row {
  name: NutrientName
  label: Piece
  /** Pieces to the right that begin with an amount, nearest first. */
  values: { piece: Piece; offset: number }[]
}

/** Each amount of a nutrient with the piece that shows it. */
export function nutrientsIn(pieces: Piece[]): { piece: Piece; nutrient: LabelNutrient }[] {
  const rows: Row[] = pieces.flatMap((label) => {
    const name = nameInRow(label, pieces)
    return name ? [{ name, label, values: chainFrom(label, pieces) }] : []
  })
  // A value that two rows could have belongs to the nearer one.
  const nearest = new Map<Piece, { row: Row; offset: number }>()
  for (const row of rows)
    for (const { piece, offset } of row.values)
      if (offset < (nearest.get(piece)?.offset ?? Infinity)) nearest.set(piece, { row, offset })
  const inRows = Array.from(nearest, ([piece, { row }]) =>
    (row.name === 'energy' ? bareCalories(piece, row.label) : withoutEnergy(piece)).map((amount) => ({
      ...{ piece, name: row.name, amount },
    })),
  )
  const inTexts = pieces.map((piece) => namedAmounts(piece).map((named) => ({ piece, ...named })))
  return [...inTexts, ...inRows, inFrames(rows, nearest, pieces), energiesIn(pieces)]
    .flat()
    .filter(({ name, amount }) => suits(name, amount))
    .map(({ piece, name, amount }) => ({
      piece,
      nutrient: { name: nameOf(name, amount), ...labelAmount(piece, amount) },
    }))
}

/** Names with their value in the line below or above, as on the front of a package. */
function inFrames(rows: readonly Row[], taken: ReadonlyMap<Piece, unknown>, pieces: Piece[]) {
  const free = pieces.filter((piece) => !taken.has(piece))
  return rows
    .filter(
      ({ label, values }) => label.amounts.length === 0 && !values.some(({ piece }) => hasNumber(piece)),
    )
    .flatMap(({ name, label }) => {
      const beside = free.filter(
        (piece) =>
          (isBelow(piece, label) || isBelow(label, piece)) &&
          Math.abs(piece.along - label.along) < Math.max(piece.width, label.width) / 2,
      )
      const found = beside.flatMap((piece) =>
        (name === 'energy' ? bareCalories(piece, label) : withoutEnergy(piece)).map((amount) => ({
          ...{ piece, name, amount },
        })),
      )
      // Between two values, it is not certain which one the name belongs to.
      return found.length === 1 ? found : []
    })
}

const hasNumber = ({ source: { text } }: Piece): boolean => /\d/.test(text)

const withoutEnergy = (piece: Piece): PrintedAmount[] =>
  amountsOf(piece).filter(({ unit }) => unit.quantity !== 'energy')

/** The amounts of a text that begins with one. */
function amountsOf({ amounts, source: { text } }: Piece): PrintedAmount[] {
  const [first] = amounts
  if (!first) return [amountWithoutUnit(text) ?? []].flat()
  return lettersOf(text.slice(0, first.start)).length < minLetters ? amounts : []
}

/** Energy has its two units, and other nutrients are masses; percentages are not compared. */
const suits = (name: NutrientName, { unit }: PrintedAmount): boolean =>
  unit.quantity === (name === 'energy' ? 'energy' : 'mass')
const nameOf = (name: NutrientName, { unit }: PrintedAmount): NutrientName =>
  name === 'energy' && unit.code === 'KJO' ? 'energyKj' : name

/**
 * The pieces to the right in the same row, each the nearest of the one before, so that a curved row is followed. Of several
 * in the same column, the one with the smallest offset.
 */
function chainFrom(label: Piece, pieces: Piece[]): Row['values'] {
  const chain: Row['values'] = []
  let current = label
  while (chain.length < maxColumns) {
    const from = current
    const beside = pieces.flatMap((piece) => {
      const distance = leftOf(piece) - rightOf(from)
      const height = Math.min(piece.height, from.height)
      const offset = Math.abs(piece.across - from.across) / height
      const isBeside =
        piece !== from && distance >= -height && offset <= rowOffset && piece.along > from.along
      return isBeside ? [{ piece, offset, distance }] : []
    })
    const [nearest] = beside.toSorted((one, other) => one.distance - other.distance)
    const [next] = beside
      .filter(({ piece }) => nearest && overlaps(piece, nearest.piece))
      .toSorted((one, other) => one.offset - other.offset)
    if (!next || nutrientNamed(wordsBefore(next.piece))) break
    chain.push({ piece: next.piece, offset: next.offset })
    current = next.piece
  }
  return chain
}
