/** Reading: from bytes or text to a value and everything that is wrong with it, with path, code, line and column. */
import { isError, type Problem } from '../../problem.ts'
import { say } from '../../texts/say.ts'
import { namespaceName } from '../namespaces.ts'
import type { DocumentDescription, Group, Role } from './description.ts'
import { type DocumentLimits, limitsOf } from './limits.ts'
import { openPath, pathOf, type Trail, trail } from './path.ts'
import { ChildIndex, Lines, offsetOf, Places } from './places.ts'
import { ProblemList } from './problem-list.ts'
import { type OpenGroup, openGroup, type ReadingState, report } from './read.ts'
import { PartJudge } from './validate.ts'
import type { AnyValue, ValueOf } from './value.ts'
import { decode } from './xml/decode.ts'
import { Refusal, shown } from './xml/refusal.ts'
import { type PartTaker, readParts, type XmlElement, type XmlPart } from './xml/tree.ts'

export interface Parsed<T> {
  /** Absent only when nothing could be read: not well-formed, refused, or another root element. */
  value?: T
  /** In the order of the text. A document is valid for its schema when this is empty. */
  problems: Problem[]
}

interface ReadOptions {
  group: Group
  /** Namespace the root should have; any is taken, without a word, when undefined. */
  namespace: string | undefined
  role: Role
  /** Name the root must have, when it must have one. */
  root: string | undefined
  limits: DocumentLimits
  each?: VisitEntry<AnyValue> | undefined
  keep: boolean
}

/**
 * Takes an element repeated in the root as soon as it is read and judged. `index` is 0-based; `isNamed` tells whether
 * an error was found at a path of this very element. The problems it returns know their path only, and get their place.
 */
type VisitEntry<E> = (entry: E, index: number, isNamed: (path: string) => boolean) => readonly Problem[]

/** What the element `item` repeated in a root is. */
type EntryOf<G extends Group> = ValueOf<G> extends { item: (infer E)[] } ? E : never

interface ParseOptions<G extends Group = Group> {
  namespaceBase?: string | undefined
  /** Other limits than those of the document's role. */
  limits?: DocumentLimits | undefined
  each?: VisitEntry<EntryOf<G>> | undefined
  /** `false`: what was given to `each` is not kept; the value comes without it. */
  keep?: boolean
}

/**
 * Reads a whole document of its role's limits (`limits.ts`), without a DOCTYPE: one sent is UTF-8, or UTF-16 with a
 * byte order mark; one answered may also be ISO-8859-1. One part of the root is held as a tree at a time. Never throws:
 * what cannot be read is one problem and no value.
 */
export const parseDocument = <G extends Group>(
  document: DocumentDescription<G>,
  xml: string | Uint8Array,
  options: ParseOptions<G> = {},
): Parsed<ValueOf<G>> => {
  const { namespaceBase, limits = limitsOf(document.role), each, keep = true } = options
  return read<ValueOf<G>>(xml, {
    group: document.group,
    namespace: namespaceName(document.namespace, namespaceBase),
    role: document.role,
    root: document.root,
    limits,
    each: each && ((entry, index, isNamed) => each(entry as EntryOf<G>, index, isNamed)),
    keep,
  })
}

/** Reads one element on its own, such as a stored `<item>`, whatever its name; it is as large as one item at most. */
export const parseElement = <G extends Group>(
  group: G,
  xml: string | Uint8Array,
  options: { namespace?: string | undefined; role?: Role; limits?: DocumentLimits } = {},
): Parsed<ValueOf<G>> => {
  const { namespace, role = 'response', limits = limitsOf(role) } = options
  return read<ValueOf<G>>(xml, {
    group,
    namespace,
    role,
    root: undefined,
    limits: { ...limits, documentBytes: limits.itemBytes },
    keep: true,
  })
}

function read<T>(xml: string | Uint8Array, options: ReadOptions): Parsed<T> {
  let text = ''
  const reader = new DocumentReader(options)
  try {
    text = decode(xml, options.role, options.limits)
    readParts(text, options.limits, reader)
    const { value, problems } = reader.end()
    return { value: value as T, problems: problems.placed(reader.rootPath, text) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problems: [refused(error, text, options)] }
  }
}

