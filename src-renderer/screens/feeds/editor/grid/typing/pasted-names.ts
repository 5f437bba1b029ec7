/** Resolves pasted texts: names are replaced by the identifiers and codes they stand for. */
import { plural, t } from '@lingui/core/macro'
import type { ListKind } from '../../../../../../src-shared/catalog/model.ts'
import { entriesNamed } from '../../../../../rpc/named-entries.ts'
import { wholeNumber } from '../../../../../ui/text/words.ts'
import { choiceNamed, type GridColumn, storedText } from '../columns/grid-columns.ts'

/** Counts of the pasted names. A name is counted once per list. */
export interface PastedNames {
  found: number
  /** Names without an entry. They stay in their cells to be fixed. */
  missing: string[]
  /** Names that several entries have. */
  unclear: string[]
}

interface Pasted {
  rows: (string | null)[][]
  names: PastedNames
}

/**
 * The texts to store for pasted rows with the given columns. A name is replaced by its identifier if exactly
 * one entry of the list has it, ignoring case and accents. Any other text is stored as pasted.
 */
export async function storedTexts(
  columns: readonly GridColumn[],
  rows: readonly (readonly string[])[],
): Promise<Pasted> {
  const names: PastedNames = { found: 0, missing: [], unclear: [] }
  const seen = new Set<string>()
  const countOnce = (column: GridColumn, text: string, count: () => void) => {
    const key = `${column.lookup ?? column.column} ${text}`
    if (!seen.has(key)) count()
    seen.add(key)
  }
  const lists = await lookUpNames(columns, rows)
  const stored = (column: GridColumn, pasted: string): string | null => {
    const text = storedText(column, pasted)
    if (text === null) return null
    if (column.lookup) {
      const entries = lists.get(column.lookup)?.get(text) ?? []
      const [only, ...others] = entries
      if (only?.id === text) return text
      if (only && others.length === 0) {
        countOnce(column, text, () => names.found++)
        return only.id
      }
      countOnce(column, text, () => (only ? names.unclear : names.missing).push(text))
    } else if (column.choices && mustBeChoice(column)) {
      if (choiceNamed(column, text) === undefined) countOnce(column, text, () => names.missing.push(text))
      else if (text !== pasted.trim()) countOnce(column, pasted.trim(), () => names.found++)
    }
    return text
  }
  return {
    rows: rows.map((row) =>
      columns.map((column, columnIndex) => {
        const pasted = row[columnIndex] ?? ''
        return stored(column, pasted)
      }),
    ),
    names,
  }
}

/** Whether any text other than the options is a problem. In other columns the options are suggestions. */
const mustBeChoice = ({ input }: GridColumn): boolean =>
  input === 'choice' || input === 'flag' || input === 'country' || input === 'unit'

async function lookUpNames(columns: readonly GridColumn[], rows: readonly (readonly string[])[]) {
  const texts = new Map<ListKind, Set<string>>()
  for (const [columnIndex, { lookup }] of columns.entries()) {
    if (!lookup) continue
    const ofList = texts.get(lookup) ?? new Set<string>()
    texts.set(lookup, ofList)
    for (const row of rows) {
      const text = (row[columnIndex] ?? '').trim()
      if (text !== '' && text.length <= maxNameLength) ofList.add(text)
    }
  }
  return new Map(
    await Promise.all(
      [...texts].map(async ([kind, ofList]) => [kind, await entriesNamed(kind, [...ofList])] as const),
    ),
  )
}

/** Maximum length of a name; longer texts are not looked up. */
const maxNameLength = 1000
const maxQuoted = 3

/** Message about the pasted names; undefined if there were none. */
export function namesReport({ found, missing, unclear }: PastedNames): [string, string?] | undefined {
  const unresolved = missing.length + unclear.length
  if (found + unresolved === 0) return undefined
  const counts = [
    plural(found, { one: '# name found', other: '# names found' }),
    ...(missing.length > 0 ? [plural(missing.length, { one: '# not found', other: '# not found' })] : []),
    ...(unclear.length > 0 ? [plural(unclear.length, { one: '# not clear', other: '# not clear' })] : []),
  ].join(', ')
  if (unresolved === 0) return [counts]
  const quoted = (texts: readonly string[]) =>
    texts
      .slice(0, maxQuoted)
      .map((text) => `“${text}”`)
      .join(', ') + (texts.length > maxQuoted ? t` and ${wholeNumber(texts.length - maxQuoted)} more` : '')
  const words = [
    ...(missing.length > 0 ? [t`Nothing is called ${quoted(missing)}.`] : []),
    ...(unclear.length > 0 ? [t`Several are called ${quoted(unclear)}.`] : []),
    t`The pasted texts are kept, so that you can fix them.`,
  ]
  return [counts, words.join(' ')]
}
