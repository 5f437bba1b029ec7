/**
 * Writes a value as XML. Elements are in document order, text is escaped so that it round-trips, languages
 * and flags have their canonical spelling, and unknown parts are written at their position.
 */
import { namespaceName } from '../namespaces.ts'
import type { DocumentDescription, Group, Member } from './description.ts'
import type { Leaf } from './leaf.ts'
import { writeUnknownAttributes, writeUnknownContent } from './read/unknown.ts'
import type { AnyValue, Unknown, ValueOf } from './value.ts'
import { escapeAttribute, escapeText } from './xml/characters.ts'

interface WriteOptions {
  /** Spaces per level; 0 (the default) writes one line. */
  indent?: number
}

/** A complete document with XML declaration and default namespace, to be encoded as UTF-8. */
export function writeDocument<G extends Group>(
  document: DocumentDescription<G>,
  value: ValueOf<G>,
  options: WriteOptions & { namespaceBase?: string | undefined } = {},
): string {
  const namespace = namespaceName(document.namespace, options.namespaceBase)
  const writer = new Writer(options.indent ?? 0)
  writer.group(document.group, document.root, value as AnyValue, ` xmlns="${escapeAttribute(namespace)}"`)
  // Some readers treat white space after the declaration as content, so there is none unless the text is
  // indented.
  const lineBreak = (options.indent ?? 0) > 0 ? '\n' : ''
  return `<?xml version="1.0" encoding="UTF-8"?>${lineBreak}${writer.xml()}`
}

/**
 * A single element without a namespace declaration; it takes the namespace of the document it is inserted
 * into.
 */
export function writeElement<G extends Group>(
  group: G,
  name: string,
  value: ValueOf<G>,
  options: WriteOptions = {},
): string {
  const writer = new Writer(options.indent ?? 0)
  writer.group(group, name, value as AnyValue, '')
  return writer.xml()
}

const none: readonly Unknown[] = []

class Writer {
  readonly #parts: string[] = []
  readonly #indent: number
  #depth = 0

  constructor(indent: number) {
    this.#indent = indent
  }

  xml(): string {
    return this.#parts.join('') + (this.#indent > 0 ? '\n' : '')
  }

