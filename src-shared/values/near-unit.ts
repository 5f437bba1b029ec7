import { editDistance } from '../edit-distance.ts'
import { fold } from './fold.ts'
import { type Unit, unitOf, units } from './units.ts'

const minPrefixLength = 2
const minMisspeltLength = 4

/** Spellings of a unit; those of the UK are left out, because an unqualified ounce is the US one. */
const spellingsOf = ({ symbol, name, aliases }: Unit): string[] =>
  [symbol, name, ...aliases].filter((text) => !/\buk\b|\bimp/i.test(text)).map(fold)

/**
 * The only unit whose spelling begins with the text (`Fl`, `kilogr`) or differs from it by one letter
 * (`grmas`); also if a period or a plural is in the way. Undefined for a known unit, and for a text that
 * several units fit.
 * @param quantities the quantities that the field can have; all if absent
 */
export function nearUnit(text: string, quantities?: ReadonlySet<Unit['quantity']>): Unit | undefined {
  const wanted = fold(text.trim().replace(/\s+/g, ' ')).replace(/[.,;:]{1,9}$/, '')
  if (unitOf(text) !== undefined || wanted.length < minPrefixLength) return undefined
  const fitting = units.filter(({ quantity }) => quantities?.has(quantity) ?? true)
  const exact = unitOf(wanted)
  if (exact && fitting.includes(exact)) return exact
  const only = (fits: (spelling: string) => boolean): Unit | undefined => {
    const [found, other] = fitting.filter((one) => spellingsOf(one).some(fits))
    return other ? undefined : found
  }
  return (
    only((spelling) => spelling.startsWith(wanted)) ??
    (wanted.length < minMisspeltLength
      ? undefined
      : only((spelling) => spelling.length >= minMisspeltLength && editDistance(wanted, spelling, 1) <= 1))
  )
}
