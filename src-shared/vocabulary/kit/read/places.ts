/**
 * The source positions of the parts of a value, looked up on demand, and the positions of paths, for
 * problems that have only a path.
 */
import type { Problem } from '../../../problem.ts'
import type { Member } from '../description.ts'
import { feedLimits } from '../limits.ts'
import { readParts, type XmlElement } from '../xml/tree.ts'

/** Finds child elements by name and number. Each element is indexed on its first lookup. */
export class ChildIndex {
  readonly #children = new Map<XmlElement, Map<string, XmlElement[]>>()

  /** The child with this name and 0-based number among the children with that name. */
  child(element: XmlElement, name: string, index: number): XmlElement | undefined {
    let named = this.#children.get(element)
    if (named === undefined) {
      named = new Map()
      for (const part of element.content) {
        if (typeof part === 'string' || 'comment' in part) continue
        const same = named.get(part.name)
        if (same === undefined) named.set(part.name, [part])
        else same.push(part)
      }
      this.#children.set(element, named)
    }
    return named.get(name)?.[index]
  }
}

export class Places {
  #elements = new Map<object, XmlElement>()
  #children = new ChildIndex()
  /** The root is read one child at a time; only this child is available. */
  #current: { owner: object; child: XmlElement } | undefined

  /** Stores the element that a value (or an unknown part, or its parent) was parsed from. */
  set(value: object, element: XmlElement): void {
    this.#elements.set(value, element)
  }

  /** Removes all positions except that of the root, and sets the child that is being read. */
  proceed(owner: object, root: XmlElement, child: XmlElement | undefined): void {
    this.#elements = new Map([[owner, root]])
    this.#children = new ChildIndex()
    this.#current = child && { owner, child }
  }

  /** Character offset of a value or one of its members, or of the nearest enclosing element that exists. */
  offset(value: object, member?: Member, index?: number): number | undefined {
    const element = this.#elements.get(value)
    if (element === undefined || member === undefined || member.place !== 'element') return element?.offset
    if (member.cardinality !== 'list')
      return (this.#child(value, element, member.key, index ?? 0) ?? element).offset
    const wrapper = this.#child(value, element, member.key, 0)
    const entry =
      wrapper && index !== undefined ? this.#children.child(wrapper, member.entry ?? '', index) : undefined
    return (entry ?? wrapper ?? element).offset
  }

  #child(value: object, element: XmlElement, name: string, index: number): XmlElement | undefined {
    if (this.#current?.owner !== value) return this.#children.child(element, name, index)
    return this.#current.child.name === name ? this.#current.child : undefined
  }
}

/** Characters between two cached line positions. */
const stride = 8192

/** Converts character offsets to 1-based lines and columns. */
export class Lines {
  readonly #text: string
  /** At each stride: the number of lines started so far, and the start of the last one. */
  readonly #numbers: Uint32Array
  readonly #starts: Uint32Array

  constructor(text: string) {
    this.#text = text
    const count = Math.floor(text.length / stride) + 1
    this.#numbers = new Uint32Array(count)
    this.#starts = new Uint32Array(count)
    let line = 1
    let start = 0
    let next = text.indexOf('\n') + 1
    for (let index = 0; index < count; index += 1) {
      while (next > 0 && next <= index * stride) {
        line += 1
        start = next
        next = text.indexOf('\n', next) + 1
      }
      this.#numbers[index] = line
      this.#starts[index] = start
    }
  }

  position(offset: number): { line: number; column: number } {
    const index = Math.floor(offset / stride)
    let line = this.#numbers[index] ?? 1
    let start = this.#starts[index] ?? 0
    for (let at = index * stride; at < offset; at += 1) {
      if (this.#text.charCodeAt(at) !== 0x0a) continue
      line += 1
      start = at + 1
    }
    return { line, column: offset - start + 1 }
  }
}

const step = /^([^[\]]+)(?:\[(\d+)\])?$/

/** Parses a path segment: element name, and 0-based number among the elements with that name. */
function readStep(segment: string): { name: string; index: number } {
  const [, name = '', position = '1'] = step.exec(segment) ?? []
  return { name, index: Number(position) - 1 }
}

/**
 * The offset of the element at a path below `child`, a child of the root, or of the nearest enclosing one
 * that exists.
 */
export function offsetOf(path: string, child: XmlElement, children: ChildIndex): number {
  let at = child
  for (const segment of path.split('/').slice(2)) {
    const { name, index } = readStep(segment)
    const found = children.child(at, name, index)
    if (found === undefined) break
    at = found
  }
  return at.offset
}

/**
 * Adds line and column to problems that have only a path, such as those of the business rules: of the
 * element at the path, or of the nearest enclosing one if the element is missing. One child of the root is
 * held at a time.
 * @param text the well-formed document that the problems are about
 */
export function locate<P extends Problem>(problems: readonly P[], text: string): P[] {
  const wanted = problems.filter((problem) => problem.line === undefined)
  if (wanted.length === 0) return [...problems]
  const byChild = Map.groupBy(wanted, ({ path }) => childKey(path))
  const offsets = new Map<Problem, number>()
  const counts = new Map<string, number>()
  let rootOffset = 0
  readParts(text, feedLimits, {
    root: ({ offset }) => {
      rootOffset = offset
    },
    part: (part) => {
      if (typeof part === 'string' || 'comment' in part) return
      const index = counts.get(part.name) ?? 0
      counts.set(part.name, index + 1)
      const children = new ChildIndex()
      for (const problem of byChild.get(`${part.name}[${index}]`) ?? []) {
        offsets.set(problem, offsetOf(problem.path, part, children))
      }
    },
  })
  const lines = new Lines(text)
  return problems.map((problem) =>
    problem.line === undefined
      ? { ...problem, ...lines.position(offsets.get(problem) ?? rootOffset) }
      : problem,
  )
}

/** Key of the root's child that a path leads into. */
function childKey(path: string): string {
  const { name, index } = readStep(path.split('/', 2)[1] ?? '')
  return `${name}[${index}]`
}
