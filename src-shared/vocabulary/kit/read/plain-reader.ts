/**
 * Fast path for elements in their most common form, directly from text to value. All content must be
 * described, in order, without prefix, comment or CDATA section, and without problems. Everything else is
 * declined and left to the strict reader, which alone writes messages; `plain-reader.test.ts` compares the
 * two.
 */
import type { Group, Member } from '../description.ts'
import type { DocumentLimits } from '../limits.ts'
import type { AnyValue } from '../value.ts'
import { blank, classes, inText, inValue, nameStart, nameUnit } from '../xml/characters.ts'
import { Refusal } from '../xml/refusal.ts'
import { contentText, valueText } from '../xml/written-text.ts'
import { type FastGroup, type FastLeaf, FastName, isNameAt, nameAt, plainGroup } from './plain-tables.ts'

const less = 0x3c
const greater = 0x3e
const slash = 0x2f
const equals = 0x3d

/** Returned instead of an offset when the element is declined. */
const declined = -1

/** Member of an element without a parent. */
const alone = { cardinality: 'required', place: 'element', label: '', position: 0 } as const

/** Maximum UTF-8 bytes per UTF-16 unit. */
const maxBytes = 3

export class PlainReader {
  readonly #text: string
  readonly #limits: DocumentLimits
  /** Number of open elements inside the root when the element starts. */
  readonly #depthAround: number
  /** Result of the last `read`: member, value, and element count including itself. */
  member: Member | undefined
  value: AnyValue = {}
  elements = 0

  /** @param depthAround number of elements around those that are read */
  constructor(text: string, limits: DocumentLimits, depthAround: number) {
    this.#text = text
    this.#limits = limits
    this.#depthAround = depthAround
  }

