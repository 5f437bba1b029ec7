/**
 * Derives the XML Schema (1.0) of a description. The schema accepts exactly the documents in which
 * `parseDocument` finds no problem.
 *
 * Order: if no child repeats, the children are in an `xs:all`, so that any order is valid, as in the
 * lenient parser. XSD 1.0 allows no repeated child there. The few elements with one (see `Group.ordered`)
 * are sequences, and the parser reports any other order as `order`. The writer always uses the order of the
 * description.
 */
import { create } from 'xmlbuilder2'
import { namespaceName } from '../namespaces.ts'
import type { DocumentDescription, Group, Member } from './description.ts'
import type { Leaf } from './leaf.ts'
import { xmlNamespace } from './read/unknown.ts'

type Builder = ReturnType<typeof create>

/** The schema of one namespace, for all its documents. */
export function xsd(
  documents: readonly DocumentDescription[],
  options: { namespaceBase?: string } = {},
): string {
  const path = documents[0]?.namespace ?? ''
  if (documents.some(({ namespace }) => namespace !== path))
    throw new Error('A schema holds the documents of one namespace.')
  const namespace = namespaceName(path, options.namespaceBase)
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele(
    'http://www.w3.org/2001/XMLSchema',
    'xs:schema',
    {
      xmlns: namespace,
      targetNamespace: namespace,
      elementFormDefault: 'qualified',
    },
  )
  for (const { root: name, group, label, help } of documents) {
    annotate(root.ele('xs:element', { name, type: group.name }), `${label}: ${help}`)
  }
  const types = new Types()
  for (const { group } of documents) types.visit(group)
  for (const group of types.groups.values()) complexType(root, group)
  for (const leaf of types.elements) textElement(root, leaf)
  for (const leaf of types.leaves.values()) simpleType(root, leaf)
  return `${root.end({ prettyPrint: true })}\n`
}

/** The named types that a schema needs, without duplicates. */
class Types {
  readonly groups = new Map<string, Group>()
  readonly leaves = new Map<string, Leaf>()
  /** Names of the leaves that are used as elements. */
  readonly elements = new Set<string>()

  visit(group: Group): void {
    const before = this.groups.get(group.name)
    if (before === group) return
    if (before !== undefined) throw new Error(`Two types of one schema are named ${group.name}.`)
    this.groups.set(group.name, group)
    for (const { type, place } of group.members) {
      if (type.kind === 'group') this.visit(type)
      else this.#leaf(type)
      if (type.kind === 'leaf' && place === 'element') this.elements.add(type.name)
    }
  }

  #leaf(leaf: Leaf): void {
    const before = this.leaves.get(leaf.name)
    if (before !== undefined && facetsOf(before) !== facetsOf(leaf)) {
      throw new Error(`Two simple types of one schema are named ${leaf.name}.`)
    }
    this.leaves.set(leaf.name, leaf)
  }
}

const facetsOf = ({ whitespace, pattern, values, mayBeEmpty }: Leaf) =>
  JSON.stringify([whitespace, pattern, values, mayBeEmpty])

function annotate(parent: Builder, text: string): void {
  parent.ele('xs:annotation').ele('xs:documentation').txt(text)
}

const wordsOf = ({ label, help }: Member): string => (help === undefined ? label : `${label}. ${help}`)

function complexType(parent: Builder, group: Group): void {
  const type = parent.ele('xs:complexType', { name: group.name, ...(group.open ? { mixed: 'true' } : {}) })
  if (group.text !== undefined) {
    const extension = type.ele('xs:simpleContent').ele('xs:extension', { base: group.text.type.name })
    attributes(extension, group)
    return
  }
  if (group.open) {
    type.ele('xs:sequence').ele('xs:any', { minOccurs: '0', maxOccurs: 'unbounded', processContents: 'skip' })
    type.ele('xs:anyAttribute', { processContents: 'skip' })
    return
  }
  const repeats = [...group.elements.values()].some(({ cardinality }) => cardinality === 'repeated')
  const children = type.ele(repeats ? 'xs:sequence' : 'xs:all')
  for (const member of group.elements.values()) childElement(children, member)
  attributes(type, group)
}

/** An element that contains only text. */
function textElement(parent: Builder, leaf: string): void {
  const type = parent.ele('xs:complexType', { name: elementType(leaf) })
  ofXmlItself(type.ele('xs:simpleContent').ele('xs:extension', { base: leaf }))
}
const elementType = (leaf: string): string => `${leaf}Element`

/** `xml:lang` and similar attributes are allowed on every element. */
const ofXmlItself = (type: Builder) =>
  type.ele('xs:anyAttribute', { namespace: xmlNamespace, processContents: 'skip' })

function attributes(parent: Builder, group: Group): void {
  for (const member of group.attributes.values()) {
    const use = member.cardinality === 'required' ? 'required' : 'optional'
    annotate(parent.ele('xs:attribute', { name: member.key, type: member.type.name, use }), wordsOf(member))
  }
  ofXmlItself(parent)
}

function childElement(parent: Builder, member: Member): void {
  const { key, cardinality, entry = '' } = member
  const type = member.type.kind === 'leaf' ? elementType(member.type.name) : member.type.name
  const atLeast = { minOccurs: member.atLeastOne === true ? '1' : '0' }
  if (cardinality === 'list') {
    const wrapper = parent.ele('xs:element', { name: key, minOccurs: '0' })
    annotate(wrapper, wordsOf(member))
    const wrapperType = wrapper.ele('xs:complexType')
    const entries = wrapperType.ele('xs:sequence')
    entries.ele('xs:element', { name: entry, type, ...atLeast, maxOccurs: 'unbounded' })
    ofXmlItself(wrapperType)
    return
  }
  const occurs =
    cardinality === 'repeated'
      ? { ...atLeast, maxOccurs: 'unbounded' }
      : { minOccurs: cardinality === 'required' ? '1' : '0' }
  annotate(parent.ele('xs:element', { name: key, type, ...occurs }), wordsOf(member))
}

function simpleType(parent: Builder, leaf: Leaf): void {
  const type = parent.ele('xs:simpleType', { name: leaf.name })
  annotate(type, leaf.hint)
  const restriction = type.ele('xs:restriction', {
    base: leaf.whitespace === 'collapse' ? 'xs:token' : 'xs:string',
  })
  if (leaf.pattern !== undefined)
    restriction.ele('xs:pattern', { value: leaf.mayBeEmpty ? `(${leaf.pattern})?` : leaf.pattern })
  const values = leaf.values === undefined ? [] : leaf.mayBeEmpty ? [...leaf.values, ''] : leaf.values
  for (const value of values) restriction.ele('xs:enumeration', { value })
}
