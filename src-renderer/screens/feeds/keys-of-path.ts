import type { Group, Member } from '../../../src-shared/vocabulary/kit/description.ts'
import type { Keys } from '../../form/form-store.ts'

/**
 * From where a problem is, below the item (`productCodes/productCode[1]/@type`), to the text in the item's value
 * (`productCodes`, 0, `type`). Undefined where the path leads to no text of the vocabulary.
 */
export function keysOfPath(group: Group, path: string): Keys | undefined {
  const keys: (string | number)[] = []
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
      const entry = segmentOf(segments[++at] ?? '')
      if (entry.name !== member.entry) return undefined
      keys.push(entry.index)
    } else if (member.cardinality === 'repeated') keys.push(index)
    type = member.type
  }
  if (type.kind === 'leaf') return keys
  return type.text ? [...keys, type.text.key] : undefined
}

/** A segment's name, and its position from 0; the first where there is none. */
function segmentOf(segment: string): { name: string; index: number } {
  const [, name = segment, position = '1'] = /^([^[]+)\[(\d+)\]$/.exec(segment) ?? []
  return { name, index: Number(position) - 1 }
}
