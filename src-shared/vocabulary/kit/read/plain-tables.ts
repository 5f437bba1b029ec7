/** Lookup tables of a description for the fast path of the reader: members by name, and required members. */
import { memoized } from '../../../memoized.ts'
import type { Group, Member } from '../description.ts'
import { type Leaf, normalizedText } from '../leaf.ts'

/** Reads the texts of a leaf. */
export class FastLeaf {
  readonly #leaf: Leaf
  /** Returns the canonical text; undefined if the text has a problem. */
  readonly read: (text: string) => string | undefined

  constructor(leaf: Leaf) {
    this.#leaf = leaf
    const readText = (text: string) => this.#readText(text)
    // A leaf without pattern and values accepts any text; such texts rarely repeat, so they are not cached.
    this.read = leaf.pattern === undefined && leaf.values === undefined ? readText : memoized(readText)
  }

  #readText(text: string): string | undefined {
    const leaf = this.#leaf
    const normalized = normalizedText(leaf, text)
    const value = leaf.canonical(normalized)
    const isAccepted = leaf.accepts(value === normalized ? normalized : normalizedText(leaf, value))
    // A text that is invalid in the given spelling is left to the strict reader, which reports it.
    return isAccepted && (value === text || leaf.accepts(normalized)) ? value : undefined
  }
}

/** A name that a tag or attribute may have. */
export class FastName {
  readonly name: string
  readonly units: Uint16Array
  readonly member: Member
  readonly leaf: FastLeaf | undefined
  /** For a list: the name of its entries. */
  readonly entry: FastName | undefined
  #group: FastGroup | undefined

  constructor(member: Member) {
    const { key, type, cardinality, entry } = member
    const isList = cardinality === 'list'
    this.name = key
    this.units = Uint16Array.from(key, (letter) => letter.charCodeAt(0))
    this.member = member
    this.leaf = isList || type.kind === 'group' ? undefined : new FastLeaf(type)
    this.entry = isList ? new FastName({ ...member, key: entry ?? '', cardinality: 'repeated' }) : undefined
  }

  /**
   * The tables of the element's content, if it has members. Created on first use, because an element may
   * contain itself.
   */
  get group(): FastGroup | undefined {
    const { type } = this.member
    if (this.entry !== undefined || type.kind === 'leaf') return undefined
    this.#group ??= plainGroup(type)
    return this.#group
  }
}

export interface FastGroup {
  readonly group: Group
  readonly attributes: NameTable
  readonly elements: NameTable
  readonly text: FastLeaf | undefined
  /** Keys of members whose value is always an array, also without entries. */
  readonly lists: readonly string[]
  readonly demands: readonly Member[]
}

/** Names by a hash of length and first letter, with a few per slot. */
type NameTable = readonly (readonly FastName[] | undefined)[]

const slots = 2048
const slotOf = (length: number, first: number): number => ((length & 63) << 5) | (first & 31)

/** The name between two offsets of a text; undefined if the table does not contain it. */
export function nameAt(table: NameTable, text: string, start: number, end: number): FastName | undefined {
  const candidates = table[slotOf(end - start, text.charCodeAt(start))]
  if (candidates === undefined) return undefined
  for (const candidate of candidates) {
    const { units } = candidate
    if (units.length !== end - start) continue
    let index = units.length - 1
    // Names of equal length differ more often at the end than at the start.
    while (index >= 0 && units[index] === text.charCodeAt(start + index)) index -= 1
    if (index < 0) return candidate
  }
  return undefined
}

/** Whether a name occurs at an offset of a text. */
export function isNameAt(name: FastName, text: string, at: number): boolean {
  const { units } = name
  for (let index = units.length - 1; index >= 0; index -= 1)
    if (units[index] !== text.charCodeAt(at + index)) return false
  return true
}

const cache = new WeakMap<Group, FastGroup>()

/** The tables of an element, created once per description. */
export function plainGroup(group: Group): FastGroup {
  const cached = cache.get(group)
  if (cached !== undefined) return cached
  const { members, text } = group
  const tableOf = (place: Member['place']) =>
    nameTable(members.filter((member) => member.place === place).map((member) => new FastName(member)))
  const plain: FastGroup = {
    group,
    attributes: tableOf('attribute'),
    elements: tableOf('element'),
    text: text && new FastLeaf(text.type as Leaf),
    lists: members
      .filter(({ cardinality, mayBeAbsent }) => cardinality === 'repeated' && !mayBeAbsent)
      .map(({ key }) => key),
    demands: members.filter(
      ({ place, cardinality, atLeastOne }) =>
        place !== 'text' && (cardinality === 'required' || atLeastOne === true),
    ),
  }
  cache.set(group, plain)
  return plain
}

function nameTable(names: readonly FastName[]): NameTable {
  const table: FastName[][] = new Array(slots)
  for (const one of names) {
    const slot = slotOf(one.units.length, one.units[0] ?? 0)
    table[slot] = [...(table[slot] ?? []), one]
  }
  return table
}
