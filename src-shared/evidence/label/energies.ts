/** Amounts of energy on a label. They need no name, because their unit is one; a second line of a row often has none. */
import { editDistance } from '../../edit-distance.ts'
import type { NutrientName } from '../../nutrition/model.ts'
import { readDecimal, writeDecimal } from '../../values/decimal.ts'
import { unitOf } from '../../values/units.ts'
import type { PrintedAmount } from './amounts.ts'
import { isBelow, leftOf, type Piece, rightOf, wordsBefore } from './pieces.ts'
import { lettersOf } from './terms.ts'

/** The reference intake of an adult, which labels repeat below the table. */
const referenceEnergies = new Set(['2000', '8400'])

/** Kilojoules in a kilocalorie: 4.184, by the factors of the law 4.1 to 4.25; labels round both. */
const [minRatio, maxRatio] = [4, 4.4]

/** Each amount of energy with the piece that shows it. */
export function energiesIn(pieces: Piece[]): { piece: Piece; name: NutrientName; amount: PrintedAmount }[] {
  const printed = pieces.flatMap((piece) =>
    piece.amounts.filter(isEnergy).map((amount) => ({ piece, name: 'energy' as const, amount })),
  )
  const completed = pieces.flatMap((piece) => {
    const number = numberWithoutUnit(piece)
    if (number === undefined) return []
    const pair = printed.find((one) => isPair(one, piece, number))
    const amount = pair && energyOf(number, pair.amount.unit.code === 'KJO' ? 'kcal' : 'kJ')
    return amount ? [{ piece, name: 'energy' as const, amount }] : []
  })
  return [...printed.filter(({ piece }) => startsWithAmount(piece)), ...completed]
}

const isEnergy = ({ unit, value }: PrintedAmount): boolean =>
  unit.quantity === 'energy' && !referenceEnergies.has(writeDecimal(value))

/** Fewer letters before an amount are a sign. */
const minLetters = 3
const startsWithAmount = ({ amounts: [first], source: { text } }: Piece): boolean =>
  first !== undefined && lettersOf(text.slice(0, first.start)).length < minLetters

/** The number of a text that has no unit of energy, or one that was misread: `881/`, `334kg`. */
const numberWithoutUnit = ({ source, amounts }: Piece): string | undefined =>
  amounts.some(({ unit }) => unit.quantity === 'energy')
    ? undefined
    : /^\s*(\d{2,4})\s?(?:k?\p{L})?\s?\/?\s*$/u.exec(source.text)?.[1]

/** Whether the number beside an amount is the same energy in the other unit. */
function isPair(known: { piece: Piece; amount: PrintedAmount }, piece: Piece, number: string): boolean {
  const { amount } = known
  const isBeside =
    isBelow(known.piece, piece) ||
    isBelow(piece, known.piece) ||
    (Math.abs(known.piece.across - piece.across) < piece.height / 2 &&
      Math.min(
        Math.abs(leftOf(known.piece) - rightOf(piece)),
        Math.abs(leftOf(piece) - rightOf(known.piece)),
      ) < piece.height)
  const [one, other] = [Number(writeDecimal(amount.value)), Number(number)]
  const ratio = amount.unit.code === 'KJO' ? one / other : other / one
  return isBeside && minRatio <= ratio && ratio <= maxRatio
}

/** Words for energy that stand beside a number of kilocalories without its unit (21 CFR 101.9); a letter may be misread. */
const caloriesWords = ['calories', 'calorias']
const namesCalories = (letters: string): boolean =>
  caloriesWords.some((word) => editDistance(letters, word, 1) <= 1)

/** The number beside the word `Calories`, which labels of the United States print without a unit. */
export function bareCalories({ source, amounts }: Piece, label: Piece): PrintedAmount[] {
  const [number] = /^\s*\d{1,4}\s*$/.exec(source.text) ?? []
  if (number === undefined || amounts.length > 0 || !namesCalories(lettersOf(wordsBefore(label)))) return []
  return [energyOf(number, 'kcal') ?? []].flat()
}

/** An amount whose unit was not read, so that it contradicts no record. */
function energyOf(number: string, symbol: 'kcal' | 'kJ'): PrintedAmount | undefined {
  const value = readDecimal(number.trim())
  const unit = unitOf(symbol)
  if (!value || !unit) return undefined
  return { value, unit, text: number.trim(), start: 0, isBound: false, isUnitRead: false, others: [] }
}
