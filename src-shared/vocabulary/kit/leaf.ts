/**
 * Describes the text of one element or attribute: its valid values, its spelling, and its input in a form.
 */

/** The input kinds of a form. The renderer defines their appearance. */
const inputKinds = [
  'text',
  'paragraph',
  'identifier',
  'item',
  'integer',
  'decimal',
  'flag',
  'choice',
  'timestamp',
  'language',
  'country',
  'url',
  'gtin',
  'view',
  'unit',
  'group',
] as const
export type InputKind = (typeof inputKinds)[number]

/** A value offered for a field, with its label. */
export interface Option {
  readonly value: string
  readonly label: string
}

/** Any text other than the literal values that an editor suggests; parsing is lenient. */
export type OtherText = string & Record<never, never>

/**
 * The type of a text. `pattern` uses only syntax with the same meaning in JavaScript and XSD regular
 * expressions (no anchors, no `\d`, no look-around), so that the validator and the derived schema agree.
 */
export interface Leaf<T extends string = string> {
  readonly kind: 'leaf'
  /** Name of the simple type in the schemas and the reference. */
  readonly name: string
  /** Completes "must be ...". */
  readonly hint: string
  /**
   * `preserve`: all white space counts; `collapse`: it is trimmed and runs become one space, as in
   * `xs:token`.
   */
  readonly whitespace: 'preserve' | 'collapse'
  readonly pattern: string | undefined
  readonly values: readonly string[] | undefined
  readonly mayBeEmpty: boolean
  readonly input: InputKind
  readonly options: readonly Option[] | undefined
  /** Converts a text to its canonical spelling; any other text is returned unchanged. */
  readonly canonical: (text: string) => string
  /** Whether a text (already collapsed, for `collapse`) is valid. */
  readonly accepts: (text: string) => boolean
  /** Only carries the type; never set. */
  readonly type?: T
}

interface LeafOptions {
  hint: string
  whitespace?: 'preserve' | 'collapse'
  pattern?: string
  values?: readonly string[]
  mayBeEmpty?: boolean
  input?: InputKind
  options?: readonly Option[]
  canonical?: (text: string) => string
}

/** White space that collapsing removes or replaces. */
const superfluous = /[\t\r\n]|^ | $| {2}/

/** Trims a text, and replaces each run of white space in it by one space. */
const collapse = (text: string): string =>
  superfluous.test(text) ? text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '') : text

/** Describes a leaf. Without `pattern` and `values` any text is valid. */
export function leaf<T extends string = string>(name: string, options: LeafOptions): Leaf<T> {
  const { hint, pattern, values, mayBeEmpty = false, input = 'text' } = options
  const constrained = pattern !== undefined || values !== undefined
  const whitespace = options.whitespace ?? (constrained ? 'collapse' : 'preserve')
  const expression = pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, 'u')
  const canonical = options.canonical ?? ((text: string) => text)
  return {
    kind: 'leaf',
    name,
    hint,
    whitespace,
    pattern,
    values,
    mayBeEmpty,
    input,
    options: options.options,
    canonical: whitespace === 'collapse' ? (text) => canonical(collapse(text)) : canonical,
    accepts: (text) => {
      if (!constrained) return true
      if (text === '') return mayBeEmpty
      return (expression?.test(text) ?? true) && (values?.includes(text) ?? true)
    },
  }
}

/** A leaf that is also valid when empty. */
export const orEmpty = <T extends string>(type: Leaf<T>): Leaf<T | ''> => ({
  ...(type as Leaf<T | ''>),
  name: `${type.name}OrEmpty`,
  hint: `${type.hint}, or empty`,
  mayBeEmpty: true,
  accepts: (text) => text === '' || type.accepts(text),
})

/** The text as validated: collapsed, if the type requires it. */
export const normalizedText = (type: Leaf, text: string): string =>
  type.whitespace === 'collapse' ? collapse(text) : text
