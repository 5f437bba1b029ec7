import {
  anchorOf,
  type Block,
  code,
  heading,
  type Page,
  paragraph,
  table,
  type Words,
} from '../../reference/page.ts'
import { namespaceName } from '../namespaces.ts'
import type { DocumentDescription, Group, Member } from './description.ts'
import type { Leaf } from './leaf.ts'

/** The reference page of a document: every element and attribute with type, occurrence and meaning. */
export function documentReference(document: DocumentDescription): Page {
  const groups = reachable(document.group)
  const namespace = namespaceName(document.namespace, '{ns}')
  return {
    title: document.label,
    blocks: [
      paragraph(document.help),
      paragraph(`Root element ${code(document.root)}, namespace ${code(namespace)}.`),
      ...groups.flatMap(section),
      heading('Types of text'),
      table(
        ['Type', 'Must be'],
        leavesOf(groups).map((leaf) => [leaf.name, wordsOfLeaf(leaf)]),
      ),
    ],
  }
}

/** A group and all groups nested in it, without duplicates, in the order of their first use. */
function reachable(group: Group, seen: Group[] = []): Group[] {
  if (seen.includes(group)) return seen
  seen.push(group)
  for (const { type } of group.members) if (type.kind === 'group') reachable(type, seen)
  return seen
}

function leavesOf(groups: readonly Group[]): Leaf[] {
  const leaves = groups.flatMap(({ members }) =>
    members.flatMap(({ type }) => (type.kind === 'leaf' ? [type] : [])),
  )
  const byName = new Map(leaves.map((leaf) => [leaf.name, leaf]))
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function wordsOfLeaf({ hint, pattern }: Leaf): string {
  return pattern === undefined ? hint : `${hint}; pattern \`${pattern}\``
}

const section = (group: Group): Block[] => [
  heading(group.name),
  group.open
    ? paragraph('May be empty. Its content is not specified; any content is kept.')
    : table(
        ['Name', 'Type', 'Occurs', 'Meaning'],
        group.members.map((member) => [nameOf(member), typeOf(member), occursIn(member), meaningOf(member)]),
      ),
]

function nameOf({ key, place, entry }: Member): string {
  if (place === 'text') return '(text)'
  if (place === 'attribute') return `\`@${key}\``
  return entry === undefined ? `\`${key}\`` : `\`${key}/${entry}\``
}

const typeOf = ({ type }: Member): Words =>
  type.kind === 'group' ? { text: type.name, href: `#${anchorOf(type.name)}` } : type.name

function occursIn({ cardinality, atLeastOne, place }: Member): string {
  if (place === 'text') return 'once'
  if (cardinality === 'required') return 'required'
  if (cardinality === 'optional') return 'optional'
  return atLeastOne === true ? 'one or more' : 'any number'
}

function meaningOf({ label, help, options, lookup, type }: Member): string {
  const offered = options ?? (type.kind === 'leaf' && type.values !== undefined ? type.options : undefined)
  const short = offered !== undefined && offered.length <= 6 ? offered : undefined
  const parts = [
    `${label}.`,
    help,
    lookup === undefined || lookup === 'category' ? undefined : `Identifier of the ${lookup} list.`,
    short && `Known values: ${short.map(({ value }) => `\`${value}\``).join(', ')}.`,
  ]
  return parts.filter((part) => part !== undefined).join(' ')
}
