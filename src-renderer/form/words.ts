import type { Member } from './place.ts'

/** One entry of lists whose label is not simply the plural. */
const entryWords: Record<string, string> = {
  'Nutrition facts': 'Nutrition panel',
  'Retailer content': 'Retailer',
  Media: 'Picture',
  Mobile: 'Mobile file',
  'Other files': 'Other file',
}

/** `Product codes` to `Product code`: what one entry of a list is called. */
export function entryWord({ label }: Member): string {
  const known = entryWords[label]
  if (known) return known
  if (/ies$/.test(label)) return label.replace(/ies$/, 'y')
  return label.replace(/([^s])s$/, '$1')
}

/** The words on the button that adds an entry. */
export function addWords(member: Member): string {
  const inLanguages = member.type.kind === 'group' && member.type.attributes.has('lang')
  const word = entryWord(member)
  const spoken = word.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  return inLanguages ? `Add ${spoken} in a language` : `Add ${spoken}`
}
