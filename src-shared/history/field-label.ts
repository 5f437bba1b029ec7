import type { Group, Member } from '../vocabulary/kit/description.ts'

/**
 * The words for a field such as `products/product/grocery/ingredients`: the labels of the vocabulary from the outermost
 * inwards, `Products, Grocery, Ingredients`. What it does not know keeps its name.
 */
export function fieldLabels(group: Group, field: string): string[] {
  const labels: string[] = []
  let around: Group | undefined = group
  const names = field.split('/')
  for (let at = 0; at < names.length; at++) {
    const name: string = names[at] ?? ''
    const found: Member | undefined = name.startsWith('@')
      ? around?.attributes.get(name.slice(1))
      : around?.elements.get(name)
    labels.push(found?.label ?? name)
    // The wrapper's label says it; the entry's name would only repeat it.
    if (found?.cardinality === 'list' && names[at + 1] === found.entry) at++
    around = found?.type.kind === 'group' ? found.type : undefined
  }
  return labels
}
