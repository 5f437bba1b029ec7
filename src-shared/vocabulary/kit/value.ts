/** The value types of descriptions: plain objects keyed by XML names, with strings as leaves. */
import type { Field, Fields, Group } from './description.ts'
import type { Leaf } from './leaf.ts'

/**
 * A part of a document that is not in the description, kept so that it can be written back at its position.
 * Text and values are unescaped; `content` of an element is its complete XML including namespace
 * declarations.
 */
export interface Unknown {
  kind: 'element' | 'attribute' | 'text' | 'comment'
  /** Local name; empty for text and comments. */
  name: string
  content: string
  /**
   * Namespace (and prefix) of an attribute that has one; of an element, if it differs from that of its
   * parent.
   */
  namespace?: string
  prefix?: string
  /** Key of the wrapper or simple element that contains it; absent: directly in the element itself. */
  within?: string
  /** 0-based entry of a repeated simple element, together with `within`. */
  entry?: number
  /** Key of the last known element before it; absent: before all of them. */
  after?: string
  /** Number of repeated elements (of `after`, or in the wrapper `within`) before it. */
  position?: number
}

type TypeValue<T> = T extends Leaf<infer S> ? S : T extends Group<infer F> ? FieldsValue<F> : never
type FieldValue<F> =
  F extends Field<infer T, infer C> ? (C extends 'list' | 'repeated' ? TypeValue<T>[] : TypeValue<T>) : never
/**
 * Members that a parser always sets: the text of an element with attributes, and elements that repeat
 * without a wrapper.
 */
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
 * The value of a group. Everything that may be missing from a document is optional, even if it is required:
 * parsing is lenient, and `validate` reports what is missing. An absent member is `undefined`, an empty
 * wrapper `[]`, an empty leaf `''`.
 */
export type ValueOf<G extends Group> = TypeValue<G>

/** The value of any group, for generic code. */
export type AnyValue = Record<string, unknown> & { unknown?: Unknown[] | undefined }