  group(group: Group, name: string, value: AnyValue, declaration: string): void {
    const unknown = value.unknown ?? none
    const own = unknown.length === 0 ? none : unknown.filter((one) => one.within === undefined)
    const start = `<${name}${declaration}${this.#attributes(group, value, own)}`
    if (group.text !== undefined) {
      const text = leafText(group.text.type as Leaf, value['text'])
      this.#line(
        closed(
          start,
          name,
          own.length === 0
            ? escapeText(text)
            : escapeText(text) + own.filter(isContent).map(writeUnknownContent).join(''),
        ),
      )
      return
    }
    const before = this.#open(start)
    if (unknown.length === 0)
      for (const member of group.elements.values()) this.#member(member, value, none, none)
    else {
      const behind = grouped(own, ({ after }) => after)
      const inside = grouped(unknown, ({ within }) => within)
      this.#unknown(behind.get(undefined) ?? none)
      for (const member of group.elements.values()) {
        this.#member(member, value, behind.get(member.key) ?? none, inside.get(member.key) ?? none)
      }
    }
    this.#close(before, start, name)
  }

  #attributes(group: Group, value: AnyValue, own: readonly Unknown[]): string {
    let attributes = ''
    for (const member of group.attributes.values()) {
      const text = value[member.key]
      if (text !== undefined && text !== null) {
        attributes += ` ${member.key}="${escapeAttribute(leafText(member.type as Leaf, text))}"`
      }
    }
    return own.length === 0 ? attributes : attributes + writeUnknownAttributes(own.filter(isAttribute))
  }

  #member(member: Member, value: AnyValue, behind: readonly Unknown[], inside: readonly Unknown[]): void {
    const { key } = member
    const found = value[key]
    if (member.cardinality === 'repeated') {
      this.#entries(member, key, (found ?? []) as readonly unknown[], inside, behind)
      return
    }
    if (found !== undefined && found !== null) {
      if (member.cardinality === 'list') this.#wrapper(member, found as readonly unknown[], inside)
      else this.#entry(member, key, found, inside)
    }
    this.#unknown(behind)
  }

  #wrapper(member: Member, entries: readonly unknown[], inside: readonly Unknown[]): void {
    const ofWrapper = inside.length === 0 ? none : inside.filter((one) => one.entry === undefined)
    const attributes = ofWrapper.length === 0 ? '' : writeUnknownAttributes(ofWrapper.filter(isAttribute))
    const start = `<${member.key}${attributes}`
    const before = this.#open(start)
    this.#entries(member, member.entry ?? '', entries, inside, ofWrapper)
    this.#close(before, start, member.key)
  }

  /** Repeated elements, with unknown ones between them at their original positions. */
  #entries(
    member: Member,
    name: string,
    entries: readonly unknown[],
    inside: readonly Unknown[],
    between: readonly Unknown[],
  ): void {
    if (inside.length === 0 && between.length === 0) {
      for (const entry of entries) this.#entry(member, name, entry, none)
      return
    }
    const ofEntry = grouped(inside, ({ entry }) => entry)
    // Unknown parts after an entry that no longer exists are written at the end.
    const behind = grouped(between, ({ position = 0 }) => Math.min(position, entries.length + 1))
    this.#unknown(behind.get(0) ?? none)
    entries.forEach((entry, index) => {
      this.#entry(member, name, entry, ofEntry.get(index) ?? none)
      this.#unknown(behind.get(index + 1) ?? none)
    })
    this.#unknown(behind.get(entries.length + 1) ?? none)
  }

  #entry(member: Member, name: string, value: unknown, inside: readonly Unknown[]): void {
    if (member.type.kind === 'group') {
      this.group(member.type, name, (value ?? {}) as AnyValue, '')
      return
    }
    const text = escapeText(leafText(member.type, value))
    if (inside.length === 0) {
      this.#line(closed(`<${name}`, name, text))
      return
    }
    const start = `<${name}${writeUnknownAttributes(inside.filter(isAttribute))}`
    const kept = inside.filter(isContent).map(writeUnknownContent).join('')
    this.#line(closed(start, name, text + kept))
  }

  #unknown(unknown: readonly Unknown[]): void {
    for (const one of unknown) if (isContent(one)) this.#line(writeUnknownContent(one))
  }

  /** Writes a start tag. @returns its position, for `#close` */
  #open(start: string): number {
    this.#line(`${start}>`)
    this.#depth += 1
    return this.#parts.length - 1
  }

  /** Writes the end tag after the children; an element without children is written as an empty tag. */
  #close(before: number, start: string, name: string): void {
    this.#depth -= 1
    if (this.#parts.length === before + 1) {
      this.#parts.length = before
      this.#line(`${start}/>`)
    } else this.#line(`</${name}>`)
  }

  #line(xml: string): void {
    if (this.#indent > 0) {
      const lineBreak = this.#parts.length === 0 ? '' : '\n'
      this.#parts.push(lineBreak + ' '.repeat(this.#indent * this.#depth) + xml)
    } else this.#parts.push(xml)
  }
}

const grouped = <K>(all: readonly Unknown[], key: (one: Unknown) => K): ReadonlyMap<K, readonly Unknown[]> =>
  all.length === 0 ? new Map() : Map.groupBy(all, key)

const isAttribute = (one: Unknown): boolean => one.kind === 'attribute'
const isContent = (one: Unknown): boolean => one.kind !== 'attribute'
const closed = (start: string, name: string, content: string): string =>
  content === '' ? `${start}/>` : `${start}>${content}</${name}>`
const leafText = (type: Leaf, value: unknown): string =>
  type.canonical(typeof value === 'string' ? value : '')
