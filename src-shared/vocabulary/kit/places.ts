/** Where each part of a value stood in the text it was read from, kept beside the value and looked up on demand. */
import type { Member } from './description.ts'
import type { XmlElement } from './tree.ts'

export class Places {
  readonly #elements = new WeakMap<object, XmlElement>()

  /** Remembers the element a value (or something unknown, or the element around it) was read from. */
  set(value: object, element: XmlElement): void {
    this.#elements.set(value, element)
  }

  /** Character offset of a value, or of one member of it: the nearest element that was there. */
  offset(value: object, member?: Member, index?: number): number | undefined {
    const element = this.#elements.get(value)
    if (element === undefined || member === undefined || member.place !== 'element') return element?.offset
    if (member.cardinality !== 'list') return (childNamed(element, member.key, index ?? 0) ?? element).offset
    const wrapper = childNamed(element, member.key, 0)
    const entry = wrapper && index !== undefined ? childNamed(wrapper, member.entry ?? '', index) : undefined
    return (entry ?? wrapper ?? element).offset
  }
}

function childNamed(element: XmlElement, name: string, index: number): XmlElement | undefined {
  let before = index
  for (const part of element.content) {
    if (typeof part === 'string' || 'comment' in part || part.name !== name) continue
    if (before === 0) return part
    before -= 1
  }
  return undefined
}

/** Turns character offsets into 1-based lines and columns. */
export class Lines {
  readonly #starts: number[] = [0]

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  position(offset: number): { line: number; column: number } {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 }
  }
}
