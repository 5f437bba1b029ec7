/** Parses bytes or text to a value, and lists all problems with path, code, line and column. */
import { isError, type Problem } from '../../../problem.ts'
import { say } from '../../../texts/say.ts'
import { namespaceName } from '../../namespaces.ts'
import type { DocumentDescription, Group } from '../description.ts'
import { type DocumentLimits, limitsOf } from '../limits.ts'
import { openPath, pathOf, type Trail, trail } from '../path.ts'
import { type Omitted, ProblemList } from '../problem-list.ts'
import type { Role } from '../role.ts'
import { PartValidator } from '../validate.ts'
import type { AnyValue, ValueOf } from '../value.ts'
import { decode } from '../xml/decode.ts'
import { Refusal, shown } from '../xml/refusal.ts'
import { type PartHandler, parseTree, readParts, type XmlElement, type XmlPart } from '../xml/tree.ts'
import type { WholeElement } from '../xml/xml-reader.ts'
import { ChildIndex, Lines, offsetOf, Places } from './places.ts'
import { PlainReader } from './plain-reader.ts'
import { type FastGroup, plainGroup } from './plain-tables.ts'
import { type OpenGroup, openGroup, type ReadingState, report } from './read.ts'

export interface Parsed<T> {
  /** Absent only if nothing could be read: not well-formed, refused, or another root element. */
  value?: T
  /** In document order. A document is valid against its schema if this is empty. */
  problems: Problem[]
  /** Counts of problems that are not listed individually; the last listed problem gives the total. */
  omitted?: Omitted
}

interface ReadOptions {
  group: Group
  /** Expected namespace of the root; undefined accepts any namespace without a problem. */
  namespace: string | undefined
  role: Role
  /** Required name of the root, if any. */
  root: string | undefined
  limits: DocumentLimits
  each?: VisitEntry<AnyValue> | undefined
  keep: boolean
  strictly?: boolean | undefined
}

/**
 * Receives each repeated element of the root once it is parsed and validated. `index` is 0-based; `isNamed`
 * returns whether an error was found at exactly this path. The returned problems have only a path, and get
 * their line and column.
 */
type VisitEntry<E> = (entry: E, index: number, isNamed: (path: string) => boolean) => readonly Problem[]

/** The type of the element `item` that is repeated in a root. */
type EntryOf<G extends Group> = ValueOf<G> extends { item: (infer E)[] } ? E : never

interface ParseOptions<G extends Group = Group> {
  namespaceBase?: string | undefined
  /** Overrides the limits of the document's role. */
  limits?: DocumentLimits | undefined
  each?: VisitEntry<EntryOf<G>> | undefined
  /** If `false`, elements passed to `each` are not kept, and the value does not contain them. */
  keep?: boolean
  /** Parses all elements to a tree first, also those with a fast path. Tests compare the two. */
  strictly?: boolean
}

/**
 * Parses a document within its role's limits (`limits.ts`). DOCTYPE is not allowed. A request is UTF-8, or
 * UTF-16 with a byte order mark; a response may also be ISO-8859-1. Only one child of the root is held as a
 * tree at a time. Never throws: an unreadable document gives one problem and no value.
 */
export const parseDocument = <G extends Group>(
  document: DocumentDescription<G>,
  xml: string | Uint8Array,
  options: ParseOptions<G> = {},
): Parsed<ValueOf<G>> => {
  const { namespaceBase, limits = limitsOf(document.role), each, keep = true, strictly } = options
  return read<ValueOf<G>>(xml, {
    group: document.group,
    namespace: namespaceName(document.namespace, namespaceBase),
    role: document.role,
    root: document.root,
    limits,
    each: each && ((entry, index, isNamed) => each(entry as EntryOf<G>, index, isNamed)),
    keep,
    strictly,
  })
}

/** Parses a single element with any name, such as a stored `<item>`, up to the size limit of an item. */
export const parseElement = <G extends Group>(
  group: G,
  xml: string | Uint8Array,
  options: Pick<ParseOptions, 'limits' | 'strictly'> & { namespace?: string | undefined; role?: Role } = {},
): Parsed<ValueOf<G>> => {
  const { namespace, role = 'response', limits = limitsOf(role), strictly } = options
  return read<ValueOf<G>>(xml, {
    group,
    namespace,
    role,
    root: undefined,
    limits: { ...limits, documentBytes: limits.itemBytes },
    keep: true,
    strictly,
  })
}

