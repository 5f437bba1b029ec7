/**
 * Writing: from a value to XML, exactly. Elements come in document order, text is escaped so that it reads back as it
 * was, languages and flags are spelt the one way, and what was kept as unknown stands where it stood.
 */
import { namespaceName } from '../namespaces.ts'
import { escapeAttribute, escapeText } from './characters.ts'
import type { DocumentDescription, Group, Member } from './description.ts'
import type { Leaf } from './leaf.ts'
import { writeUnknownAttributes, writeUnknownContent } from './unknown.ts'
import type { AnyValue, Unknown, ValueOf } from './value.ts'

interface WriteOptions {
  /** Spaces a level; 0 (the default) writes one line. */
  indent?: number
}

/** A whole document, with XML declaration and default namespace, to be encoded as UTF-8. */
export function writeDocument<G extends Group>(
  document: DocumentDescription<G>,
  value: ValueOf<G>,
  options: WriteOptions & { namespaceBase?: string | undefined } = {},
): string {
  const namespace = namespaceName(document.namespace, options.namespaceBase)
  const writer = new Writer(options.indent ?? 0)
  writer.group(document.group, document.root, value as AnyValue, ` xmlns="${escapeAttribute(namespace)}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writer.xml()}`
}

/** One element on its own, without a namespace declaration: it belongs to whatever document it is put into. */
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
        closed(start, name, escapeText(text) + own.filter(isContent).map(writeUnknownContent).join('')),
      )
      return
    }
    this.#nested(start, name, () => {
      this.#unknown(own, (one) => one.after === undefined)
      for (const member of group.elements.values()) this.#member(member, value, own, unknown)
    })
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

  #member(member: Member, value: AnyValue, own: readonly Unknown[], all: readonly Unknown[]): void {
    const { key } = member
    const found = value[key]
    const inside = all.length === 0 ? none : all.filter((one) => one.within === key)
    if (member.cardinality === 'repeated') {
      this.#entries(
        member,
        key,
        (found ?? []) as readonly unknown[],
        inside,
        own.filter((one) => one.after === key),
      )
      return
    }
    if (found !== undefined && found !== null) {
      if (member.cardinality === 'list') this.#wrapper(member, found as readonly unknown[], inside)
      else this.#entry(member, key, found, inside)
    }
    this.#unknown(own, (one) => one.after === key)
  }

  #wrapper(member: Member, entries: readonly unknown[], inside: readonly Unknown[]): void {
    const ofWrapper = inside.filter((one) => one.entry === undefined)
    const start = `<${member.key}${writeUnknownAttributes(ofWrapper.filter(isAttribute))}`
    this.#nested(start, member.key, () =>
      this.#entries(member, member.entry ?? '', entries, inside, ofWrapper),
    )
  }

  /** Repeated elements, and between them the unknown ones that stood between them. */
  #entries(
    member: Member,
    name: string,
    entries: readonly unknown[],
    inside: readonly Unknown[],
    between: readonly Unknown[],
  ): void {
    this.#unknown(between, (one) => (one.position ?? 0) === 0)
    entries.forEach((entry, index) => {
      this.#entry(
        member,
        name,
        entry,
        inside.length === 0 ? none : inside.filter((one) => one.entry === index),
      )
      this.#unknown(between, (one) => one.position === index + 1)
    })
    this.#unknown(between, (one) => (one.position ?? 0) > entries.length)
  }

  #entry(member: Member, name: string, value: unknown, inside: readonly Unknown[]): void {
    if (member.type.kind === 'group') {
      this.group(member.type, name, (value ?? {}) as AnyValue, '')
      return
    }
    const start = `<${name}${inside.length === 0 ? '' : writeUnknownAttributes(inside.filter(isAttribute))}`
    const kept = inside.filter(isContent).map(writeUnknownContent).join('')
    this.#line(closed(start, name, escapeText(leafText(member.type, value)) + kept))
  }

  #unknown(unknown: readonly Unknown[], belongs: (one: Unknown) => boolean): void {
    for (const one of unknown) if (isContent(one) && belongs(one)) this.#line(writeUnknownContent(one))
  }

  /** Start tag, children, end tag; an element without children is written empty. */
  #nested(start: string, name: string, children: () => void): void {
    const before = this.#parts.length
    this.#line(`${start}>`)
    this.#depth += 1
    const empty = this.#parts.length
    children()
    this.#depth -= 1
    if (this.#parts.length === empty) {
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

const isAttribute = (one: Unknown): boolean => one.kind === 'attribute'
const isContent = (one: Unknown): boolean => one.kind !== 'attribute'
const closed = (start: string, name: string, content: string): string =>
  content === '' ? `${start}/>` : `${start}>${content}</${name}>`
const leafText = (type: Leaf, value: unknown): string =>
  type.canonical(typeof value === 'string' ? value : '')
