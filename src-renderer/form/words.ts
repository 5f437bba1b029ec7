import { t } from '@lingui/core/macro'
import type { Member } from './place.ts'

/** The name of one entry, for lists whose label is not its simple plural. */
const entryWords: Record<string, string> = {
  'Nutrition facts': t`Nutrition panel`,
  'Retailer content': t`Retailer`,
  Media: t`Picture`,
  Mobile: t`Mobile file`,
  'Other files': t`Other file`,
}

/** The name of one entry of a list: `Product code` for `Product codes`. */
export function entryWord({ label }: Member): string {
  const known = entryWords[label]
  if (known) return known
  if (/ies$/.test(label)) return label.replace(/ies$/, 'y')
  return label.replace(/([^s])s$/, '$1')
}

/** A label inside a sentence: `product code` for `Product code`. Names such as Content+ keep their capital. */
export const spoken = (label: string): string =>
  /^(Content\+|GTIN|Proposition)/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

/** The words on the button that adds an entry. */
export function addWords(member: Member): string {
  const inLanguages = member.type.kind === 'group' && member.type.attributes.has('lang')
  const word = spoken(entryWord(member))
  return inLanguages ? t`Add ${word} in a language` : t`Add ${word}`
}