function read<T>(xml: string | Uint8Array, options: ReadOptions): Parsed<T> {
  let text = ''
  try {
    text = decode(xml, options.role, options.limits)
    const { root, strictly, group, limits } = options
    const plain =
      root === undefined && !strictly ? new PlainReader(text, limits, 0).readAlone(group) : undefined
    if (plain !== undefined) return { value: plain as T, problems: [] }
    const reader = new DocumentReader(options, text)
    readParts(text, options.limits, reader)
    const { value, problems } = reader.end()
    const { omitted } = problems
    return {
      value: value as T,
      problems: problems.placed(reader.rootPath, text),
      ...(omitted && { omitted }),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problems: [refused(error, text, options)] }
  }
}

/** Parses and validates a root, one child at a time. */
class DocumentReader implements PartHandler {
  rootPath = ''
  readonly #options: ReadOptions
  readonly #text: string
  readonly #plain: PlainReader
  /** Set if the root contains only one kind of element, which can then be read without a tree. */
  readonly #plainRoot: FastGroup | undefined
  readonly #problems: ProblemList
  readonly #places = new Places()
  /** Lists whose entries are not kept; until the end, they are needed for their lengths. */
  readonly #dropped = new Set<unknown[]>()
  #open: OpenRoot | undefined
  #wholeEnd = 0

  constructor(options: ReadOptions, text: string) {
    const { group, limits, strictly } = options
    this.#options = options
    this.#text = text
    this.#plain = new PlainReader(text, limits, 1)
    this.#plainRoot = strictly || group.elements.size !== 1 ? undefined : plainGroup(group)
    this.#problems = new ProblemList(limits)
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
      reported: new Set(),
    }
    checkRootNamespace(root, at, reading, this.#options.root !== undefined)
    const content = openGroup(group, root, at, reading)
    this.#open = { root, content, validator: new PartValidator(group, content.value, at, reading) }
    this.#open.validator.part(undefined)
  }

  part(part: XmlPart, offset?: number): void {
    if (this.#open === undefined) return
    const { root, content, validator } = this.#open
    const child = typeof part === 'object' && 'name' in part ? part : undefined
    this.#places.proceed(content.value, root, child)
    const before = this.#problems.length
    const member = content.take(part, offset)
    validator.part(member)
    if (member?.cardinality !== 'repeated' || child === undefined) return
    const entries = content.value[member.key]
    if (!Array.isArray(entries)) return
    this.#visit(entries, before, 0, () => child)
  }

  whole(offset: number): WholeElement | undefined {
    if (this.#plainRoot === undefined) return undefined
    const end = this.#plain.read(this.#plainRoot, offset)
    const { member, elements } = this.#plain
    this.#wholeEnd = end
    return end < 0 || member === undefined ? undefined : { name: member.key, end, elements }
  }

  takeWhole(offset: number): void {
    const { member, value } = this.#plain
    if (this.#open === undefined || member === undefined) return
    const { content, validator } = this.#open
    content.adopt(member, value)
    validator.markValid(member)
    const written = () => this.#text.slice(offset, this.#wholeEnd)
    // The tree is built only if a problem needs a position.
    this.#visit(content.value[member.key] as AnyValue[], this.#problems.length, offset, () =>
      parseTree(written(), this.#options.limits),
    )
  }

  end(): { value: AnyValue; problems: ProblemList } {
    if (this.#open === undefined) throw new Error('A document was read without a root.')
    const { root, content, validator } = this.#open
    this.#places.proceed(content.value, root, undefined)
    content.end()
    validator.end()
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

  /**
   * Passes the last entry to the caller, and drops it if entries are not kept.
   * @param offset base of the offsets in its tree
   */
  #visit(entries: AnyValue[], before: number, offset: number, readTree: () => XmlElement): void {
    const { each, keep } = this.#options
    if (!keep) this.#dropped.add(entries)
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
    let tree: XmlElement | undefined
    let children: ChildIndex | undefined
    for (const problem of each(entry, index, isNamed)) {
      this.#problems.add(problem, () => {
        tree ??= readTree()
        children ??= new ChildIndex()
        return offset + offsetOf(problem.path, tree, children)
      })
    }
    if (!keep) entries[index] = dropped
  }
}

interface OpenRoot {
  root: XmlElement
  content: OpenGroup
  validator: PartValidator
}

/** Placeholder for an entry that is not kept. */
const dropped: AnyValue = {}

/** A single element without a namespace is not reported, because its declaration was in its document. */
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
  reading.reported.add(reading.expected)
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
