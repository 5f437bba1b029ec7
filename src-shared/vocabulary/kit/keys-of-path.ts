import type { Group, Member } from './description.ts'

/** The keys that lead into a value: of its members by name, of a list's entries by place from 0. */
type Keys = (string | number)[]

/**
 * From where a problem is, below the item (`productCodes/productCode[1]/@type`), to the text in the item's value
 * (`productCodes`, 0, `type`). Undefined where the path leads to no text of the vocabulary.
 */
export function keysOfPath(group: Group, path: string): Keys | undefined {
  const found = find(group, path)
  if (!found?.type) return undefined
  if (found.type.kind === 'leaf') return found.keys
  return found.type.text ? [...found.keys, found.type.text.key] : undefined
}

/** The same to whatever stands there: a text, an element with all it holds, or a list. */
export const keysOfElement = (group: Group, path: string): Keys | undefined => find(group, path)?.keys

/** Without a type: the list, whose entries are the elements. */
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

/** A segment's name, and its position from 0; the first where there is none. */
function segmentOf(segment: string): { name: string; index: number } {
  const [, name = segment, position = '1'] = /^([^[]+)\[(\d+)\]$/.exec(segment) ?? []
  return { name, index: Number(position) - 1 }
}
