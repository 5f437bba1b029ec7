/**
 * A strict parser for XML 1.0 with namespaces and without document types: one pass over a text, in linear
 * time. Every document that it accepts, saxes and libxml2 accept with the same content (property-tested).
 * Each limit is checked before the work that it bounds. It is a single loop over one state, and therefore
 * one file.
 */

import { say } from '../../../texts/say.ts'
import { type DocumentLimits, type LimitName, limitWords } from '../limits.ts'
import { blank, classes, exceedsBytes, isNamePair, nameStart, utf8Bytes } from './characters.ts'
import { readDeclaration } from './decode.ts'
import { beyond, malformed, Refusal, shown } from './refusal.ts'
import { type ReadTag, TagReader } from './tag-reader.ts'
import { contentText, rawText } from './written-text.ts'

/** Receives the content of a document, in order. */
export interface XmlListener {
  open(tag: ReadTag, offset: number): void
  close(): void
  /**
   * A nonempty piece of text; adjacent text may arrive in several pieces. `offset`: that of its first
   * nonblank character.
   */
  text(piece: string, offset: number): void
  comment(text: string): void
  /**
   * Fast path: reads an element of the root at its `<`, if the listener can do so and accepts nothing that
   * this reader would refuse. No other method is called for an element that is taken.
   */
  whole?(offset: number): WholeElement | undefined
  /** Takes the element last read by `whole`, which is within the limits. */
  takeWhole?(offset: number): void
  /**
   * The open elements at a refusal, for the path of the problem; `within`: the element whose tag is being
   * read.
   */
  openElements(within: string | undefined): Refusal['open']
}

export interface WholeElement {
  name: string
  /** Offset after the element. */
  end: number
  /** Number of elements, including itself. */
  elements: number
}

const less = 0x3c
const greater = 0x3e
const exclamation = 0x21
const question = 0x3f
const slash = 0x2f

/**
 * Reads a complete document without a byte order mark. @throws Refusal when it is not well-formed or
 * exceeds a limit
 */
export function readXml(text: string, limits: DocumentLimits, listener: XmlListener): void {
  new XmlReader(text, limits, listener).read()
}

const doctypeAt = (offset: number): Refusal =>
  new Refusal('doctype', say`A document type declaration (DOCTYPE) is not accepted. Remove it.`, offset)

class XmlReader {
  readonly #text: string
  readonly #limits: DocumentLimits
  readonly #listener: XmlListener
  readonly #tags: TagReader
  /** The start tag that is being read. */
  #tag: ReadTag | undefined
  #at = 0
  /** Names of the open elements, as written. */
  readonly #names: string[] = []
  /** For each open element: the number of its parts so far, and the bytes of its text. */
  readonly #counts: number[] = []
  readonly #textBytes: number[] = []
  #parts = 0
  #items = 0
  #itemStart = -1
  /** Whether elements of the root without a prefix are in its namespace. */
  #isPlainRoot = false

  constructor(text: string, limits: DocumentLimits, listener: XmlListener) {
    this.#text = text
    this.#limits = limits
    this.#listener = listener
    this.#tags = new TagReader(text, limits)
  }

