/**
 * Builds light trees with offsets from text: of a complete document, or of one child of the root at a time.
 */
import { type DocumentLimits, feedLimits } from '../limits.ts'
import type { OpenElement } from './refusal.ts'
import type { ReadTag, XmlAttribute } from './tag-reader.ts'
import { readXml, type WholeElement, type XmlListener } from './xml-reader.ts'

export type { XmlAttribute } from './tag-reader.ts'

interface XmlComment {
  comment: string
}
export interface XmlElement {
  /** Local name. */
  name: string
  namespace: string
  attributes: readonly XmlAttribute[]
  /** Adjacent text and CDATA sections are one string. */
  content: readonly XmlPart[]
  /** Offset of its `<` in the text. */
  offset: number
  /** Offsets of the nonblank texts in `content`, in order. */
  texts?: readonly number[]
}
export type XmlPart = XmlElement | XmlComment | string

/**
 * Receives a document: its root, whose `content` stays empty, then each part of the root once it is
 * complete.
 */
export interface PartHandler {
  root(element: XmlElement): void
  /** `offset` is set for a nonblank text. */
  part(part: XmlPart, offset?: number): void
  /**
   * Reads an element of the root without its tree, as described in `XmlListener`; it is not passed to
   * `part`.
   */
  whole?(offset: number): WholeElement | undefined
  takeWhole?(offset: number): void
}

const notBlank = /[^ \t\r\n]/
/** Whether a text contains only white space. */
export const isBlank = (text: string): boolean => !notBlank.test(text)

/** Reads a document part by part. @throws Refusal when the text is not well-formed or exceeds a limit */
export function readParts(text: string, limits: DocumentLimits, taker: PartHandler): void {
  readXml(text, limits, new PartBuilder(taker))
}

/** Parses a document to a tree. @throws Refusal as `readParts` */
export function parseTree(text: string, limits: DocumentLimits = feedLimits): XmlElement {
  const parts: XmlPart[] = []
  let found: XmlElement | undefined
  readParts(text, limits, {
    root(element) {
      found = element
    },
    part(part) {
      parts.push(part)
    },
  })
  if (found === undefined) throw new Error('A document was read without a root.')
  return { ...found, content: parts }
}

/** The text directly in an element, without that of its child elements. */
export function textOf(element: XmlElement): string {
  const { content } = element
  if (content.length === 0) return ''
  if (content.length === 1 && typeof content[0] === 'string') return content[0]
  return content.filter((part) => typeof part === 'string').join('')
}

const nothing: readonly XmlPart[] = []

class PartBuilder implements XmlListener {
  readonly #taker: PartHandler
  readonly #open: XmlElement[] = []
  /**
   * The parts of all open elements below the root in one stack, and the start of each element's parts in
   * it.
   */
  readonly #parts: XmlPart[] = []
  readonly #starts: number[] = []
  /** For each open element below the root: the offsets of its texts. */
  readonly #texts: (number[] | undefined)[] = []
  /** The pieces of an unfinished text, and the offset of its first nonblank character. */
  #pieces: string[] = []
  #textOffset: number | undefined
  /** The number of elements of each name in the root. */
  readonly #inRoot = new Map<string, number>()
  #whole: WholeElement | undefined

  constructor(taker: PartHandler) {
    this.#taker = taker
  }

  open(tag: ReadTag, offset: number): void {
    this.#endText()
    const { local: name, namespace, attributes } = tag
    const element = { name, namespace, attributes, content: nothing, offset }
    if (this.#open.length === 0) this.#taker.root(element)
    else if (this.#open.length === 1) this.#inRoot.set(name, (this.#inRoot.get(name) ?? 0) + 1)
    this.#open.push(element)
    this.#starts.push(this.#parts.length)
    this.#texts.push(undefined)
  }

  close(): void {
    this.#endText()
    const element = this.#open.pop()
    const start = this.#starts.pop() ?? 0
    const texts = this.#texts.pop()
    if (element === undefined || this.#open.length === 0) return
    if (this.#parts.length > start) element.content = this.#parts.splice(start)
    if (texts !== undefined) element.texts = texts
    this.#add(element)
  }

  text(piece: string, offset: number): void {
    this.#pieces.push(piece)
    if (this.#textOffset === undefined && !isBlank(piece)) this.#textOffset = offset
  }

  comment(comment: string): void {
    this.#endText()
    this.#add({ comment })
  }

  whole(offset: number): WholeElement | undefined {
    this.#whole = this.#taker.whole?.(offset)
    return this.#whole
  }

  takeWhole(offset: number): void {
    this.#endText()
    const name = this.#whole?.name ?? ''
    this.#inRoot.set(name, (this.#inRoot.get(name) ?? 0) + 1)
    this.#taker.takeWhole?.(offset)
  }

  openElements(within: string | undefined): OpenElement[] {
    const open = this.#open.map(({ name }, depth) => ({ name, position: this.#position(name, depth) }))
    if (within === undefined || within === '') return open
    return [...open, { name: within, position: this.#position(within, this.#open.length) }]
  }

  /** The number of an open element among its siblings with the same name. */
  #position(name: string, depth: number): number {
    if (depth === 0) return 1
    if (depth === 1) return (this.#inRoot.get(name) ?? 0) + (this.#open.length > 1 ? 0 : 1)
    let position = 1
    const end = this.#starts[depth] ?? this.#parts.length
    for (let index = this.#starts[depth - 1] ?? 0; index < end; index += 1) {
      const part = this.#parts[index]
      if (typeof part === 'object' && 'name' in part && part.name === name) position += 1
    }
    return position
  }

  #endText(): void {
    const [only] = this.#pieces
    if (only === undefined) return
    const text = this.#pieces.length === 1 ? only : this.#pieces.join('')
    const offset = this.#textOffset
    this.#pieces = []
    this.#textOffset = undefined
    this.#add(text, offset)
  }

  #add(part: XmlPart, offset?: number): void {
    if (this.#open.length === 1) {
      this.#taker.part(part, offset)
      return
    }
    this.#parts.push(part)
    if (offset === undefined) return
    const last = this.#texts.length - 1
    const texts = this.#texts[last]
    if (texts === undefined) this.#texts[last] = [offset]
    else texts.push(offset)
  }
}
