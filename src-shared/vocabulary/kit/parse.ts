/** Reading: from bytes or text to a value and everything that is wrong with it, with path, code, line and column. */
import type { Problem } from '../../problem.ts'
import { namespaceName } from '../namespaces.ts'
import { decode } from './decode.ts'
import type { DocumentDescription, Group, Role } from './description.ts'
import { openPath, pathOf, type Trail, trail } from './path.ts'
import { Lines, Places } from './places.ts'
import { type Reading, readGroup, report } from './read.ts'
import { Refusal } from './refusal.ts'
import { parseTree, type XmlElement } from './tree.ts'
import { judge, placed } from './validate.ts'
import type { ValueOf } from './value.ts'

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
}

/**
 * Reads a whole document. Bytes are UTF-8, or UTF-16 with a byte order mark; at most 16 MB, 64 elements deep,
 * 64 KB an attribute, without a DOCTYPE. Never throws: what cannot be read is one problem and no value.
 */
export const parseDocument = <G extends Group>(
  document: DocumentDescription<G>,
  xml: string | Uint8Array,
  options: { namespaceBase?: string | undefined } = {},
): Parsed<ValueOf<G>> =>
  read<ValueOf<G>>(xml, {
    group: document.group,
    namespace: namespaceName(document.namespace, options.namespaceBase),
    role: document.role,
    root: document.root,
  })

/** Reads one element on its own, such as a stored `<item>`, whatever its name. */
export const parseElement = <G extends Group>(
  group: G,
  xml: string | Uint8Array,
  options: { namespace?: string | undefined; role?: Role } = {},
): Parsed<ValueOf<G>> =>
  read<ValueOf<G>>(xml, {
    group,
    namespace: options.namespace,
    role: options.role ?? 'response',
    root: undefined,
  })

function read<T>(xml: string | Uint8Array, options: ReadOptions): Parsed<T> {
  let text = ''
  try {
    text = decode(xml)
    return readTree<T>(parseTree(text), text, options)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problems: [refused(error, text, options)] }
  }
}

function readTree<T>(root: XmlElement, text: string, options: ReadOptions): Parsed<T> {
  const { group, role } = options
  const at = trail(undefined, root.name)
  if (options.root !== undefined && options.root !== root.name) {
    throw new Refusal(
      'root',
      `The root element is ${root.name}; ${options.root} was expected.`,
      root.offset,
      [{ name: root.name, position: 1 }],
    )
  }
  const expected = options.namespace ?? root.namespace
  const reading: Reading = {
    role,
    namespace: root.namespace,
    expected,
    places: new Places(),
    problems: [],
    offsets: [],
    complained: new Set(),
  }
  checkRootNamespace(root, at, reading, options.root !== undefined)
  const value = readGroup(group, root, at, reading)
  const found = [
    ...reading.problems.map((problem, index) => ({ problem, offset: reading.offsets[index] })),
    ...judge(group, value, at, role, reading.places),
  ]
  return { value: value as T, problems: placed(found, text) }
}

/** A single element cut out of its document has lost the declaration of its namespace: that is no surprise. */
function checkRootNamespace(root: XmlElement, at: Trail, reading: Reading, isDocument: boolean): void {
  if (root.namespace === reading.expected || (!isDocument && root.namespace === '')) return
  const found = root.namespace === '' ? 'no namespace' : `the namespace ${root.namespace}`
  report(
    reading,
    at,
    'namespace',
    `${root.name} is in ${found}; ${reading.expected} was expected.`,
    root.offset,
  )
  reading.complained.add(reading.expected)
}

function refused({ code, message, offset, open }: Refusal, text: string, options: ReadOptions): Problem {
  const path =
    open.length === 0
      ? (options.root ?? pathOf(trail(undefined, options.group.name)))
      : openPath(open, options.group)
  return { code, path, message, ...(offset === undefined ? {} : new Lines(text).position(offset)) }
}
