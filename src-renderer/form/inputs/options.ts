import { countryCodes } from '../../../src-shared/values/countries.ts'
import { unitSymbol } from '../../../src-shared/values/units.ts'
import type { Option } from '../../../src-shared/vocabulary/kit/leaf.ts'
import { countryName, languageName } from '../../ui/text/words.ts'
import type { Member } from '../place.ts'

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

/** Every country by its English name. */
export const countryOptions: readonly Option[] = [...countryCodes]
  .map((value) => ({ value, label: countryName(value) }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** Languages that catalogs are usually kept in, offered first; any other tag can be typed. */
const tags = [
  [
    'en-US',
    'en-GB',
    'en-CA',
    'fr-CA',
    'fr-FR',
    'es-US',
    'es-MX',
    'es-ES',
    'de-DE',
    'it-IT',
    'nl-NL',
    'pt-BR',
    'pt-PT',
  ],
  [
    'da-DK',
    'sv-SE',
    'nb-NO',
    'fi-FI',
    'pl-PL',
    'cs-CZ',
    'hu-HU',
    'ro-RO',
    'tr-TR',
    'el-GR',
    'uk-UA',
    'zh-CN',
    'ja-JP',
    'ko-KR',
  ],
].flat()

export const languageOptions: readonly Option[] = tags.map((value) => ({
  value,
  label: languageName(value),
}))
