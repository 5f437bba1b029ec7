import { countryCodes } from '../../../src-shared/countries.ts'
import type { Option } from '../../../src-shared/vocabulary/kit/leaf.ts'

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** Every country by its English name. */
export const countryOptions: readonly Option[] = [...countryCodes]
  .map((value) => ({ value, label: names.of(value) ?? value }))
  .sort((one, other) => one.label.localeCompare(other.label))
