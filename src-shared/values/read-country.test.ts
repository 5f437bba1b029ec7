import { expect, test } from 'vitest'
import { countries } from './countries.ts'
import { nearCountry, readCountry } from './read-country.ts'

test.each([
  ['FR', 'FR'],
  ['fra', 'FR'],
  ['276', 'DE'],
  ['4', 'AF'],
  ['UK', 'GB'],
  ['U.S.A.', 'US'],
  ['Frankreich', 'FR'],
  ['Estados Unidos', 'US'],
  ['Niemcy', 'DE'],
  ['Nuova Zelanda', 'NZ'],
  ['Россия', 'RU'],
  ['en:united-kingdom', 'GB'],
  ['Côte d’Ivoire', 'CI'],
  ['Hong Kong', 'HK'],
  ['Hong Kong (China)', 'HK'],
  ['China, Hong Kong SAR', 'HK'],
  ['香港', 'HK'],
  ['Macao', 'MO'],
  ['臺灣', 'TW'],
  ['ČR', undefined],
  ['Made in Italy', 'IT'],
  ['日本製', 'JP'],
  ['Hergestellt in den Niederlanden', 'NL'],
  ['Feito no Brasil', 'BR'],
  ['Aus der Schweiz', 'CH'],
  ['(DE) Deutschland', 'DE'],
  ['Italian', undefined],
  ['MADE IN THE USA.', 'US'],
  ['Product of Spain', 'ES'],
  ['Hergestellt in Deutschland', 'DE'],
  ['Fabriqué en France', 'FR'],
  ['Hecho en México', 'MX'],
  ['China (PRC)', 'CN'],
  ['Germany (DE)', 'DE'],
  ['DE - Germany', 'DE'],
  ['Germany, DEU', 'DE'],
  ['DE Deutschland', 'DE'],
  ['Deutschland / Germany', 'DE'],
  ['Herkunft: Spanien', 'ES'],
  ['中国', 'CN'],
  ['IT - Spain', undefined],
  ['IT ES', undefined],
  ['Italy - Spain - Italy', undefined],
  ['Germany?', undefined],
  ['Taiwan, China', undefined],
  ['China (Taiwan)', undefined],
  ['Guinea (Bissau)', 'GW'],
  ['Georgia (US)', undefined],
  ['Made in Italy and Spain', undefined],
  ['Bosnia and Herzegovina', 'BA'],
  ['Saint Lucia', 'LC'],
  ['Republic of Kenya', 'KE'],
  ['Republic of China', 'TW'],
  ['Korea, Republic of', 'KR'],
  ['Korea, Rep.', 'KR'],
  ['Gambia, The', 'GM'],
  ['Netherlands (the)', 'NL'],
  ['Korea (the Republic of)', 'KR'],
  ["Korea (the Democratic People's Republic of)", 'KP'],
  ['Tanzania, the United Republic of', 'TZ'],
  ['Micronesia (Federated States of)', 'FM'],
  ['Virgin Islands (U.S.)', 'VI'],
  ['China, Republic of', undefined],
  ['Egypt, Arab Rep.', 'EG'],
  ['Czech Rep.', 'CZ'],
  ['Congo, The Democratic Republic of the', 'CD'],
  ['Congo, Rep.', 'CG'],
  ['Congo', undefined],
  ['Kongo', undefined],
  ['CD - Congo', 'CD'],
  ['Oesterreich', 'AT'],
  ['Suedafrika', 'ZA'],
  ['Großbritannien', 'GB'],
  ['Elfenbeinküste', 'CI'],
  ['Italy [IT]', 'IT'],
  ['No', undefined],
  ['NO', 'NO'],
  ['Tuscany, Italy', undefined],
  ['SU', undefined],
  ['001', undefined],
  ['France, Italy', undefined],
  ['Gloucestershire', undefined],
])('%s', (text, code) => expect(readCountry(text)).toBe(code))

test('every country has an English name and three unique codes', () => {
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  expect(countries).toHaveLength(249)
  expect(new Set(countries.flat()).size).toBe(3 * 249)
  for (const [two, three, digits] of countries) {
    expect([english.of(two), readCountry(two), readCountry(three)]).toEqual([expect.any(String), two, two])
    expect(digits).toMatch(/^\d{3}$/)
  }
})

test('finds misspelt names of one country only', () => {
  const texts = ['Germny', 'Deutschlnd', 'Made in Itlay', 'Austrlia', 'en:frnace', 'Chn', 'Atlantis']
  expect(texts.map(nearCountry)).toEqual(['DE', 'DE', 'IT', undefined, 'FR', undefined, undefined])
})
