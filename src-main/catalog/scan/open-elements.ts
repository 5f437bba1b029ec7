import { type DocumentLimits, answerLimits as limits } from '../../../src-shared/vocabulary/kit/limits.ts'
import type { ScanElement } from './item-scanner-tables.ts'
import type { ScanCollector } from './scanned-item.ts'
import { Declined } from './xml-lexis.ts'

/** Maximum number of names in a path, and of characters per name. */
const maxPathLength = 12
const maxStepLength = 100

/**
 * The scanner's stack of open elements, with the counts of each. If an item exceeds a limit, this is recorded
 * and the item is read to its end. If a limit is exceeded outside of items, the document is declined.
 */
export class OpenElements {
  depth = 0
  readonly elements: ScanElement[] = []
  nameStarts = new Int32Array(limits.depth)
  nameLengths = new Int32Array(limits.depth)
  #parts = new Int32Array(limits.depth)
  #texts = new Int32Array(limits.depth)
  #count = 0
  readonly #bytes: Buffer
  readonly #collector: ScanCollector

  constructor(bytes: Buffer, collector: ScanCollector) {
    this.#bytes = bytes
    this.#collector = collector
  }

  /** Counts an element whose start tag was read. */
  countElement(start: number, nameEnd: number, broken: keyof DocumentLimits | undefined): void {
    if (++this.#count > limits.elements) throw new Declined('too many elements', start)
    if (this.depth > 0) (this.#parts[this.depth - 1] as number)++
    if (broken !== undefined) this.#note(broken, start)
    if (nameEnd - start - 1 > limits.nameBytes) this.#note('nameBytes', start)
    if (this.depth >= limits.depth) this.#note('depth', start)
  }

  push(element: ScanElement, nameStart: number, nameEnd: number): void {
    const { depth } = this
    if (depth === this.nameStarts.length) this.#grow()
    this.elements[depth] = element
    this.nameStarts[depth] = nameStart
    this.nameLengths[depth] = nameEnd - nameStart
    this.#parts[depth] = 0
    this.#texts[depth] = 0
    this.depth++
  }

  /** Counts bytes of the innermost element's own text. */
  countText(bytes: number): void {
    ;(this.#texts[this.depth - 1] as number) += bytes
  }

  /** Counts a comment or a processing instruction. */
  countPart(start: number, end: number): void {
    if (++this.#count > limits.elements) throw new Declined('too many elements', start)
    ;(this.#parts[this.depth - 1] as number)++
    if (end - start > limits.textBytes) this.#note('textBytes', start)
  }

  /** Checks the counts of the innermost element before it ends. */
  checkClosing(at: number): void {
    const depth = this.depth - 1
    if ((this.#texts[depth] as number) > limits.textBytes) this.#note('textBytes', at)
    if ((this.#parts[depth] as number) > limits.children) this.#note('children', at)
  }

  #note(limit: keyof DocumentLimits, at: number): void {
    if (!this.#collector.isInItem) throw new Declined(`${limit} beyond the limit`, at)
    this.#collector.noteBroken(limit, at, this.#path())
  }

  /** The path of the innermost element. */
  #path(): string {
    const steps: string[] = []
    for (let depth = 0; depth < Math.min(this.depth, maxPathLength); depth++) {
      const start = this.nameStarts[depth] as number
      steps.push(
        this.#bytes.toString(
          'utf8',
          start,
          start + Math.min(maxStepLength, this.nameLengths[depth] as number),
        ),
      )
    }
    return steps.join('/')
  }

  #grow(): void {
    const larger = (array: Int32Array) => {
      const grown = new Int32Array(2 * array.length)
      grown.set(array)
      return grown
    }
    this.nameStarts = larger(this.nameStarts)
    this.nameLengths = larger(this.nameLengths)
    this.#parts = larger(this.#parts)
    this.#texts = larger(this.#texts)
  }
}
