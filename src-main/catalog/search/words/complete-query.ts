import { allergenChoices } from '../../../../src-shared/allergens/find-allergens.ts'
import { basics, type QueryCompletion } from '../../../../src-shared/catalog/model.ts'
import { typedPart } from '../../../../src-shared/catalog/query.ts'
import { queryFields } from '../../../../src-shared/catalog/query-fields.ts'
import { statusWord } from '../../../../src-shared/catalog/status-word.ts'
import { fold } from '../../../../src-shared/values/fold.ts'
import type { openLookups } from '../../lookups.ts'
import type { ValueKind, ValueTable } from '../facts/value-names.ts'

const maxOptions = 10
type Option = QueryCompletion['options'][number]

/** Completions at a cursor position: the names of fields, and the values a field has in this catalog. */
export function openCompletion(values: ValueTable, lookups: ReturnType<typeof openLookups>) {
  const quoted = (text: string): string => (/[\s"]/.test(text) ? `"${text.replaceAll('"', '')}"` : text)
  const named = (kind: ValueKind, typed: string): Option[] => {
    const { ids, names } = values.of(kind)
    const marks = typed.trim() === '' ? undefined : values.containing(kind, typed)
    const found: string[] = []
    for (let number = 1; number < ids.length && found.length < 50; number++)
      if (!marks || marks[number] === 1) found.push(names[number] || (ids[number] ?? ''))
    return [...new Set(found)].sort().map((name) => ({ insert: quoted(name), label: name }))
  }
  const chosen = (choices: readonly { id: string; label: string }[], typed: string): Option[] =>
    choices
      .filter(({ id, label }) => id.startsWith(typed) || fold(label).startsWith(typed))
      .map(({ id, label }) => ({ insert: id, label: id, detail: label }))
  const valuesOf = (field: string, typed: string): Option[] => {
    switch (field) {
      case 'brand':
      case 'manufacturer':
      case 'package':
      case 'view':
        return named(field, typed)
      case 'status':
        return named(field, '').map((option) => ({ ...option, detail: statusWord(option.label) }))
      case 'category':
        return lookups('category', { text: typed, limit: maxOptions }).entries.map(({ name }) => ({
          insert: quoted(name),
          label: name,
        }))
      case 'retailer':
        return lookups('retailer', { text: typed, limit: maxOptions }).entries.map(({ name }) => ({
          insert: quoted(name),
          label: name,
        }))
      case 'missing':
        return chosen(basics, fold(typed))
      case 'allergen':
        return chosen(allergenChoices, fold(typed))
      default:
        return []
    }
  }
  return (text: string, at: number): QueryCompletion => {
    const part = typedPart(text, at)
    if (!part) return { from: at, to: at, options: [] }
    const { from, to, field, text: typed } = part
    const options =
      field === undefined
        ? queryFields
            .filter(({ name }) => typed !== '' && name.startsWith(typed.toLowerCase()))
            .map(({ name, example, help }): Option => {
              const sign = example.charAt(name.length)
              return { insert: `${name}${sign}`, label: example, detail: help }
            })
        : valuesOf(field, typed)
    return { from, to, options: options.slice(0, maxOptions) }
  }
}
