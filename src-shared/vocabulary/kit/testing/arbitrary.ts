/**
 * Generates random valid values of a description, for property tests. Needs fast-check: never import it
 * outside tests.
 */
import fc from 'fast-check'
import type { DocumentDescription, Group, Member } from '../description.ts'
import type { Leaf } from '../leaf.ts'
import type { ValueOf } from '../value.ts'

/** Valid values of a document. */
export const arbitrary = <G extends Group>(document: DocumentDescription<G>): fc.Arbitrary<ValueOf<G>> =>
  arbitraryOf(document.group)

/** Valid values of one element. */
export const arbitraryOf = <G extends Group>(group: G): fc.Arbitrary<ValueOf<G>> =>
  groupValue(group) as fc.Arbitrary<ValueOf<G>>

const generators = new Map<Group, fc.Arbitrary<unknown>>()

function groupValue(group: Group): fc.Arbitrary<unknown> {
  const known = generators.get(group)
  if (known !== undefined) return known
  const always = group.members.filter(
    ({ cardinality, mayBeAbsent }) =>
      cardinality === 'required' || (cardinality === 'repeated' && !mayBeAbsent),
  )
  const made = fc.record(
    Object.fromEntries(group.members.map((member) => [member.key, memberValue(member)])),
    {
      requiredKeys: always.map(({ key }) => key),
      noNullPrototype: true,
    },
  )
  generators.set(group, made)
  return made
}

function memberValue(member: Member): fc.Arbitrary<unknown> {
  const { type, cardinality, atLeastOne, mayBeAbsent } = member
  const one = type.kind === 'group' ? groupValue(type) : leafText(type)
  if (cardinality !== 'list' && cardinality !== 'repeated') return one
  return fc.array(one, { minLength: atLeastOne || mayBeAbsent ? 1 : 0, maxLength: 3 })
}

/** Characters at the boundaries of what XML allows, and those that must be escaped. */
const awkward = [
  '\t',
  '\n',
  '\r',
  ' ',
  '<',
  '>',
  '&',
  '"',
  "'",
  ']]>',
  '\u0085',
  '\u2028',
  '\uD7FF',
  '\uE000',
  '\uFFFD',
  '😀',
  '\u{10FFFF}',
]
const xmlCharacter = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(...awkward) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0x20, max: 0x10ffff })
      .filter((point) => !(point >= 0xd800 && point <= 0xdfff) && point !== 0xfffe && point !== 0xffff)
      .map((point) => String.fromCodePoint(point)),
  },
)

/** Valid texts of a leaf, in canonical spelling. */
function leafText(leaf: Leaf): fc.Arbitrary<string> {
  const full = constrainedText(leaf).map(leaf.canonical)
  return leaf.mayBeEmpty
    ? fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 4, arbitrary: full })
    : full
}

function constrainedText(leaf: Leaf): fc.Arbitrary<string> {
  if (leaf.values !== undefined) return fc.constantFrom(...leaf.values)
  if (leaf.pattern !== undefined) return fc.stringMatching(new RegExp(`^(?:${leaf.pattern})$`))
  const plain = fc.array(xmlCharacter, { maxLength: 12 }).map((parts) => parts.join(''))
  const suggested = leaf.options?.map(({ value }) => value) ?? []
  return suggested.length === 0 ? plain : fc.oneof(plain, fc.constantFrom(...suggested))
}
