/** Scales a panel to another basis, such as from 30 g to 100 g. */
import { type Decimal, decimal, quotient, readDecimal, times, writeDecimal } from '../values/decimal.ts'
import { unitSymbol } from '../values/units.ts'
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'
import { nutrientOrder } from './model.ts'
import { readPanel } from './panel.ts'
import { significantDigits, withSignificantDigits } from './rounding.ts'

/**
 * Scales an amount without adding precision: an amount scaled up has no more decimal places than before, an
 * amount scaled down no more significant digits.
 */
export function scaled(text: string, from: Decimal, to: Decimal): string | undefined {
  const amount = readDecimal(text.trim())
  if (amount === undefined) return undefined
  const product = times(amount, to)
  const grows = to.digits * 10n ** BigInt(from.scale) >= from.digits * 10n ** BigInt(to.scale)
  if (grows) return writeDecimal(quotient(product, from, amount.scale))
  const exact = quotient(product, from, amount.scale + 12)
  return writeDecimal(withSignificantDigits(exact, Math.max(1, significantDigits(amount))))
}

/**
 * The amounts of a panel for another serving in the same unit (grams to grams). Percentages are omitted,
 * because they are computed again. Members about the package, members in other units and unknown parts are
 * omitted too.
 * @returns `undefined` if the panel has no single serving in grams or millilitres
 */
export function scalePanel(facts: Nutrition, to: string): Nutrition | undefined {
  const { basis } = readPanel(facts)
  if (basis === undefined) return undefined
  const measure = decimal(to)
  const inNew = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : scaled(text, basis.measure, measure)
  const amounts = nutrientOrder.flatMap((name) => {
    const { text, uom } = facts[name] ?? {}
    const amount = inNew(text)
    return amount === undefined ? [] : [[name, { ...(uom !== undefined && { uom }), text: amount }]]
  })
  const energy = inNew(facts.energy)
  return {
    ...(facts.title !== undefined && { title: facts.title }),
    servingSizes: [{ type: 'metric', measure: to, uom: basis.unit }],
    ...(energy !== undefined && { energy }),
    ...Object.fromEntries(amounts),
  }
}

/**
 * The missing panel per 100 g or 100 ml, made from the first panel with another basis.
 * @returns the index of the source panel, and a function that makes the new one
 */
export function panelToMake(
  panels: readonly Nutrition[],
): { from: number; words: string; make: () => Nutrition } | undefined {
  const bases = panels.map((facts) => readPanel(facts).basis)
  const isHundred = (basis: (typeof bases)[number]): boolean =>
    basis !== undefined && writeDecimal(basis.measure) === '100'
  const from = bases.findIndex(
    (basis) =>
      basis !== undefined &&
      !isHundred(basis) &&
      !bases.some((other) => isHundred(other) && other?.unit === basis.unit),
  )
  const [facts, basis] = [panels[from], bases[from]]
  if (!facts || !basis) return undefined
  const sequence = facts.sequence === undefined ? {} : { sequence: String(panels.length + 1) }
  return {
    from,
    words: `100 ${unitSymbol(basis.unit)}`,
    make: () => ({ ...sequence, ...scalePanel(facts, '100') }),
  }
}
