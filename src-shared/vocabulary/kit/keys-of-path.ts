import type { Group, Member } from './description.ts'

/** The keys to a value: member names, and 0-based positions of list entries. */
type Keys = (string | number)[]

/**
 * Converts the path of a problem below the item (`productCodes/productCode[1]/@type`) to the keys of the
 * text in the item's value (`productCodes`, 0, `type`). Undefined if the path does not lead to a text of
 * the vocabulary.
 */
export function keysOfPath(group: Group, path: string): Keys | undefined {
  const found = find(group, path)
  if (!found?.type) return undefined
  if (found.type.kind === 'leaf') return found.keys
  return found.type.text ? [...found.keys, found.type.text.key] : undefined
}

/** Like `keysOfPath`, but for any path: to a text, an element with children, or a list. */
export const keysOfElement = (group: Group, path: string): Keys | undefined => find(group, path)?.keys

/** The type is absent for a list, because its entries are the elements. */
function find(group: Group, path: string): { keys: Keys; type?: Member['type'] } | undefined {
  const keys: Keys = []
  let type: Member['type'] = group
  const segments = path.split('/')
  for (let at = 0; at < segments.length; at++) {
    if (type.kind !== 'group') return undefined
    const { name, index } = segmentOf(segments[at] ?? '')
    const member: Member | undefined = name.startsWith('@')
      ? type.attributes.get(name.slice(1))
      : type.elements.get(name)
    if (!member) return undefined
    keys.push(member.key)
    if (member.cardinality === 'list') {
      if (at + 1 === segments.length) return { keys }
      const entry = segmentOf(segments[++at] ?? '')
      if (entry.name !== member.entry) return undefined
      keys.push(entry.index)
    } else if (member.cardinality === 'repeated') keys.push(index)
    type = member.type
  }
  return { keys, type }
}

/** The name and 0-based position of a path segment; position 0 by default. */
function segmentOf(segment: string): { name: string; index: number } {
  const [, name = segment, position = '1'] = /^([^[]+)\[(\d+)\]$/.exec(segment) ?? []
  return { name, index: Number(position) - 1 }
}
