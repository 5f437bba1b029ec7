/** Checks panels against each other, such as per serving against per 100 g. */

import { say } from '../../texts/say.ts'
import { compare, type Decimal, quotient, times, writeDecimal } from '../../values/decimal.ts'
import { nutrientLabel } from '../model.ts'
import { type Declared, isPlural, massWords, type Panel } from '../panel.ts'
import { withSignificantDigits } from '../rounding.ts'
import type { Finding, NutritionCheck } from './check.ts'

type WithBasis = Panel & { basis: NonNullable<Panel['basis']> }
const hasBasis = (panel: Panel): panel is WithBasis => panel.basis !== undefined

/**
 * Whether two panels are of the same food in the same state; amounts as sold and as prepared differ
 * entirely.
 */
const isComparable = (one: WithBasis, other: WithBasis): boolean =>
  one.title === other.title &&
  one.basis.unit === other.basis.unit &&
  compare(one.basis.measure, other.basis.measure) !== 0

/** More differing rows mean another preparation, not an error in each row. */
const maxRowsReported = 3

export const panelsCheck: NutritionCheck = {
  code: 'PANELS_DISAGREE',
  message: say`Two panels of the same food say the same, each for its own serving.`,
  find: (panels) => {
    const found: Finding[] = []
    for (const [index, panel] of panels.entries())
      for (const [before, other] of panels.slice(0, index).entries()) {
        if (!hasBasis(panel) || !hasBasis(other) || !isComparable(panel, other)) continue
        found.push(...differences(panel, index, other, before))
      }
    return found
  },
}

function differences(panel: WithBasis, index: number, other: WithBasis, before: number): Finding[] {
  const shared = [...panel.amounts.values()].flatMap((own) => {
    const theirs = other.amounts.get(own.name)
    return theirs ? [{ own, theirs }] : []
  })
  const rows = shared.filter(({ own, theirs }) => !agree(own, panel.basis, theirs, other.basis))
  if (rows.length > maxRowsReported && rows.length * 2 > shared.length) {
    return [
      {
        panel: index,
        at: '',
        message: say`Panels ${before + 1} and ${index + 1} disagree in ${rows.length} of ${shared.length} rows, taken for ${panel.basis.words} and ${other.basis.words}. Look at the serving sizes; where the panels are of different preparations, give each its title.`,
        expected: say`the same rows, or a title for each panel`,
        found: say`${rows.length} of ${shared.length} rows that differ`,
      },
    ]
  }
  return rows.map(({ own, theirs }) => {
    const scaled = quotient(times(theirs.value, panel.basis.measure), other.basis.measure, 12)
    const expected = wordsOf(own, scaled)
    return {
      panel: index,
      at: own.name,
      message: isPlural(own.name)
        ? say`${nutrientLabel(own.name)} are ${own.words} here, but ${theirs.words} in ${other.basis.words} (panel ${before + 1}) are ${expected} in ${panel.basis.words}.`
        : say`${nutrientLabel(own.name)} is ${own.words} here, but ${theirs.words} in ${other.basis.words} (panel ${before + 1}) are ${expected} in ${panel.basis.words}.`,
      expected,
      found: own.words,
    }
  })
}

const wordsOf = ({ name }: Declared, value: Decimal): string =>
  name === 'energy' || name === 'energyKj'
    ? `${writeDecimal(quotient(value, { digits: 1n, scale: 0 }, 0))} ${name === 'energy' ? 'kcal' : 'kJ'}`
    : massWords(withSignificantDigits(value, 3))

/** Whether two amounts can be equal, given the rounding of both and of their servings. */
function agree(
  one: Declared,
  ofOne: WithBasis['basis'],
  other: Declared,
  ofOther: WithBasis['basis'],
): boolean {
  // The ranges one / ofOne and other / ofOther overlap, multiplied out.
  return (
    compare(times(one.high, ofOther.high), times(other.low, ofOne.low)) >= 0 &&
    compare(times(one.low, ofOther.low), times(other.high, ofOne.high)) <= 0
  )
}
