import type { Option } from '../../../src-shared/vocabulary/kit/leaf.ts'

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

const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })

export const languageOptions: readonly Option[] = tags.map((value) => ({
  value,
  label: names.of(value) ?? value,
}))
