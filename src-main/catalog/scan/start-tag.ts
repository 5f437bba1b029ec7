import { answerLimits as limits } from '../../../src-shared/vocabulary/kit/limits.ts'
import {
  findName,
  isPlainDoubleQuoted,
  isPlainSingleQuoted,
  isSpace,
  type ScanElement,
} from './item-scanner-tables.ts'
import {
  Declined,
  sameBytes,
  skipLocalPart,
  skipName,
  skipRun,
  skipSpaces,
  skipSpecial,
} from './xml-lexis.ts'
import { attributeText, plainText } from './xml-text.ts'

const noValues: string[] = []
/** Up to this many names are compared pairwise; beyond that, a set is used. */
const maxCompared = 12

/** The limit that a start tag exceeds; its element is still read. */
type BrokenLimit = 'attributes' | 'attributeBytes' | 'nameBytes'

/** Reads start tags one by one; the fields describe the last tag. */
export class StartTag {
  isEmpty = false
  /** The captured attributes of the element, in the order of its description. */
  values = noValues
  broken: BrokenLimit | undefined
  /** The default namespace declared by the tag; undefined if it declares none, and for an envelope. */
  namespace: string | undefined
  /**
   * Whether any tag so far used a prefix or declared a namespace, other than the usual ones of an envelope.
   */
  isPrefixed = false
  readonly envelopeAttributes: Record<string, string> = {}
  readonly #bytes: Buffer
  /** Start and length of each attribute name in the tag. */
  readonly #names: number[] = []
  #count = 0
  readonly #manyNames = new Set<string>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Reads from the end of the element's name; returns the offset after the `>`. */
  read(nameEnd: number, element: ScanElement, isEnvelope: boolean): number {
    const bytes = this.#bytes
    this.values = element.attributeCount === 0 ? noValues : new Array<string>(element.attributeCount).fill('')
    this.broken = undefined
    this.namespace = undefined
    if (this.#count > maxCompared) this.#manyNames.clear()
    this.#count = 0
    let at = nameEnd
    for (;;) {
      if (bytes[at] === 0x3e) {
        this.isEmpty = false
        if (isEnvelope) this.#checkEnvelope()
        return at + 1
      }
      if (isSpace[bytes[at] as number] === 1) {
        at = skipSpaces(bytes, at + 1)
        if (bytes[at] !== 0x3e && bytes[at] !== 0x2f) at = this.#attribute(at, element, isEnvelope)
      } else if (bytes[at] === 0x2f && bytes[at + 1] === 0x3e) {
        this.isEmpty = true
        if (isEnvelope) this.#checkEnvelope()
        return at + 2
      } else throw new Declined('no space before an attribute', at)
    }
  }

  #attribute(start: number, element: ScanElement, isEnvelope: boolean): number {
    const bytes = this.#bytes
    let end = skipName(bytes, start)
    const hasPrefix = bytes[end] === 0x3a
    if (hasPrefix) end = skipLocalPart(bytes, end)
    if (end - start > limits.nameBytes) this.broken ??= 'nameBytes'
    this.#refuseDuplicate(start, end - start)
    let at = bytes[end] === 0x3d ? end : skipSpaces(bytes, end)
    if (bytes[at] !== 0x3d) throw new Declined('no =', at)
    at = skipSpaces(bytes, at + 1)
    const quote = bytes[at]
    if (quote !== 0x22 && quote !== 0x27) throw new Declined('no quote', at)
    const isPlain = quote === 0x22 ? isPlainDoubleQuoted : isPlainSingleQuoted
    const valueStart = ++at
    let hasSpecial = false
    for (;;) {
      at = skipRun(bytes, at, isPlain)
      const byte = bytes[at] as number
      if (byte === quote) break
      else {
        hasSpecial = true
        at = skipSpecial(bytes, at)
      }
    }
    if (at - valueStart > limits.attributeBytes) {
      this.broken ??= 'attributeBytes'
      return at + 1
    }
    const text = hasSpecial ? attributeText : plainText
    if (isEnvelope) {
      this.envelopeAttributes[bytes.toString('utf8', start, end)] = text(bytes, valueStart, at)
    } else if (hasPrefix) {
      this.isPrefixed = true
    } else if (isNamespaceDeclaration(bytes, start, end)) {
      this.isPrefixed = true
      this.namespace = text(bytes, valueStart, at)
    } else if (element.attributes !== undefined) {
      const found = findName(element.attributes, bytes, start, end)
      if (found !== undefined) this.values[found.index] = text(bytes, valueStart, at)
    }
    return at + 1
  }

  #refuseDuplicate(start: number, length: number): void {
    const count = this.#count++
    if (count >= limits.attributes) {
      // The item is set aside anyway, so its further names are not recorded.
      this.broken ??= 'attributes'
      return
    }
    const names = this.#names
    if (count < maxCompared) {
      for (let other = 0; other < 2 * count; other += 2) {
        if (names[other + 1] === length && sameBytes(this.#bytes, names[other] as number, start, length)) {
          throw new Declined('an attribute twice', start)
        }
      }
      names[2 * count] = start
      names[2 * count + 1] = length
      return
    }
    const many = this.#manyNames
    const name = (from: number, bytes: number) => this.#bytes.toString('latin1', from, from + bytes)
    if (count === maxCompared) {
      for (let other = 0; other < 2 * count; other += 2)
        many.add(name(names[other] as number, names[other + 1] as number))
    }
    if (many.size === many.add(name(start, length)).size) throw new Declined('an attribute twice', start)
  }

  /** Items may use the prefixes that the envelope declares, except that of `xsi:schemaLocation`. */
  #checkEnvelope(): void {
    const attributes = this.envelopeAttributes
    const prefixed = Object.keys(attributes).filter((name) => name.includes(':'))
    const usual = prefixed.every((name) => name === 'xmlns:xsi' || name === 'xsi:schemaLocation')
    if (prefixed.length > 0 && !(usual && attributes['xmlns:xsi'] === schemaInstance)) this.isPrefixed = true
    if (attributes['xmlns']?.startsWith('http://www.w3.org/')) throw new Declined('a reserved namespace', 0)
  }
}

const isNamespaceDeclaration = (bytes: Buffer, start: number, end: number): boolean =>
  end - start === 5 && bytes[start] === 0x78 && bytes.toString('latin1', start, end) === 'xmlns'

const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance'
