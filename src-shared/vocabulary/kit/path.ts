/**
 * Places in a document or a value: `items/item[2]/productCodes/productCode[1]/@type`. The text of a path is
 * built only for a problem, so that a document without problems needs no paths.
 */
import type { Group, Member } from './description.ts'
import type { OpenElement } from './xml/refusal.ts'

export interface Trail {
  parent: Trail | undefined
  /** Path segment, including the wrapper, without a position. */
  name: string
  /** 0-based position of a repeated element. */
  index: number | undefined
}

export const trail = (parent: Trail | undefined, name: string, index?: number): Trail => ({
  parent,
  name,
  index,
})

/** The path as text, with 1-based positions of all repeatable elements. */
export function pathOf(end: Trail): string {
  const segment = end.index === undefined ? end.name : `${end.name}[${end.index + 1}]`
  return end.parent === undefined ? segment : `${pathOf(end.parent)}/${segment}`
}

/** The trail of a member of an element, or of one entry of the member. */
export function memberTrail(parent: Trail, member: Member, index?: number): Trail {
  if (member.place === 'text') return parent
  if (member.place === 'attribute') return trail(parent, `@${member.key}`)
  if (member.cardinality === 'list' && index !== undefined) {
    return trail(trail(parent, member.key), member.entry ?? '', index)
  }
  return trail(parent, member.key, index)
}

/**
 * The path of the elements that were open when reading stopped, with positions of the elements that may
 * repeat.
 */
export function openPath(open: readonly OpenElement[], root: Group): string {
  let group: Group | undefined = root
  let wrapper: Member | undefined
  return open
    .map(({ name, position }, depth) => {
      if (depth === 0) return name
      const member: Member | undefined = wrapper ?? group?.elements.get(name)
      const repeats = wrapper !== undefined || member?.cardinality === 'repeated'
      const entersWrapper = wrapper === undefined && member?.cardinality === 'list'
      group = member?.type.kind === 'group' ? member.type : undefined
      wrapper = entersWrapper ? member : undefined
      return repeats ? `${name}[${position}]` : name
    })
    .join('/')
}

/**
 * The labels for a field path such as `products/product/grocery/ingredients`, from the outermost element
 * inwards: `Products, Grocery, Ingredients`. Unknown elements keep their name.
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
    // The label of the wrapper is enough; the name of its entries would repeat it.
    if (found?.cardinality === 'list' && names[at + 1] === found.entry) at++
    around = found?.type.kind === 'group' ? found.type : undefined
  }
  return labels
}
