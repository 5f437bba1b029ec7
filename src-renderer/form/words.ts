import { t } from '@lingui/core/macro'
import { spoken } from '../../src-shared/texts/spoken.ts'
import type { Member } from './place.ts'

/** The label of the button that adds an entry. */
export function addWords(member: Member): string {
  const inLanguages = member.type.kind === 'group' && member.type.attributes.has('lang')
  const word = spoken(member.one ?? member.label)
  return inLanguages ? t`Add ${word} in a language` : t`Add ${word}`
}
