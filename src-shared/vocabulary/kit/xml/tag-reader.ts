/** Reads start tags: names, attributes, and the namespaces of their prefixes. */

import { say } from '../../../texts/say.ts'
import type { DocumentLimits } from '../limits.ts'
import { blank, classes, exceedsBytes, isNamePair, nameStart, nameUnit } from './characters.ts'
import { beyond, malformed, shown } from './refusal.ts'
import { valueText } from './written-text.ts'

export interface XmlAttribute {
  name: string
  prefix: string
  namespace: string
  value: string
}

/** The last start tag that was read. */
export interface ReadTag {
  /** As written, including the prefix. */
  readonly name: string
  readonly local: string
  readonly namespace: string
  readonly attributes: readonly XmlAttribute[]
  readonly isEmpty: boolean
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'
const noAttributes: readonly XmlAttribute[] = []
/** Up to this number, attributes are compared one by one; more are compared with a set. */
const maxCompared = 8

/** The current namespace bindings, with the bindings to restore at the end of each element. */
class Scopes {
  readonly #bound = new Map([
    ['', ''],
    ['xml', xmlNamespace],
  ])
  readonly #before: { prefix: string; namespace: string | undefined }[] = []
  readonly #marks: number[] = []

  enter(): void {
    this.#marks.push(this.#before.length)
  }

  leave(): void {
    const mark = this.#marks.pop() ?? 0
    while (this.#before.length > mark) {
      const { prefix = '', namespace } = this.#before.pop() ?? {}
      if (namespace === undefined) this.#bound.delete(prefix)
      else this.#bound.set(prefix, namespace)
    }
  }

  bind(prefix: string, namespace: string): void {
    this.#before.push({ prefix, namespace: this.#bound.get(prefix) })
    this.#bound.set(prefix, namespace)
  }

  namespaceOf(prefix: string): string | undefined {
    return this.#bound.get(prefix)
  }
}

export class TagReader implements ReadTag {
  name = ''
  local = ''
  namespace = ''
  attributes: readonly XmlAttribute[] = noAttributes
  isEmpty = false
  readonly #text: string
  readonly #limits: DocumentLimits
  readonly #scopes = new Scopes()
  /** Offset of the colon in the last name; -1 without a colon. */
  #colon = -1

  constructor(text: string, limits: DocumentLimits) {
    this.#text = text
    this.#limits = limits
  }

