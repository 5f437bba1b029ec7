import type { Option } from '../../../src-shared/vocabulary/kit/leaf.ts'

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Codes that stand for something else than a country: user-assigned, exceptional reservations, groups. */
const notCountries =
  /^(AA|AC|CP|CQ|DG|EA|EU|EZ|FX|IC|OO|Q[M-Z]|SU|TA|UK|UN|X[A-JL-Z]|XK|ZZ|AN|BU|CS|DD|NT|TP|YD|YU|ZR)$/

/** Every country of ISO 3166-1 by its English name. */
export const countryOptions: readonly Option[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => !notCountries.test(code))
  .flatMap((code) => {
    const name = names.of(code)
    return name ? [{ value: code, label: name }] : []
  })
  .sort((one, other) => one.label.localeCompare(other.label))
