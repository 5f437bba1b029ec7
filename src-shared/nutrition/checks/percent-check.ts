/** Checks the percentages of a panel against the reference intakes of its amounts. */
import { say } from '../../texts/say.ts'
import { compare, type Decimal, decimal, plus, writeDecimal } from '../../values/decimal.ts'
import { unitSymbol } from '../../values/units.ts'
import { shareOfDay } from '../daily-percent.ts'
import { type Market, markets, marketWords, nutrientLabel } from '../model.ts'
import type { Declared, DeclaredPercent, Panel } from '../panel.ts'
import { type Finding, type NutritionCheck, perPanel } from './check.ts'

/** A percentage compared with the one that a law computes from the amount. */
interface Compared {
  market: Market
  fits: boolean
  percent: string
  why: string
}

interface PercentRow {
  declared: DeclaredPercent
  amount: Declared
  /** One for each market with a reference intake of the nutrient. */
  compared: readonly Compared[]
}

const between = (value: Decimal, ends: readonly Decimal[]): boolean =>
  ends.some((end) => compare(end, value) <= 0) && ends.some((end) => compare(end, value) >= 0)

/**
 * An amount is rounded itself, so each percentage from its lower to its upper limit fits. Data is often not
 * rounded as the law asks, so a percentage within one point of the exact share fits too.
 */
function compareWith(market: Market, { value }: DeclaredPercent, amount: Declared): Compared[] {
  const shares = [amount.low, amount.value, amount.high].map((grams) =>
    shareOfDay(amount.name, grams, market),
  )
  const [, middle] = shares
  if (!middle) return []
  const { percent, reference } = middle
  const ends = shares.flatMap((share) =>
    share ? [plus(share.exact, decimal('-1')), plus(share.exact, decimal('1')), decimal(share.percent)] : [],
  )
  const day = `${reference.amount} ${unitSymbol(reference.unit)}`
  return [
    {
      market,
      fits: between(value, ends),
      percent,
      why: say`100 % are ${day} a day (${reference.source}).`,
    },
  ]
}

const rowsOf = ({ percents = [], amounts }: Panel): PercentRow[] =>
  percents.flatMap((declared) => {
    const amount = amounts.get(declared.name)
    return amount
      ? [{ declared, amount, compared: markets.flatMap((market) => compareWith(market, declared, amount)) }]
      : []
  })

/** The law that the percentages of a panel follow: the one that most of them fit. */
function lawOf(rows: readonly PercentRow[]): Market | undefined {
  const fitting = (market: Market) =>
    rows.filter(({ compared }) => compared.some((one) => one.market === market && one.fits)).length
  const [first, second] = markets
    .map((market) => ({ market, count: fitting(market) }))
    .sort((one, other) => other.count - one.count)
  return first && first.count > (second?.count ?? 0) ? first.market : undefined
}

function findingOf({ declared, amount, compared }: PercentRow, law: Market | undefined): Finding[] {
  if (compared.some(({ fits }) => fits)) return []
  const name = nutrientLabel(declared.name)
  const percent = writeDecimal(declared.value)
  const finding = { panel: 0, at: declared.at, found: `${percent} %` }
  const [first, second] = compared
  // Without a law, a nutrient with a reference intake in only one may follow another one.
  const only =
    law === undefined && second && second.percent !== first?.percent
      ? undefined
      : compared.find(({ market }) => (law === undefined ? second !== undefined : market === law))
  if (only)
    return [
      {
        ...finding,
        message: say`${name}: ${percent} % does not match ${amount.words} by the rules of ${marketWords[only.market].label}, which make it ${only.percent} %.`,
        expected: `${only.percent} %`,
        suggestion: only.percent,
        why: only.why,
      },
    ]
  if (law !== undefined || !first || !second) return []
  const expected = say`${first.percent} % by the rules of ${marketWords[first.market].label}, ${second.percent} % by those of ${marketWords[second.market].label}`
  return [
    {
      ...finding,
      message: say`${name}: ${percent} % does not match ${amount.words}, which is ${expected}.`,
      expected,
    },
  ]
}

export const percentCheck: NutritionCheck = {
  code: 'PERCENT_NOT_OF_AMOUNT',
  message: say`A percentage is the share of the amount in the reference intake of FDA or EU.`,
  find: perPanel((panel, market): Omit<Finding, 'panel'>[] => {
    const rows = rowsOf(panel)
    const law = lawOf(rows) ?? market
    return rows.flatMap((row) => findingOf(row, law))
  }),
}
