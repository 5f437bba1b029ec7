import type { Member } from '../../../src-shared/vocabulary/kit/description.ts'
import type { TermName } from '../../ui/overlays/terms.ts'

/** Terms explained next to the label of a field, by the key of the element or attribute. */
const byKey: Record<string, TermName> = {
  upcs: 'GTIN',
  categoryId: 'category',
  categories: 'category',
  view: 'view code',
  contentPlus: 'Content+',
  netWeight: 'UOM',
}

/** The term to explain next to the label of a field, if any. */
export const termOf = ({ key }: Pick<Member, 'key'>): TermName | undefined => byKey[key]
