/**
 * The form description of a document: for each member its section, label, help, input kind, options, and
 * whether it is required or repeats. Arrangement, components and styles are defined by the renderer.
 */
import type { ListKind } from '../../catalog/model.ts'
import type { DocumentDescription, Group, Member } from './description.ts'
import type { InputKind, Option } from './leaf.ts'

export interface FormField {
  /** Key of the member in the value: the XML name, or `text`. */
  key: string
  place: 'attribute' | 'text' | 'element'
  /** Path from the root without positions, such as `items/item/productCodes/productCode/@type`. */
  path: string
  label: string
  help?: string
  /** Identifier of the section (`sections.ts`), inherited from the enclosing element. */
  section?: string
  input: InputKind
  required: boolean
  /** Whether the value is an array. */
  repeat: boolean
  /** Name of the repeated element in its wrapper, if there is a wrapper. */
  entry?: string
  options?: readonly Option[]
  /** The value is an identifier from this lookup list. */
  lookup?: ListKind
  /** Members of the group, or of each entry if it repeats. Only for `input: 'group'`. */
  fields: FormField[]
}

interface FormOptions {
  /**
   * Paths below the root's repeated element that rules require in addition to the schema; see
   * `requiredPaths`.
   */
  required?: readonly string[]
  /** Prefix of these paths, such as `items/item`. */
  below?: string
}

/** The form of a complete document: the fields of its root element. */
export function form(document: DocumentDescription, options: FormOptions = {}): FormField[] {
  const required = new Set(
    (options.required ?? []).map((path) => `${options.below ?? document.root}/${path}`),
  )
  return fieldsOf(document.group, document.root, undefined, required)
}

const fieldsOf = (
  group: Group,
  path: string,
  section: string | undefined,
  required: ReadonlySet<string>,
): FormField[] => group.members.map((member) => fieldOf(member, path, section, required))

function fieldOf(
  member: Member,
  around: string,
  inherited: string | undefined,
  required: ReadonlySet<string>,
): FormField {
  const { key, place, type, label, help, entry, lookup, cardinality } = member
  const path = pathBelow(around, member)
  const section = member.section ?? inherited
  const options = member.options ?? (type.kind === 'leaf' ? type.options : undefined)
  return {
    key,
    place,
    path,
    label,
    help,
    section,
    input: type.kind === 'group' ? 'group' : (member.input ?? type.input),
    required:
      place !== 'text' && (cardinality === 'required' || member.atLeastOne === true || required.has(path)),
    repeat: cardinality === 'list' || cardinality === 'repeated',
    entry,
    options,
    lookup,
    fields: type.kind === 'group' ? fieldsOf(type, path, section, required) : [],
  }
}

function pathBelow(around: string, { key, place, entry }: Member): string {
  if (place === 'text') return around
  if (place === 'attribute') return `${around}/@${key}`
  return entry === undefined ? `${around}/${key}` : `${around}/${key}/${entry}`
}