  /**
   * Reads the tag at a `<`; returns the offset after its `>`. Its namespaces apply until `leave`. @throws
   * Refusal
   */
  read(offset: number): number {
    const text = this.#text
    this.local = ''
    let at = this.readName(offset + 1)
    const colon = this.#colon
    this.name = text.slice(offset + 1, at)
    this.local = colon < 0 ? this.name : text.slice(colon + 1, at)
    this.attributes = noAttributes
    this.#scopes.enter()
    const found: XmlAttribute[] = []
    let declared: Set<string> | undefined
    let count = 0
    for (;;) {
      const before = at
      at = this.#skipBlanks(at)
      const unit = text.charCodeAt(at)
      if (unit === 0x3e || (unit === 0x2f && text.charCodeAt(at + 1) === 0x3e)) {
        this.isEmpty = unit === 0x2f
        at += this.isEmpty ? 2 : 1
        break
      }
      if (at >= text.length) throw malformed(say`the tag <${shown(this.name)}> has no end`, offset)
      if (at === before) throw malformed(say`a blank, /> or > was expected in a tag`, at)
      count += 1
      if (count > this.#limits.attributes) throw beyond('attributes', this.#limits, at)
      const start = at
      const nameEnd = this.readName(at)
      const attributeColon = this.#colon
      at = this.#skipBlanks(nameEnd)
      if (text.charCodeAt(at) !== 0x3d)
        throw malformed(say`the attribute ${shown(text.slice(start, nameEnd))} has no value`, start)
      at = this.#skipBlanks(at + 1)
      const quote = text[at]
      if (quote !== '"' && quote !== "'") throw malformed(say`an attribute value must be in quotes`, at)
      const close = text.indexOf(quote, at + 1)
      if (close < 0) throw malformed(say`this attribute value has no end`, at)
      if (exceedsBytes(text, this.#limits.attributeBytes, at + 1, close))
        throw beyond('attributeBytes', this.#limits, start)
      const value = valueText(text, at + 1, close)
      at = close + 1
      const prefix = attributeColon < 0 ? '' : text.slice(start, attributeColon)
      const name = text.slice(attributeColon < 0 ? start : attributeColon + 1, nameEnd)
      if (prefix === 'xmlns' || (prefix === '' && name === 'xmlns')) {
        const bound = prefix === '' ? '' : name
        declared ??= new Set()
        if (declared.has(bound))
          throw malformed(say`the attribute ${shown(text.slice(start, nameEnd))} is repeated`, start)
        declared.add(bound)
        this.#declare(bound, value, start)
      } else found.push({ name, prefix, namespace: '', value })
    }
    this.namespace = this.#namespaceOf(colon < 0 ? '' : text.slice(offset + 1, colon), offset)
    if (found.length > 0) {
      for (const attribute of found) {
        if (attribute.prefix !== '') attribute.namespace = this.#namespaceOf(attribute.prefix, offset)
      }
      const twice = firstTwice(found)
      if (twice !== undefined) throw malformed(say`the attribute ${shown(twice.name)} is repeated`, offset)
      this.attributes = found
    }
    return at
  }

  /** Must be called at the end of an element, to restore the namespaces. */
  leave(): void {
    this.#scopes.leave()
  }

  /** The offset after a name with at most one colon. @throws Refusal */
  readName(start: number): number {
    let at = this.#readPart(start)
    this.#colon = -1
    if (this.#text.charCodeAt(at) === 0x3a) {
      this.#colon = at
      at = this.#readPart(at + 1)
      if (this.#text.charCodeAt(at) === 0x3a) throw malformed(say`a name may have one colon only`, at)
    }
    if (exceedsBytes(this.#text, this.#limits.nameBytes, start, at))
      throw beyond('nameBytes', this.#limits, start)
    return at
  }

  #readPart(start: number): number {
    const text = this.#text
    let at = start
    if (at < text.length && ((classes[text.charCodeAt(at)] ?? 0) & nameStart) !== 0) at += 1
    else if (isNamePair(text, at)) at += 2
    else throw malformed(say`a name was expected`, start)
    for (;;) {
      while (at < text.length && ((classes[text.charCodeAt(at)] ?? 0) & nameUnit) !== 0) at += 1
      if (!isNamePair(text, at)) return at
      at += 2
    }
  }

  #skipBlanks(start: number): number {
    let at = start
    while (at < this.#text.length && ((classes[this.#text.charCodeAt(at)] ?? 0) & blank) !== 0) at += 1
    return at
  }

  #declare(prefix: string, namespace: string, offset: number): void {
    if (
      prefix === 'xmlns' ||
      namespace === xmlnsNamespace ||
      (prefix === 'xml') !== (namespace === xmlNamespace)
    ) {
      throw malformed(
        say`the prefixes xml and xmlns and their namespaces cannot be declared otherwise`,
        offset,
      )
    }
    if (prefix !== '' && namespace === '')
      throw malformed(say`the prefix ${shown(prefix)} is declared as nothing`, offset)
    this.#scopes.bind(prefix, namespace)
  }

  #namespaceOf(prefix: string, offset: number): string {
    const namespace = this.#scopes.namespaceOf(prefix)
    if (namespace === undefined) throw malformed(say`the prefix ${shown(prefix)} is not declared`, offset)
    return namespace
  }
}

/** The first attribute that repeats an earlier one with the same namespace and name. */
function firstTwice(attributes: readonly XmlAttribute[]): XmlAttribute | undefined {
  if (attributes.length <= maxCompared) {
    return attributes.find(({ name, namespace }, index) => {
      for (let other = 0; other < index; other += 1) {
        const before = attributes[other]
        if (before?.name === name && before.namespace === namespace) return true
      }
      return false
    })
  }
  const seen = new Map<string, Set<string>>()
  return attributes.find(({ name, namespace }) => {
    const names = seen.get(namespace)
    if (names === undefined) seen.set(namespace, new Set([name]))
    else if (names.has(name)) return true
    else names.add(name)
    return false
  })
}