  read(): void {
    try {
      this.#document()
    } catch (error) {
      if (!(error instanceof Refusal) || error.open.length > 0) throw error
      const { code, message, offset } = error
      // A well-formedness error is reported for the enclosing element, because the markup may not be an
      // element.
      const within = code === 'not-well-formed' ? undefined : this.#tag?.local
      throw new Refusal(code, message, offset, this.#listener.openElements(within))
    }
  }

  #document(): void {
    const { fault, end } = readDeclaration(this.#text)
    if (fault !== undefined) throw malformed(fault.message, fault.offset)
    this.#at = end
    this.#outside()
    if (this.#at >= this.#text.length) throw malformed(say`there is no element in it`, this.#text.length)
    this.#openTag()
    this.#isPlainRoot = this.#tags.name === this.#tags.local
    while (this.#names.length > 0) {
      this.#characters()
      this.#markup()
    }
    this.#outside()
    if (this.#at < this.#text.length) {
      throw malformed(say`there is content after the root element`, this.#at)
    }
  }

  /** White space, comments and instructions before or after the root. */
  #outside(): void {
    const text = this.#text
    for (;;) {
      while (this.#at < text.length && this.#is(blank)) this.#at += 1
      if (this.#at >= text.length) return
      if (text.charCodeAt(this.#at) !== less)
        throw malformed(say`there is text outside the root element`, this.#at)
      const next = text.charCodeAt(this.#at + 1)
      if (next === question) this.#instruction()
      else if (next === exclamation) {
        if (text.startsWith('<!DOCTYPE', this.#at)) throw doctypeAt(this.#at)
        if (!text.startsWith('<!--', this.#at)) throw malformed(say`this is no comment`, this.#at)
        this.#comment()
      } else return
    }
  }

  /** Reads markup in an element, at its `<`. */
  #markup(): void {
    const text = this.#text
    const next = text.charCodeAt(this.#at + 1)
    if (next === slash) this.#closeTag()
    else if (next === exclamation) {
      if (text.startsWith('<!--', this.#at)) this.#comment()
      else if (text.startsWith('<![CDATA[', this.#at)) this.#section()
      else throw malformed(say`this is no comment and no CDATA section`, this.#at)
    } else if (next === question) this.#instruction()
    else if (!this.#wholeElement()) this.#openTag()
  }

  /**
   * Lets the listener read an element of the root. An element that exceeds a limit is read here, to report
   * its position.
   */
  #wholeElement(): boolean {
    if (this.#names.length !== 1 || !this.#isPlainRoot) return false
    const read = this.#listener.whole?.(this.#at)
    if (read === undefined) return false
    const items = this.#items + (read.name === 'item' ? 1 : 0)
    const children = (this.#counts[0] ?? 0) + 1
    const parts = this.#parts + read.elements
    const { items: maxItems, children: maxChildren, elements: maxParts } = this.#limits
    if (items > maxItems || children > maxChildren || parts > maxParts) return false
    this.#items = items
    this.#counts[0] = children
    this.#parts = parts
    this.#listener.takeWhole?.(this.#at)
    this.#at = read.end
    return true
  }

  #openTag(): void {
    const offset = this.#at
    const depth = this.#names.length
    if (depth >= this.#limits.depth) throw this.#beyond('depth', offset)
    this.#tag = this.#tags
    this.#at = this.#readTag(offset)
    if (depth === 1 && this.#tags.local === 'item') {
      this.#items += 1
      this.#itemStart = offset
      if (this.#items > this.#limits.items) throw this.#beyond('items', offset)
    }
    this.#checkItem()
    this.#tag = undefined
    this.#countPart(offset)
    this.#listener.open(this.#tags, offset)
    if (this.#tags.isEmpty) this.#close()
    else {
      this.#names.push(this.#tags.name)
      this.#counts.push(0)
      this.#textBytes.push(0)
    }
  }

  /**
   * The offset after a start tag. A `<` after text that cannot start a tag is reported as an unescaped `<`.
   */
  #readTag(offset: number): number {
    const text = this.#text
    const next = offset + 1
    const isName = ((classes[text.charCodeAt(next)] ?? 0) & nameStart) !== 0 || isNamePair(text, next)
    if (!isName && this.#names.length > 0)
      throw malformed(say`this < does not begin a tag; write &lt; for a plain <`, offset)
    try {
      return this.#tags.read(offset)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not-well-formed' || !this.#followsText(offset))
        throw error
      const { message } = malformed(say`what follows this < is not a tag; write &lt; for a plain <`, offset)
      throw new Refusal(error.code, message, offset)
    }
  }

  /** Whether text, not markup, precedes an offset, ignoring white space. */
  #followsText(offset: number): boolean {
    let at = offset - 1
    while (at >= 0 && ((classes[this.#text.charCodeAt(at)] ?? 0) & blank) !== 0) at -= 1
    return at >= 0 && this.#text.charCodeAt(at) !== greater
  }

  #close(): void {
    this.#tags.leave()
    const start = this.#itemStart
    if (start >= 0 && this.#names.length === 1) {
      if (exceedsBytes(this.#text, this.#limits.itemBytes, start, this.#at)) throw this.#itemTooLarge()
      this.#itemStart = -1
    }
    this.#listener.close()
  }

  #closeTag(): void {
    const text = this.#text
    const name = this.#names.at(-1) ?? ''
    let at = this.#at + 2
    if (!text.startsWith(name, at)) throw this.#wrongEnd(name)
    at += name.length
    while (at < text.length && ((classes[text.charCodeAt(at)] ?? 0) & blank) !== 0) at += 1
    if (text.charCodeAt(at) !== greater) throw this.#wrongEnd(name)
    this.#at = at + 1
    this.#names.pop()
    this.#counts.pop()
    this.#textBytes.pop()
    this.#close()
  }

  /** Reads the text of an element up to the next `<`. */
  #characters(): void {
    const text = this.#text
    const start = this.#at
    if (text.charCodeAt(start) === less) return
    const end = text.indexOf('<', start)
    if (end < 0) throw this.#unclosed()
    this.#at = end
    this.#countText(start, end)
    this.#listener.text(contentText(text, start, end), this.#firstOf(start, end))
  }

  #section(): void {
    const start = this.#at + 9
    const end = this.#text.indexOf(']]>', start)
    if (end < 0) throw malformed(say`this CDATA section has no end`, this.#at)
    this.#countText(start, end)
    const piece = rawText(this.#text, start, end)
    if (piece !== '') this.#listener.text(piece, this.#firstOf(start, end))
    this.#at = end + 3
  }

  /** The offset of the first nonblank character in a range. */
  #firstOf(start: number, end: number): number {
    let at = start
    while (at < end && ((classes[this.#text.charCodeAt(at)] ?? 0) & blank) !== 0) at += 1
    return at
  }

  #comment(): void {
    const offset = this.#at
    this.#countPart(offset)
    const end = this.#text.indexOf('--', offset + 4)
    if (end < 0) throw malformed(say`this comment has no end`, offset)
    if (this.#text.charCodeAt(end + 2) !== greater) {
      throw malformed(say`-- is not allowed in a comment`, end)
    }
    this.#checkLength(offset + 4, end)
    const comment = rawText(this.#text, offset + 4, end)
    this.#at = end + 3
    if (this.#names.length > 0) this.#listener.comment(comment)
  }

  /** Instructions are validated and skipped; documents of the service have none. */
  #instruction(): void {
    const offset = this.#at
    this.#countPart(offset)
    const nameEnd = this.#tags.readName(offset + 2)
    const name = this.#text.slice(offset + 2, nameEnd)
    if (name.includes(':')) throw malformed(say`the name of an instruction may have no colon`, offset)
    if (name.toLowerCase() === 'xml') {
      throw malformed(say`an XML declaration is allowed only at the very beginning`, offset)
    }
    const end = this.#text.indexOf('?>', nameEnd)
    if (end < 0) throw malformed(say`this instruction has no end`, offset)
    if (end > nameEnd && ((classes[this.#text.charCodeAt(nameEnd)] ?? 0) & blank) === 0) {
      throw malformed(say`a space is missing after the name of an instruction`, nameEnd)
    }
    this.#checkLength(nameEnd, end)
    rawText(this.#text, nameEnd, end)
    this.#at = end + 2
  }

  #is(bits: number): boolean {
    return ((classes[this.#text.charCodeAt(this.#at)] ?? 0) & bits) !== 0
  }

  /** Counts an element, comment or instruction. */
  #countPart(offset: number): void {
    this.#parts += 1
    if (this.#parts > this.#limits.elements) throw this.#beyond('elements', offset)
    const depth = this.#names.length - 1
    if (depth < 0) return
    const count = (this.#counts[depth] ?? 0) + 1
    if (count > this.#limits.children) throw this.#beyond('children', offset)
    this.#counts[depth] = count
  }

  #countText(start: number, end: number): void {
    const depth = this.#names.length - 1
    const before = this.#textBytes[depth] ?? 0
    const most = this.#limits.textBytes - before
    // Checked first, so that a text that is far too long is not counted.
    if (end - start > most) throw this.#beyond('textBytes', start)
    const bytes = utf8Bytes(this.#text, start, end)
    if (bytes > most) throw this.#beyond('textBytes', start)
    this.#textBytes[depth] = before + bytes
    this.#checkItem()
  }

  #checkLength(start: number, end: number): void {
    if (exceedsBytes(this.#text, this.#limits.textBytes, start, end)) throw this.#beyond('textBytes', start)
  }

  /** Checks whether the item already exceeds its limit in characters; its bytes are counted at its end. */
  #checkItem(): void {
    const start = this.#itemStart
    if (start >= 0 && this.#at - start > this.#limits.itemBytes) throw this.#itemTooLarge()
  }

  #itemTooLarge(): Refusal {
    const { code, message } = limitWords('itemBytes', this.#limits)
    const open = this.#listener.openElements(this.#tag?.local)
    return new Refusal(code, message, this.#itemStart, open.slice(0, 2))
  }

  #wrongEnd(name: string): Refusal {
    const { code, message, offset } = malformed(say`</${shown(name)}> was expected here`, this.#at)
    return new Refusal(code, message, offset, this.#listener.openElements(undefined).slice(0, -1))
  }

  #unclosed(): Refusal {
    return malformed(say`<${shown(this.#names.at(-1) ?? '')}> is not closed`, this.#text.length)
  }

  #beyond(name: LimitName, offset: number): Refusal {
    return beyond(name, this.#limits, offset)
  }
}
