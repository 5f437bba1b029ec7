/** The values a description stands for: plain objects keyed by XML names, whose leaves are strings. */
import type { Field, Fields, Group } from './description.ts'
import type { Leaf } from './leaf.ts'

/**
 * Something a document holds that the description does not know, kept so that it can be written back in its place.
 * Text and values are unescaped; `content` of an element is its whole XML, which brings its own namespaces along.
 */
export interface Unknown {
  kind: 'element' | 'attribute' | 'text' | 'comment'
  /** Local name; empty for text and comments. */
  name: string
  content: string
  /** Namespace (and prefix) of an attribute that has one; of an element, when it is not that of the element around it. */
  namespace?: string
  prefix?: string
  /** Key of the wrapper or the simple element it stands in or on; absent: directly in the element itself. */
  within?: string
  /** Which entry of a repeated simple element (0-based), together with `within`. */
  entry?: number
  /** Key of the last known element before it; absent: before all of them. */
  after?: string
  /** How many of the repeated elements (of `after`, or inside the wrapper `within`) stand before it. */
  position?: number
}

type TypeValue<T> = T extends Leaf<infer S> ? S : T extends Group<infer F> ? FieldsValue<F> : never
type FieldValue<F> =
  F extends Field<infer T, infer C> ? (C extends 'list' | 'repeated' ? TypeValue<T>[] : TypeValue<T>) : never
/** What a parser always sets: the text of an element with attributes, and elements that repeat without a wrapper. */
type AlwaysThere<F extends Fields> = {
  [K in keyof F]: F[K] extends { mayBeAbsent: true }
    ? never
    : F[K] extends { cardinality: 'repeated' } | { place: 'text' }
      ? K
      : never
}[keyof F]
type FieldsValue<F extends Fields> = {
  -readonly [K in AlwaysThere<F>]: FieldValue<F[K]>
} & {
  -readonly [K in Exclude<keyof F, AlwaysThere<F>>]?: FieldValue<F[K]> | undefined
} & { unknown?: Unknown[] | undefined }

/**
 * The value of a group. Everything that may be missing from a document is optional, required or not: reading is
 * lenient, and `validate` says what is missing. Absent is `undefined`, an empty wrapper `[]`, an empty leaf `''`.
 */
export type ValueOf<G extends Group> = TypeValue<G>

/** Any group's value, as the walks see it. */
export type AnyValue = Record<string, unknown> & { unknown?: Unknown[] | undefined }
