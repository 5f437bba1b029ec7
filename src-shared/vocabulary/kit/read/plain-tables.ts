/** A description as the reader of plain elements asks it: members by the units of their names, and what must be there. */
import { remembering } from '../../../remembering.ts'
import type { Group, Member } from '../description.ts'
import { judgedText, type Leaf } from '../leaf.ts'

/** The texts of a leaf. */
export class PlainLeaf {
  readonly #leaf: Leaf
  /** A text as the leaf has it; undefined when anything is to be said about it. */
  readonly read: (text: string) => string | undefined

  constructor(leaf: Leaf) {
    this.#leaf = leaf
    const judge = (text: string) => this.#judge(text)
    // A leaf without either takes any text: what was said before is seldom said again.
    this.read = leaf.pattern === undefined && leaf.values === undefined ? judge : remembering(judge)
  }

  #judge(text: string): string | undefined {
    const leaf = this.#leaf
    const judged = judgedText(leaf, text)
    const value = leaf.canonical(judged)
    const isAccepted = leaf.accepts(value === judged ? judged : judgedText(leaf, value))
    // What is read as another spelling than it has is reported.
    return isAccepted && (value === text || leaf.accepts(judged)) ? value : undefined
  }
}

/** A name that a tag may have here. */
export class PlainName {
  readonly name: string
  readonly units: Uint16Array
  readonly member: Member
  readonly leaf: PlainLeaf | undefined
  /** Of the entries of a list: their own name. */
  readonly entry: PlainName | undefined
  #group: PlainGroup | undefined

  constructor(member: Member) {
    const { key, type, cardinality, entry } = member
    const isList = cardinality === 'list'
    this.name = key
    this.units = Uint16Array.from(key, (letter) => letter.charCodeAt(0))
    this.member = member
    this.leaf = isList || type.kind === 'group' ? undefined : new PlainLeaf(type)
    this.entry = isList ? new PlainName({ ...member, key: entry ?? '', cardinality: 'repeated' }) : undefined
  }

  /** What the element holds, where that is an element with members; made when it is asked, as one may hold itself. */
  get group(): PlainGroup | undefined {
    const { type } = this.member
    if (this.entry !== undefined || type.kind === 'leaf') return undefined
    this.#group ??= plainGroup(type)
    return this.#group
  }
}

export interface PlainGroup {
  readonly group: Group
  readonly attributes: NameTable
  readonly elements: NameTable
  readonly text: PlainLeaf | undefined
  /** Members that always have a list, which an element without entries has too. */
  readonly lists: readonly string[]
  readonly demands: readonly Member[]
}

/** Names by their length and first letter, a few in each place. */
type NameTable = readonly (readonly PlainName[] | undefined)[]

const places = 2048
const placeOf = (length: number, first: number): number => ((length & 63) << 5) | (first & 31)

/** The name that stands between two places of a text; undefined when it is none of the table. */
export function nameAt(table: NameTable, text: string, start: number, end: number): PlainName | undefined {
  const candidates = table[placeOf(end - start, text.charCodeAt(start))]
  if (candidates === undefined) return undefined
  for (const candidate of candidates) {
    const { units } = candidate
    if (units.length !== end - start) continue
    let index = units.length - 1
    // Names of one length differ at their ends more often than at their beginnings.
    while (index >= 0 && units[index] === text.charCodeAt(start + index)) index -= 1
    if (index < 0) return candidate
  }
  return undefined
}

/** Whether a name stands at a place of a text. */
export function isNameAt(name: PlainName, text: string, at: number): boolean {
  const { units } = name
  for (let index = units.length - 1; index >= 0; index -= 1)
    if (units[index] !== text.charCodeAt(at + index)) return false
  return true
}

const made = new WeakMap<Group, PlainGroup>()

/** The tables of a described element; each is made once. */
export function plainGroup(group: Group): PlainGroup {
  const known = made.get(group)
  if (known !== undefined) return known
  const { members, text } = group
  const named = (place: Member['place']) =>
    nameTable(members.filter((member) => member.place === place).map((member) => new PlainName(member)))
  const plain: PlainGroup = {
    group,
    attributes: named('attribute'),
    elements: named('element'),
    text: text && new PlainLeaf(text.type as Leaf),
    lists: members
      .filter(({ cardinality, mayBeAbsent }) => cardinality === 'repeated' && !mayBeAbsent)
      .map(({ key }) => key),
    demands: members.filter(
      ({ place, cardinality, atLeastOne }) =>
        place !== 'text' && (cardinality === 'required' || atLeastOne === true),
    ),
  }
  made.set(group, plain)
  return plain
}

function nameTable(names: readonly PlainName[]): NameTable {
  const table: PlainName[][] = new Array(places)
  for (const one of names) {
    const place = placeOf(one.units.length, one.units[0] ?? 0)
    table[place] = [...(table[place] ?? []), one]
  }
  return table
}
