/** How the text of one element or attribute is described: what it may hold, how it is spelt, how a form asks for it. */

/** The kinds of input a form can offer. The renderer decides what each looks like. */
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

/** A value a field offers, with the words a person reads. */
export interface Option {
  readonly value: string
  readonly label: string
}

/** Any other text, beside the literal values an editor should suggest: reading is lenient. */
export type OtherText = string & Record<never, never>

/**
 * The type of one text. `pattern` keeps to what JavaScript and XSD regular expressions read alike (no anchors, no
 * `\d`, no look-around), so that the validator and the derived schema judge by the same words.
 */
export interface Leaf<T extends string = string> {
  readonly kind: 'leaf'
  /** Name of the simple type in the schemas and the reference. */
  readonly name: string
  /** Completes "must be ...". */
  readonly hint: string
  /** `preserve`: every blank counts; `collapse`: blanks around are dropped and runs become one, as in `xs:token`. */
  readonly whitespace: 'preserve' | 'collapse'
  readonly pattern: string | undefined
  readonly values: readonly string[] | undefined
  readonly mayBeEmpty: boolean
  readonly input: InputKind
  readonly options: readonly Option[] | undefined
  /** The spelling that is written for a text with several spellings; any other text is unchanged. */
  readonly canonical: (text: string) => string
  /** Whether text (already without blanks around, for `collapse`) is valid. */
  readonly accepts: (text: string) => boolean
  /** Carries the type only; never set. */
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

/** Blanks that collapsing takes away: around the text, other than a space, or two in a row. */
const superfluous = /[\t\r\n]|^ | $| {2}/

/** The text without blanks around it, and with one space for each run of them inside. */
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

/** The same leaf, also valid when empty. */
export const orEmpty = <T extends string>(type: Leaf<T>): Leaf<T | ''> => ({
  ...(type as Leaf<T | ''>),
  name: `${type.name}OrEmpty`,
  hint: `${type.hint}, or empty`,
  mayBeEmpty: true,
  accepts: (text) => text === '' || type.accepts(text),
})

/** The text as it is validated: without blanks that do not count. */
export const judgedText = (type: Leaf, text: string): string =>
  type.whitespace === 'collapse' ? collapse(text) : text
