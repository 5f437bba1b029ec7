/**
 * The contents of an EU nutrition declaration (Regulation 1169/2011, annex XV): one row per nutrient, one
 * column per quantity.
 */
import { compare, decimal, quotient, readDecimal, times, writeDecimal } from '../values/decimal.ts'
import { unitSymbol } from '../values/units.ts'
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'
import { dailyPercent } from './daily-percent.ts'
import { kilojoulesInKilocalorie } from './energy.ts'
import { micronutrientOrder, type NutrientName, printedName } from './model.ts'
import { extraAmountOf, readPanel } from './panel.ts'
import { panelToMake } from './scale-panel.ts'

interface EuCell {
  /** Amount with unit: `3.2 g`. */
  amount: string
  /** Percent of an adult's reference intake, without the sign; absent if the law has none. */
  percent?: string
  /** Whether it is computed by this program, from another quantity or another nutrient. */
  isComputed?: true
}
interface EuLine {
  key: NutrientName
  label: string
  /** Whether this is an indented line (`of which`), part of a line above it. */
  part: boolean
  /** One per column; absent if the record has no value. */
  cells: (EuCell | undefined)[]
}
interface EuLabel {
  /** `100 g`, `30 g`; the first is 100 g or ml if it is declared or can be computed. */
  columns: { words: string; isComputed: boolean }[]
  lines: EuLine[]
}

/** In the order of annex XV; the second member is the name on a label. */
const order: readonly (readonly [NutrientName, string, part?: 'part'])[] = [
  ['energy', 'Energy'],
  ['totalFat', 'Fat'],
  ['saturatedFat', 'of which saturates', 'part'],
  ['monounsaturatedFat', 'mono-unsaturates', 'part'],
  ['polyunsaturatedFat', 'polyunsaturates', 'part'],
  ['carbohydrates', 'Carbohydrate'],
  ['sugars', 'of which sugars', 'part'],
  ['sugarAlcohol', 'polyols', 'part'],
  ['starch', 'starch', 'part'],
  ['dietaryFiber', 'Fibre'],
  ['protein', 'Protein'],
  ['salt', 'Salt'],
  ...micronutrientOrder.map((name) => [name, printedName(name)] as const),
]

interface Column {
  words: string
  facts: Nutrition
  isComputed: boolean
}

function columnsOf(panels: readonly Nutrition[]): Column[] {
  const given = panels.map((facts) => ({
    words: readPanel(facts).basis?.words ?? 'serving',
    facts,
    isComputed: false,
  }))
  const made = panelToMake(panels)
  if (made) return [{ words: made.words, facts: made.make(), isComputed: true }, ...given]
  // Columns for 100 g or ml come first.
  return given.sort((a, b) => Number(b.words.startsWith('100 ')) - Number(a.words.startsWith('100 ')))
}

const nonBreaking = '\u00a0'

/** Energy in both units; a missing one is computed from the other. */
function energyCell({ facts, isComputed }: Column): EuCell | undefined {
  const kilocalories = readDecimal(facts.energy?.trim() ?? '')
  const given = readDecimal(extraAmountOf(facts, 'energyKj')?.text?.trim() ?? '')
  const whole = (value: ReturnType<typeof decimal>): string => writeDecimal(quotient(value, decimal('1'), 0))
  const kilojoules = given ?? (kilocalories && times(kilocalories, kilojoulesInKilocalorie))
  const words = [
    kilojoules && `${whole(kilojoules)}${nonBreaking}kJ`,
    kilocalories && `${writeDecimal(kilocalories)}${nonBreaking}kcal`,
  ].filter(Boolean)
  if (words.length === 0) return undefined
  const day = decimal('2000')
  const percent = kilocalories && whole(quotient(times(kilocalories, decimal('100')), day, 2))
  return {
    amount: words.join(' / '),
    ...(percent !== undefined && { percent }),
    ...((isComputed || !given) && { isComputed: true as const }),
  }
}

/** Salt: declared, or computed as sodium times 2.5 (annex I, point 11). */
function saltOf(facts: Nutrition): { text?: string; uom?: string; isComputed?: true } | undefined {
  const salt = extraAmountOf(facts, 'salt')
  if (salt?.text) return salt
  const sodium = readDecimal(facts.sodium?.text?.trim() ?? '')
  const inGrams = facts.sodium?.uom === 'MGM' ? '0.0025' : facts.sodium?.uom === 'GRM' ? '2.5' : undefined
  if (!sodium || !inGrams || compare(sodium, decimal('0')) < 0) return undefined
  return {
    text: writeDecimal(quotient(times(sodium, decimal(inGrams)), decimal('1'), 3)),
    uom: 'GRM',
    isComputed: true,
  }
}

type ElementKey = Exclude<NutrientName, 'energy' | 'energyKj' | 'addedSugars' | 'starch' | 'salt' | 'alcohol'>

function cellOf(name: NutrientName, column: Column): EuCell | undefined {
  if (name === 'energy') return energyCell(column)
  const { facts } = column
  const amount: { text?: string | undefined; uom?: string | undefined; isComputed?: true } | undefined =
    name === 'salt'
      ? saltOf(facts)
      : name === 'starch'
        ? extraAmountOf(facts, name)
        : facts[name as ElementKey]
  if (!amount?.text) return undefined
  const { text, uom = '' } = amount
  const share = name === 'salt' ? undefined : dailyPercent(name, text, uom, 'eu')
  const ofSalt =
    name === 'salt' && facts.sodium
      ? dailyPercent('sodium', facts.sodium.text, facts.sodium.uom ?? '', 'eu')
      : undefined
  const percent = (share ?? ofSalt)?.percent
  return {
    amount: [text, unitSymbol(uom)].filter(Boolean).join(nonBreaking),
    ...(percent !== undefined && { percent }),
    ...((column.isComputed || amount.isComputed) && { isComputed: true as const }),
  }
}

/** The declaration for a product's panels; a nutrient that no panel declares has no line. */
export function euLabel(panels: readonly Nutrition[]): EuLabel {
  const columns = columnsOf(panels)
  const lines = order.map(([key, label, part]) => ({
    key,
    label,
    part: part !== undefined,
    cells: columns.map((column) => cellOf(key, column)),
  }))
  return {
    columns: columns.map(({ words, isComputed }) => ({ words, isComputed })),
    lines: lines.filter(({ cells }) => cells.some((cell) => cell !== undefined)),
  }
}
