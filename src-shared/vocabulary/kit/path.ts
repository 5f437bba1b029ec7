/**
 * Places in a document or a value. The text of a path is made only for a problem, so that a document without problems
 * needs no paths: `items/item[2]/productCodes/productCode[1]/@type`.
 */
import type { Group, Member } from './description.ts'
import type { OpenElement } from './xml/refusal.ts'

export interface Trail {
  parent: Trail | undefined
  /** Path segment, wrapper included, without a number. */
  name: string
  /** 0-based position of a repeated element. */
  index: number | undefined
}

export const trail = (parent: Trail | undefined, name: string, index?: number): Trail => ({
  parent,
  name,
  index,
})

/** The path in words, with 1-based positions on every repeatable element. */
export function pathOf(end: Trail): string {
  const segment = end.index === undefined ? end.name : `${end.name}[${end.index + 1}]`
  return end.parent === undefined ? segment : `${pathOf(end.parent)}/${segment}`
}

/** The trail of one member of an element (or of one entry of it). */
export function memberTrail(parent: Trail, member: Member, index?: number): Trail {
  if (member.place === 'text') return parent
  if (member.place === 'attribute') return trail(parent, `@${member.key}`)
  if (member.cardinality === 'list' && index !== undefined) {
    return trail(trail(parent, member.key), member.entry ?? '', index)
  }
  return trail(parent, member.key, index)
}

/** The path of the elements that were open when reading stopped, numbered where the description lets them repeat. */
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