/** Reads and judges a root, one part after the other. */
class DocumentReader implements PartTaker {
  rootPath = ''
  readonly #options: ReadOptions
  readonly #problems: ProblemList
  readonly #places = new Places()
  /** Lists whose entries are not kept: until the end, their numbers still count. */
  readonly #dropped = new Set<unknown[]>()
  #open: OpenRoot | undefined

  constructor(options: ReadOptions) {
    this.#options = options
    this.#problems = new ProblemList(options.limits)
  }

  root(root: XmlElement): void {
    const { group, role, limits } = this.#options
    this.rootPath = root.name
    this.#requireRoot(root)
    const at = trail(undefined, root.name)
    const expected = this.#options.namespace ?? root.namespace
    const reading: ReadingState = {
      role,
      namespace: root.namespace,
      expected,
      places: this.#places,
      problems: this.#problems,
      room: { left: limits.documentBytes },
      complained: new Set(),
    }
    checkRootNamespace(root, at, reading, this.#options.root !== undefined)
    const content = openGroup(group, root, at, reading)
    this.#open = { root, content, judge: new PartJudge(group, content.value, at, reading) }
    this.#open.judge.part(undefined)
  }

  part(part: XmlPart, offset?: number): void {
    if (this.#open === undefined) return
    const { root, content, judge } = this.#open
    const child = typeof part === 'object' && 'name' in part ? part : undefined
    this.#places.proceed(content.value, root, child)
    const before = this.#problems.length
    const member = content.take(part, offset)
    judge.part(member)
    if (member?.cardinality !== 'repeated' || child === undefined) return
    const entries = content.value[member.key]
    if (!Array.isArray(entries)) return
    this.#visit(entries, child, before)
    if (!this.#options.keep) this.#dropped.add(entries)
  }

  end(): { value: AnyValue; problems: ProblemList } {
    if (this.#open === undefined) throw new Error('A document was read without a root.')
    const { root, content, judge } = this.#open
    this.#places.proceed(content.value, root, undefined)
    content.end()
    judge.end()
    for (const entries of this.#dropped) entries.length = 0
    return { value: content.value, problems: this.#problems }
  }

  #requireRoot(root: XmlElement): void {
    const expected = this.#options.root
    if (expected === undefined || expected === root.name) return
    throw new Refusal(
      'root',
      say`The root element is ${shown(root.name)}; ${expected} was expected.`,
      root.offset,
      [{ name: root.name, position: 1 }],
    )
  }

  /** Gives the last entry to the caller, and drops it when it is not to be kept. */
  #visit(entries: AnyValue[], child: XmlElement, before: number): void {
    const { each, keep } = this.#options
    const index = entries.length - 1
    const entry = entries[index]
    if (each === undefined || entry === undefined) return
    let named: Set<string> | undefined
    const isNamed = (path: string): boolean => {
      named ??= new Set(
        this.#problems
          .since(before)
          .filter(isError)
          .map((problem) => problem.path),
      )
      return named.has(path)
    }
    const children = new ChildIndex()
    for (const problem of each(entry, index, isNamed)) {
      this.#problems.add(problem, () => offsetOf(problem.path, child, children))
    }
    if (!keep) entries[index] = dropped
  }
}

interface OpenRoot {
  root: XmlElement
  content: OpenGroup
  judge: PartJudge
}

/** Stands where an entry was that is not kept. */
const dropped: AnyValue = {}

/** A single element cut out of its document has lost the declaration of its namespace: that is no surprise. */
function checkRootNamespace(root: XmlElement, at: Trail, reading: ReadingState, isDocument: boolean): void {
  if (root.namespace === reading.expected || (!isDocument && root.namespace === '')) return
  const found = root.namespace === '' ? 'no namespace' : `the namespace ${shown(root.namespace)}`
  report(
    reading,
    at,
    'namespace',
    say`${root.name} is in ${found}; ${shown(reading.expected)} was expected. Write xmlns="${reading.expected}" in its start tag.`,
    root.offset,
  )
  reading.complained.add(reading.expected)
}

function refused(
  { code, message, offset, open, position }: Refusal,
  text: string,
  options: ReadOptions,
): Problem {
  const path =
    open.length === 0
      ? (options.root ?? pathOf(trail(undefined, options.group.name)))
      : openPath(open, options.group)
  if (position !== undefined) return { code, path, message, ...position }
  return { code, path, message, ...(offset === undefined ? {} : new Lines(text).position(offset)) }
}
