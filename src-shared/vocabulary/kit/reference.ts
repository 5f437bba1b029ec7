/** The reference page of a document, in Markdown: every element and attribute with type, occurrence and meaning. */
import { namespaceName } from '../namespaces.ts'
import type { DocumentDescription, Group, Member } from './description.ts'
import type { Leaf } from './leaf.ts'

/** One page for one document. */
export function reference(document: DocumentDescription): string {
  const groups = reachable(document.group)
  const lines = [
    `# ${document.label}`,
    '',
    document.help,
    '',
    `Root element \`${document.root}\`, namespace \`${namespaceName(document.namespace, '{ns}')}\`.`,
    '',
    ...groups.flatMap((group) => [...section(group), '']),
    '## Types of text',
    '',
    '| Type | Must be |',
    '|---|---|',
    ...leavesOf(groups).map((leaf) => `| ${leaf.name} | ${cell(wordsOfLeaf(leaf))} |`),
  ]
  return `${lines.join('\n')}\n`
}

/** A group and every group in it, each once, in the order they are met. */
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

function section(group: Group): string[] {
  const heading = [`## ${group.name}`, '']
  if (group.open)
    return [...heading, 'May be empty. Its content is not specified; whatever stands in it is kept.']
  return [
    ...heading,
    '| Name | Type | Occurs | Meaning |',
    '|---|---|---|---|',
    ...group.members.map(
      (member) => `| ${nameOf(member)} | ${typeOf(member)} | ${occursIn(member)} | ${meaningOf(member)} |`,
    ),
  ]
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function nameOf({ key, place, entry }: Member): string {
  if (place === 'text') return '(text)'
  if (place === 'attribute') return `\`@${key}\``
  return entry === undefined ? `\`${key}\`` : `\`${key}/${entry}\``
}

const typeOf = ({ type }: Member): string =>
  type.kind === 'group' ? `[${type.name}](#${type.name.toLowerCase()})` : type.name

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
  return cell(parts.filter((part) => part !== undefined).join(' '))
}
