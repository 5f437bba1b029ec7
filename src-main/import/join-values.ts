import type { LeftReason } from '../../src-shared/import/report.ts'
import type { Reading } from './import-fields.ts'
import type { SourceCategory } from './read-category.ts'
import type { Kosher, ReadValue } from './read-field.ts'

export interface Joined {
  value: unknown
  /** What of the second value has no place. */
  refused: string[]
  code: LeftReason
}

/** Fields that take the values of several columns together. */
const joins: Partial<Record<Reading, (before: never, after: never) => Joined>> = {
  media: (before: ReadValue<'media'>, after: ReadValue<'media'>) =>
    all(unique(before, after, ({ url = '' }) => url)),
  texts: (before: string[], after: string[]) => all(unique(before, after, (text) => text)),
  category: (before: SourceCategory[], after: SourceCategory[]) =>
    all(unique(before, after, ({ scheme, id }) => `${scheme} ${id}`)),
  kosher: (before: Kosher, after: Kosher) =>
    all({ ...after, ...before, codes: unique(before.codes, after.codes, (code) => code) }),
  languages(before: ReadValue<'languages'>, after: ReadValue<'languages'>) {
    const textIn = new Map(before.map(({ lang, text }) => [lang, text]))
    const others = after.filter(({ lang, text }) => textIn.get(lang) !== text)
    const refused = others.filter(({ lang }) => textIn.has(lang)).map(({ text }) => text)
    return {
      value: [...before, ...others.filter(({ lang }) => !textIn.has(lang))],
      refused,
      code: 'FIELD_TAKEN',
    }
  },
  /** The same metric serving with a household measure beside it. */
  servings(before: ReadValue<'servings'>, after: ReadValue<'servings'>) {
    const [basis, ...others] = before
    const [metric, ...more] = after
    const isSame = basis?.measure === metric?.measure && basis?.uom === metric?.uom
    if (isSame && others.length === 0) return all([basis, ...more])
    const isThere = (size: unknown) => before.some((one) => JSON.stringify(one) === JSON.stringify(size))
    const refused = after.filter((size) => !isThere(size)).map(({ measure, uom }) => `${measure} ${uom}`)
    return { value: before, refused, code: 'OTHER_BASIS' }
  },
}

/** The values of two columns for one field, where the field takes them together or both say the same. */
export function joined(reading: Reading, before: unknown, after: unknown): Joined | undefined {
  const join = joins[reading] as ((before: unknown, after: unknown) => Joined) | undefined
  if (join) return join(before, after)
  const isSame =
    typeof before === 'string' && typeof after === 'string'
      ? before.toLowerCase() === after.toLowerCase()
      : JSON.stringify(before) === JSON.stringify(after)
  return isSame ? all(before) : undefined
}

const all = (value: unknown): Joined => ({ value, refused: [], code: 'FIELD_TAKEN' })

function unique<T>(before: T[], after: T[], key: (value: T) => string): T[] {
  const known = new Set(before.map(key))
  return [...before, ...after.filter((value) => !known.has(key(value)))]
}