  /** Reads the element at a `<`, which must be a child of `around`. Returns the offset after it, or -1. */
  read(around: FastGroup, offset: number): number {
    this.elements = 0
    const name = nameAt(around.elements, this.#text, offset + 1, this.#nameEnd(offset + 1))
    if (name?.group === undefined || name.member.cardinality !== 'repeated') return declined
    this.member = name.member
    return this.#element(name, name.group, offset)
  }

  /** Reads the complete text as one element with any name; undefined if it is declined. */
  readAlone(group: Group): AnyValue | undefined {
    this.elements = 0
    const end = this.#nameEnd(1)
    const isName =
      this.#text.charCodeAt(0) === less && ((classes[this.#text.charCodeAt(1)] as number) & nameStart) !== 0
    // Only the strict reader counts items.
    if (!isName || end * maxBytes > this.#limits.nameBytes || group.elements.has('item')) return undefined
    const name = new FastName({ ...alone, key: this.#text.slice(1, end), type: group })
    const after = this.#element(name, plainGroup(group), 0)
    if (after === declined || this.elements > this.#limits.elements) return undefined
    return this.#skipBlanks(after) === this.#text.length ? this.value : undefined
  }

  #element(name: FastName, group: FastGroup, offset: number): number {
    try {
      const end = this.#group(name, group, offset, this.#depthAround + 1)
      // Elements near a limit are left to the strict reader, which counts exactly.
      const most = Math.min(this.#limits.textBytes, this.#limits.itemBytes)
      return (end - offset) * maxBytes > most ? declined : end
    } catch (error) {
      if (error instanceof Refusal) return declined
      throw error
    }
  }

  /** The value of the last group or text, passed between the methods. */
  #read: unknown

  #group(name: FastName, group: FastGroup, offset: number, depth: number): number {
    if (!this.#start(name, depth)) return declined
    const value: AnyValue = {}
    let at = offset + 1 + name.units.length
    const unit = this.#text.charCodeAt(at)
    if (unit !== greater && unit !== slash) {
      at = this.#attributes(group, value, at)
      if (at === declined) return declined
    }
    for (const key of group.lists) value[key] = []
    at =
      this.#text.charCodeAt(at) === slash
        ? this.#endOfEmpty(group, value, at)
        : this.#content(name, group, value, at + 1, depth)
    if (at === declined || !demandsAreMet(group.demands, value)) return declined
    this.#read = value
    this.value = value
    return at
  }

  /** Counts a starting element, and checks the limits of depth and name. */
  #start(name: FastName, depth: number): boolean {
    this.elements += 1
    return depth <= this.#limits.depth && name.units.length <= this.#limits.nameBytes
  }

  #endOfEmpty(group: FastGroup, value: AnyValue, at: number): number {
    if (this.#text.charCodeAt(at + 1) !== greater) return declined
    return group.text !== undefined && !this.#setText(value, group.text, '') ? declined : at + 2
  }

  /** Reads the content after `>`: a text, or elements. */
  #content(name: FastName, group: FastGroup, value: AnyValue, start: number, depth: number): number {
    if (group.text === undefined) return this.#children(name, group, value, start, depth)
    const end = this.#characters(start)
    if (end === declined || !this.#setText(value, group.text, this.#read as string)) return declined
    return this.#closeTag(name, end)
  }

  #children(name: FastName, group: FastGroup, value: AnyValue, start: number, depth: number): number {
    const text = this.#text
    const { ordered } = group.group
    let last = -1
    let at = start
    for (let count = 0; count <= this.#limits.children; count += 1) {
      at = this.#skipBlanks(at)
      if (text.charCodeAt(at) !== less) return declined
      if (text.charCodeAt(at + 1) === slash) return this.#closeTag(name, at)
      const child = nameAt(group.elements, text, at + 1, this.#nameEnd(at + 1))
      if (child === undefined) return declined
      const { key, position, cardinality } = child.member
      if (ordered && position < last) return declined
      last = position
      const before = value[key]
      if (cardinality !== 'repeated' && before !== undefined) return declined
      at = this.#child(child, at, depth + 1)
      if (at === declined) return declined
      if (cardinality !== 'repeated') value[key] = this.#read
      else if (Array.isArray(before)) before.push(this.#read)
      else value[key] = [this.#read]
    }
    return declined
  }

  #child(child: FastName, at: number, depth: number): number {
    if (child.leaf !== undefined) return this.#leaf(child, child.leaf, at, depth)
    if (child.entry !== undefined) return this.#list(child, child.entry, at, depth)
    return child.group === undefined ? declined : this.#group(child, child.group, at, depth)
  }

  #leaf(name: FastName, leaf: FastLeaf, offset: number, depth: number): number {
    if (!this.#start(name, depth)) return declined
    let at = offset + 1 + name.units.length
    const unit = this.#text.charCodeAt(at)
    if (unit === greater) {
      at = this.#characters(at + 1)
      if (at === declined) return declined
      at = this.#closeTag(name, at)
    } else if (unit === slash && this.#text.charCodeAt(at + 1) === greater) {
      this.#read = ''
      at += 2
    } else return declined
    if (at === declined) return declined
    this.#read = leaf.read(this.#read as string)
    return this.#read === undefined ? declined : at
  }

  #list(name: FastName, entry: FastName, offset: number, depth: number): number {
    if (!this.#start(name, depth)) return declined
    const text = this.#text
    const entries: unknown[] = []
    let at = offset + 1 + name.units.length
    const unit = text.charCodeAt(at)
    if (unit === slash && text.charCodeAt(at + 1) === greater) at += 2
    else if (unit === greater) {
      at += 1
      for (;;) {
        at = this.#skipBlanks(at)
        if (text.charCodeAt(at) !== less) return declined
        if (text.charCodeAt(at + 1) === slash) break
        if (entries.length >= this.#limits.children || !isNameAt(entry, text, at + 1)) return declined
        at = this.#child(entry, at, depth + 1)
        if (at === declined) return declined
        entries.push(this.#read)
      }
      at = this.#closeTag(name, at)
      if (at === declined) return declined
    } else return declined
    if (entries.length === 0 && name.member.atLeastOne === true) return declined
    this.#read = entries
    return at
  }

  /** Reads the attributes after a tag name; returns the offset of the `>` or `/`. */
  #attributes(group: FastGroup, value: AnyValue, start: number): number {
    const text = this.#text
    let at = start
    for (let count = 0; count <= this.#limits.attributes; count += 1) {
      const before = at
      at = this.#skipBlanks(at)
      const unit = text.charCodeAt(at)
      if (unit === greater || unit === slash) return at
      if (at === before) return declined
      const end = this.#nameEnd(at)
      const attribute = nameAt(group.attributes, text, at, end)
      if (attribute?.leaf === undefined || value[attribute.name] !== undefined) return declined
      const quote = text.charCodeAt(end + 1)
      if (end - at > this.#limits.nameBytes) return declined
      if (text.charCodeAt(end) !== equals || (quote !== 0x22 && quote !== 0x27)) return declined
      const close = this.#value(end + 2, quote)
      if (close === declined) return declined
      const read = attribute.leaf.read(this.#read as string)
      if (read === undefined) return declined
      value[attribute.name] = read
      at = close + 1
    }
    return declined
  }

  /** Reads an attribute value; returns the offset of its closing quote. */
  #value(start: number, quote: number): number {
    const text = this.#text
    let at = start
    let isPlain = true
    for (; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      if (unit === quote) break
      if (((classes[unit] as number) & inValue) !== 0) isPlain = false
    }
    if (at >= text.length || (at - start) * maxBytes > this.#limits.attributeBytes) return declined
    this.#read = isPlain ? text.slice(start, at) : valueText(text, start, at)
    return at
  }

  /** Reads the text up to the next `<`; returns its offset. */
  #characters(start: number): number {
    const text = this.#text
    let at = start
    while (at < text.length && ((classes[text.charCodeAt(at)] as number) & inText) === 0) at += 1
    if (text.charCodeAt(at) === less) this.#read = text.slice(start, at)
    else {
      at = text.indexOf('<', at)
      if (at < 0) return declined
      this.#read = contentText(text, start, at)
    }
    return at
  }

  #setText(value: AnyValue, leaf: FastLeaf, written: string): boolean {
    const text = leaf.read(written)
    value['text'] = text
    return text !== undefined
  }

  #closeTag(name: FastName, at: number): number {
    const end = at + 2 + name.units.length
    const text = this.#text
    const isIts =
      text.charCodeAt(at + 1) === slash && isNameAt(name, text, at + 2) && text.charCodeAt(end) === greater
    return isIts ? end + 1 : declined
  }

  /** The first offset after a name; a colon ends the name. */
  #nameEnd(start: number): number {
    const text = this.#text
    let at = start
    while (((classes[text.charCodeAt(at)] as number) & nameUnit) !== 0) at += 1
    return at
  }

  #skipBlanks(start: number): number {
    let at = start
    while (((classes[this.#text.charCodeAt(at)] as number) & blank) !== 0) at += 1
    return at
  }
}

const demandsAreMet = (demands: readonly Member[], value: AnyValue): boolean =>
  demands.every(({ key, cardinality }) => {
    const found = value[key]
    if (cardinality === 'list' || cardinality === 'repeated')
      return found === undefined ? cardinality === 'list' : (found as unknown[]).length > 0
    return found !== undefined
  })
