import type { Member } from '../../../src-shared/vocabulary/kit/description.ts'
import type { TermName } from '../../ui/overlays/terms.ts'

/** By the key of an element or attribute: the word beside its label that a newcomer may not know. */
const byKey: Record<string, TermName> = {
  upcs: 'GTIN',
  categoryId: 'category',
  categories: 'category',
  view: 'view code',
  contentPlus: 'Content+',
  netWeight: 'UOM',
}

/** What is explained beside the label of a field. */
export const termOf = ({ key }: Pick<Member, 'key'>): TermName | undefined => byKey[key]
