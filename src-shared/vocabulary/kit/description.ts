/**
 * The vocabulary kit: how ONE element is described, so that everything else can be derived from the
 * description.
 *
 * A `Group` is a complex element: its attributes, its text or its child elements, in document order. A
 * `Field` defines the place, cardinality, type and presentation of a member. The operations on descriptions
 * are in this folder and below: parse, write, validate, xsd, form, reference, arbitrary. Nothing here
 * depends on an individual element of the service.
 */
import type { ListKind } from '../../catalog/model.ts'
import type { InputKind, Leaf, Option } from './leaf.ts'
import type { Role } from './role.ts'

/** Where a member is stored in its element: in an attribute, the text, or a child element. */
type MemberPlace = 'attribute' | 'text' | 'element'
/**
 * `list`: a wrapper element with repeated entries (`upcs/upc`), an array under the wrapper's name.
 * `repeated`: the element itself repeats, without a wrapper.
 */
type Cardinality = 'required' | 'optional' | 'list' | 'repeated'
/** Presentation of a field. Arrangement, components and styles are defined by the renderer, never here. */
interface Hints {
  readonly help?: string
  /** Identifier of the form section; absent: the section of the enclosing element. */
  readonly section?: string
  /** Overrides the input kind of the leaf. */
  readonly input?: InputKind
  readonly options?: readonly Option[]
  /** The value is an identifier from this lookup list. */
  readonly lookup?: ListKind
  /** Whether the value is a code of a list that neither the vocabulary nor the lookups have. */
  readonly isCode?: true
  /** Code of the default unit of a measure or amount; see `usualUnitOf`. */
  readonly usualUnit?: string
  /** Label of one entry, if it is not the regular singular of `label`. */
  readonly one?: string
  /** Whether a repeated element or a list needs at least one entry. */
  readonly atLeastOne?: boolean
}

export interface Field<
  T extends Leaf | Group = Leaf | Group,
  C extends Cardinality = Cardinality,
  P extends MemberPlace = MemberPlace,
> extends Hints {
  readonly type: T
  readonly cardinality: C
  readonly place: P
  readonly label: string
  /** Name of the repeated element in the wrapper; only for `list`. */
  readonly entry?: string
  /** Whether the array of a `repeated` element is undefined, not empty, when the element is absent. */
  readonly mayBeAbsent?: true
}
export type Fields = Readonly<Record<string, Field>>

/** A field with its key in a value: the XML name of the attribute, element or wrapper, or `text`. */
export interface Member extends Field {
  readonly key: string
  /** Position in document order. */
  readonly position: number
}

export interface Group<F extends Fields = Fields> {
  readonly kind: 'group'
  /** Name of the complex type in the schemas and the reference. */
  readonly name: string
  readonly fields: F
  /** Whether the content is not described: any content is then valid and kept. */
  readonly open: boolean
  readonly members: readonly Member[]
  readonly attributes: ReadonlyMap<string, Member>
  readonly elements: ReadonlyMap<string, Member>
  readonly text: Member | undefined
  /**
   * Whether the schema prescribes the order of the child elements. XSD 1.0 allows any order only if no
   * child repeats, so the order is free in all other groups; see `xsd.ts`.
   */
  readonly ordered: boolean
}

/** Describes a complex element. Members are written in the order of `fields`. */
export function group<const F extends Fields>(
  name: string,
  fields: F,
  options: { open?: boolean } = {},
): Group<F> {
  const members: Member[] = Object.entries(fields).map(([key, field], position) => ({
    ...field,
    key,
    position,
  }))
  const inPlace = (place: MemberPlace) => members.filter((member) => member.place === place)
  const elements = inPlace('element')
  return {
    kind: 'group',
    name,
    fields,
    open: options.open ?? false,
    members,
    attributes: new Map(inPlace('attribute').map((member) => [member.key, member])),
    elements: new Map(elements.map((member) => [member.key, member])),
    text: inPlace('text')[0],
    ordered: elements.length > 1 && elements.some((member) => member.cardinality === 'repeated'),
  }
}

/**
 * The suggested unit of a number, also used for a number without a unit. The default is milligrams, the
 * unit of minerals and most vitamins on labels.
 */
export const usualUnitOf = ({ usualUnit = 'MGM' }: Hints): string => usualUnit

const field =
  <C extends Cardinality, P extends MemberPlace>(cardinality: C, place: P) =>
  <T extends Leaf | Group>(type: T, label: string, hints: Hints = {}): Field<T, C, P> => ({
    ...hints,
    ...((cardinality === 'list' || cardinality === 'repeated') && { one: hints.one ?? singular(label) }),
    type,
    cardinality,
    place,
    label,
  })

/** `Product code` for `Product codes`. */
const singular = (label: string): string =>
  label.endsWith('ies') ? label.replace(/ies$/, 'y') : label.replace(/([^s])s$/, '$1')

export const attribute = field('optional', 'attribute')
export const requiredAttribute = field('required', 'attribute')
export const element = field('optional', 'element')
export const requiredElement = field('required', 'element')
/** An element that repeats without a wrapper; always an array in a value. */
export const repeated = field('repeated', 'element')
/** An optional element that may repeat: an array in a value, undefined if there is none. */
export const optionalRepeated = <T extends Leaf | Group>(
  type: T,
  label: string,
  hints: Hints = {},
): Field<T, 'repeated', 'element'> & { readonly mayBeAbsent: true } => ({
  ...field('repeated', 'element')(type, label, hints),
  mayBeAbsent: true,
})
/** The text of an element with attributes; always a string in a value, under the key `text`. */
export const content = field('required', 'text')
/** A wrapper element with repeated entries: `list('upc', productCode, 'Product codes')`. */
export const list = <T extends Leaf | Group>(
  entry: string,
  type: T,
  label: string,
  hints: Hints = {},
): Field<T, 'list', 'element'> => ({ ...field('list', 'element')(type, label, hints), entry })

/** A document: its root element and namespace. */
export interface DocumentDescription<G extends Group = Group> {
  readonly root: string
  readonly group: G
  /** Path below the namespace base, such as `/feed/item`, or an absolute name such as `urn:ietf:rfc:7807`. */
  readonly namespace: string
  readonly role: Role
  readonly label: string
  readonly help: string
}

export const document = <G extends Group>(description: DocumentDescription<G>): DocumentDescription<G> =>
  description
