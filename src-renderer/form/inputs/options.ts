import { unitSymbol } from '../../../src-shared/units.ts'
import type { Option } from '../../../src-shared/vocabulary/kit/leaf.ts'
import type { Member } from '../place.ts'
import { countryOptions } from './country-options.ts'
import { languageOptions } from './language-options.ts'

/** What a field offers: its own options, else those of its type, else the values the schema allows. */
export function optionsOf(member: Member): readonly Option[] {
  if (member.options) return member.options
  if (member.type.kind !== 'leaf') return []
  if (member.type.input === 'language') return languageOptions
  if (member.type.input === 'country') return countryOptions
  return member.type.options ?? (member.type.values ?? []).map((value) => ({ value, label: value }))
}

/** Units by their symbols alone, for narrow places. */
export const unitSymbols = (member: Member): Option[] =>
  optionsOf(member).map(({ value }) => ({ value, label: unitSymbol(value) }))
