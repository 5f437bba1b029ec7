import { countryCodes } from '../../../src-shared/values/countries.ts'
import { unitSymbol } from '../../../src-shared/values/units.ts'
import type { Option } from '../../../src-shared/vocabulary/kit/leaf.ts'
import { countryName, languageName } from '../../ui/text/words.ts'
import type { Member } from '../place.ts'

/** Options of a field: its own, else those of its type, else the values allowed by the schema. */
export function optionsOf(member: Member): readonly Option[] {
  if (member.options) return member.options
  if (member.type.kind !== 'leaf') return []
  if (member.type.input === 'language') return languageOptions
  if (member.type.input === 'country') return countryOptions
  return member.type.options ?? (member.type.values ?? []).map((value) => ({ value, label: value }))
}

/** Units labelled by their symbols only, for narrow inputs. */
export const unitSymbols = (member: Member): Option[] =>
  optionsOf(member).map(({ value }) => ({ value, label: unitSymbol(value) }))

/** All countries by their English names, sorted. */
export const countryOptions: readonly Option[] = [...countryCodes]
  .map((value) => ({ value, label: countryName(value) }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** Language tags that are common in catalogs, offered first. Any other tag can be typed. */
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
