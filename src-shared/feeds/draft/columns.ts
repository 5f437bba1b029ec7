import type { ListKind } from '../../catalog/model.ts'
import type { Group, Member } from '../../vocabulary/kit/description.ts'
import type { InputKind, Option } from '../../vocabulary/kit/leaf.ts'
import { type FeedKind, kinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import { type ColumnKey, isEntryKey, keysOfColumn } from './column-keys.ts'

/** A field of an item as a grid column: one text per row. For a list, the column shows the first entry. */
export interface DraftColumn {
  /** Name in procedures: the keys from the item's value to the text, such as `productCodes/0/text`. */
  column: string
  /**
   * Path of the field in problems, relative to the item and without indexes, such as
   * `productCodes/productCode`.
   */
  path: string
  label: string
  /** Labels of the enclosing elements, outermost first. */
  around: string[]
  section: string
  input: InputKind
  options?: readonly Option[]
  /** Set if the text is an identifier from this lookup list. */
  lookup?: ListKind
  help?: string
  /** Identifier of the retailer whose content the column shows, if it is for one (`retailer-columns.ts`). */
  retailer?: string
}

/** All columns of a feed kind, in vocabulary order. */
export const draftColumns = (kind: FeedKind): readonly DraftColumn[] =>
  columnsOfGroup(kinds[kind].payload.item)

const columnsByGroup = new WeakMap<Group, readonly DraftColumn[]>()
function columnsOfGroup(group: Group): readonly DraftColumn[] {
  const known = columnsByGroup.get(group)
  if (known) return known
  const made = [...columnsOf(group, { keys: [], path: '', around: [], section: '' })]
  columnsByGroup.set(group, made)
  return made
}

interface Place {
  keys: (string | number)[]
  path: string
  around: string[]
  section: string
}

function* columnsOf(group: Group, at: Place): Generator<DraftColumn> {
  for (const member of group.members) {
    const place = placeOf(member, at)
    if (member.type.kind === 'group') {
      yield* columnsOf(member.type, { ...place, around: [...at.around, member.label] })
      continue
    }
    yield {
      column: place.keys.join('/'),
      path: place.path,
      label: member.label,
      around: at.around,
      section: place.section,
      input: member.input ?? member.type.input,
      options: member.options ?? member.type.options,
      lookup: member.lookup,
      help: member.help,
    }
  }
}

function placeOf({ key, place, entry, cardinality, section }: Member, at: Place): Omit<Place, 'around'> {
  const repeats = cardinality === 'list' || cardinality === 'repeated'
  const below = at.path === '' ? '' : `${at.path}/`
  const path =
    place === 'text'
      ? at.path
      : place === 'attribute'
        ? `${below}@${key}`
        : `${below}${key}${entry === undefined ? '' : `/${entry}`}`
  return { keys: [...at.keys, key, ...(repeats ? [0] : [])], path, section: section ?? at.section }
}

type Tree = Record<string | number, unknown>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const hasId = (entry: unknown, id: string): boolean => isTree(entry) && entry['id'] === id

/** Text of a cell; undefined if the item has none. */
export function cellOf(value: PayloadItem, column: string): string | undefined {
  let at: unknown = value
  for (const key of keysOfColumn(column))
    at = isEntryKey(key)
      ? entriesOf(at).find((entry) => hasId(entry, key.id))
      : isTree(at)
        ? at[key]
        : undefined
  return typeof at === 'string' ? at : undefined
}

/**
 * A copy of the item with a new text in one column. `undefined` clears the cell and removes enclosing
 * elements that become empty. Missing enclosing elements are created. Everything else is shared with the
 * original.
 */
export function withCell<V extends PayloadItem>(
  kind: FeedKind,
  value: V,
  column: string,
  text: string | undefined,
): V {
  const group = kinds[kind].payload.item
  const changed = inGroup(group, value, keysOfColumn(column), text) ?? {}
  // A code without a type is a GTIN.
  const isCode = column === 'productCodes/0/text' && text !== undefined
  const isNamed = !isCode || cellOf(changed as V, 'productCodes/0/type') !== undefined
  return (isNamed ? changed : inGroup(group, changed, ['productCodes', 0, 'type'], 'GTIN')) as V
}

type Keys = readonly ColumnKey[]

/** A group's value with a new text below it; undefined when the group becomes empty. */
function inGroup(group: Group, value: unknown, [key, ...rest]: Keys, text: string | undefined): unknown {
  const member = group.members.find((one) => one.key === key)
  if (member === undefined) throw new Error(`There is no column ${JSON.stringify([key, ...rest])}`)
  const tree = isTree(value) ? value : {}
  const { [member.key]: former, ...others } = tree
  const inner = inMember(member, former, rest, text)
  if (inner !== undefined)
    return former === undefined ? { ...others, [member.key]: inner } : { ...tree, [member.key]: inner }
  const isEmpty = Object.keys(others).length === 0
  // The parser always creates these members, so they stay, empty.
  if (member.place === 'text') return isEmpty ? undefined : { ...tree, [member.key]: '' }
  if (member.cardinality === 'repeated') return { ...tree, [member.key]: [] }
  return isEmpty ? undefined : others
}

function inMember(member: Member, value: unknown, keys: Keys, text: string | undefined): unknown {
  const { type, cardinality } = member
  const inside = (entry: unknown, rest: Keys) => {
    if (type.kind !== 'group') return text
    const made = inGroup(type, entry, rest, text)
    return isTree(made) && type.text && made['text'] === undefined ? { ...made, text: '' } : made
  }
  if (cardinality !== 'list' && cardinality !== 'repeated') return inside(value, keys)
  const [place, ...rest] = keys
  const list = [...entriesOf(value)]
  const changed = isEntryKey(place)
    ? inEntry(list, place.id, text, (entry) => inside(entry, rest))
    : atIndex(member, list, place, (entry) => inside(entry, rest))
  return changed.length > 0 ? changed : undefined
}

/** A list with a change at an index. An entry that becomes empty is removed. */
function atIndex(
  { key }: Member,
  list: readonly unknown[],
  index: ColumnKey | undefined,
  change: (entry: unknown) => unknown,
): unknown[] {
  if (typeof index !== 'number') throw new Error(`A column of the list ${key} names an entry`)
  const entry = change(list[index])
  if (entry === undefined) return list.toSpliced(index, 1)
  const changed = [...list]
  changed[index] = entry
  return changed
}

/** A list with a change in the entry with an identifier. If there is none, a text creates it. */
function inEntry(
  list: readonly unknown[],
  id: string,
  text: string | undefined,
  change: (entry: unknown) => unknown,
): unknown[] {
  const existing = list.findIndex((entry) => hasId(entry, id))
  if (existing >= 0) return list.with(existing, change(list[existing]))
  if (text === undefined) return [...list]
  const made = change({ id })
  // A new item has one entry without an identifier or content.
  const unused = list.findIndex((entry) => isTree(entry) && !Object.values(entry).some(Boolean))
  return unused >= 0 ? list.with(unused, made) : [...list, made]
}
