import { limits } from '../../src-shared/vocabulary/kit/decode.ts'
import {
  findName,
  isPlainDoubleQuoted,
  isPlainSingleQuoted,
  isSpace,
  type ScanElement,
} from './item-scanner-tables.ts'
import { Declined, sameBytes, skipName, skipRun, skipSpaces, skipSpecial } from './xml-lexis.ts'
import { attributeText, plainText } from './xml-text.ts'

const noValues: string[] = []

/** Reads start tags, one after the other; what it found is in its fields until the next. */
export class StartTag {
  isEmpty = false
  /** The captured attributes of the element, in the order its description names them. */
  values = noValues
  readonly envelopeAttributes: Record<string, string> = {}
  readonly #bytes: Buffer
  readonly #rewritten: boolean
  /** Start and length of each name in the tag. */
  readonly #names: number[] = []
  #nameCount = 0

  constructor(bytes: Buffer, rewritten: boolean) {
    this.#bytes = bytes
    this.#rewritten = rewritten
  }

  /** Reads from behind the element's name; returns the place behind the `>`. */
  read(nameEnd: number, element: ScanElement, isEnvelope: boolean): number {
    const bytes = this.#bytes
    this.values = element.attributeCount === 0 ? noValues : new Array<string>(element.attributeCount).fill('')
    this.#nameCount = 0
    let at = nameEnd
    for (;;) {
      if (bytes[at] === 0x3e) {
        this.isEmpty = false
        if (isEnvelope) checkEnvelope(this.envelopeAttributes)
        return at + 1
      }
      if (isSpace[bytes[at] as number] === 1) {
        at = skipSpaces(bytes, at + 1)
        if (bytes[at] !== 0x3e && bytes[at] !== 0x2f) at = this.#attribute(at, element, isEnvelope)
      } else if (bytes[at] === 0x2f && bytes[at + 1] === 0x3e) {
        this.isEmpty = true
        if (isEnvelope) checkEnvelope(this.envelopeAttributes)
        return at + 2
      } else throw new Declined('no space before an attribute', at)
    }
  }

  #attribute(start: number, element: ScanElement, isEnvelope: boolean): number {
    const bytes = this.#bytes
    let end = skipName(bytes, start, this.#rewritten)
    if (isEnvelope && bytes[end] === 0x3a) end = skipName(bytes, end + 1, false)
    this.#refuseTwice(start, end - start)
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
    if (at - valueStart > limits.attributeBytes) throw new Declined('an attribute too long', start)
    const text = hasSpecial ? attributeText : plainText
    if (isEnvelope) {
      this.envelopeAttributes[bytes.toString('latin1', start, end)] = text(bytes, valueStart, at)
    } else if (isNamespaceDeclaration(bytes, start, end) && !this.#rewritten) {
      throw new Declined('a namespace declaration', start)
    } else if (element.attributes !== undefined) {
      const found = findName(element.attributes, bytes, start, end)
      if (found !== undefined) this.values[found.index] = text(bytes, valueStart, at)
    }
    return at + 1
  }

  #refuseTwice(start: number, length: number): void {
    const names = this.#names
    for (let other = 0; other < this.#nameCount; other += 2) {
      if (names[other + 1] === length && sameBytes(this.#bytes, names[other] as number, start, length)) {
        throw new Declined('an attribute twice', start)
      }
    }
    names[this.#nameCount++] = start
    names[this.#nameCount++] = length
  }
}

const isNamespaceDeclaration = (bytes: Buffer, start: number, end: number): boolean =>
  end - start === 5 && bytes[start] === 0x78 && bytes.toString('latin1', start, end) === 'xmlns'

const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance'
/** The one prefix an envelope may use is that of `xsi:schemaLocation`. */
function checkEnvelope(attributes: Record<string, string>): void {
  const prefixed = Object.keys(attributes).filter((name) => name.includes(':'))
  const usual = prefixed.every((name) => name === 'xmlns:xsi' || name === 'xsi:schemaLocation')
  if (prefixed.length > 0 && !(usual && attributes['xmlns:xsi'] === schemaInstance)) {
    throw new Declined('prefixed attributes', 0)
  }
  if (attributes['xmlns']?.startsWith('http://www.w3.org/')) throw new Declined('a reserved namespace', 0)
}
