/** What was pasted into cells, as it is stored: names stand for the identifiers and codes they mean. */
import { plural, t } from '@lingui/core/macro'
import type { ListKind } from '../../../../../../src-shared/catalog/model.ts'
import { entriesNamed } from '../../../../../rpc/named-entries.ts'
import { wholeNumber } from '../../../../../ui/text/words.ts'
import { choiceNamed, type GridColumn, storedText } from '../columns/grid-columns.ts'

/** Names that were pasted, each counted once for each list. */
export interface PastedNames {
  found: number
  /** Nothing has this name: it stays in its cell, to be mended. */
  missing: string[]
  /** Several entries have this name. */
  unclear: string[]
}

interface Pasted {
  rows: (string | null)[][]
  names: PastedNames
}

/**
 * The texts to store for pasted rows, whose cells stand below `columns`. A name becomes the identifier where exactly one
 * entry of the list has it, without regard to case and accents; any other text stays as it was pasted.
 */
export async function storedTexts(
  columns: readonly GridColumn[],
  rows: readonly (readonly string[])[],
): Promise<Pasted> {
  const names: PastedNames = { found: 0, missing: [], unclear: [] }
  const seen = new Set<string>()
  const once = (column: GridColumn, text: string, count: () => void) => {
    const key = `${column.lookup ?? column.column} ${text}`
    if (!seen.has(key)) count()
    seen.add(key)
  }
  const lists = await listsNamed(columns, rows)
  const stored = (column: GridColumn, pasted: string): string | null => {
    const text = storedText(column, pasted)
    if (text === null) return null
    if (column.lookup) {
      const entries = lists.get(column.lookup)?.get(text) ?? []
      const [only, ...others] = entries
      if (only?.id === text) return text
      if (only && others.length === 0) {
        once(column, text, () => names.found++)
        return only.id
      }
      once(column, text, () => (only ? names.unclear : names.missing).push(text))
    } else if (column.choices && mustBeChoice(column)) {
      if (choiceNamed(column, text) === undefined) once(column, text, () => names.missing.push(text))
      else if (text !== pasted.trim()) once(column, pasted.trim(), () => names.found++)
    }
    return text
  }
  return {
    rows: rows.map((row) =>
      columns.map((column, place) => {
        const pasted = row[place] ?? ''
        return stored(column, pasted)
      }),
    ),
    names,
  }
}

/** Elsewhere the choices are suggestions, and another text is nothing to mend. */
const mustBeChoice = ({ input }: GridColumn): boolean =>
  input === 'choice' || input === 'flag' || input === 'country' || input === 'unit'

async function listsNamed(columns: readonly GridColumn[], rows: readonly (readonly string[])[]) {
  const texts = new Map<ListKind, Set<string>>()
  for (const [place, { lookup }] of columns.entries()) {
    if (!lookup) continue
    const ofList = texts.get(lookup) ?? new Set<string>()
    texts.set(lookup, ofList)
    for (const row of rows) {
      const text = (row[place] ?? '').trim()
      if (text !== '' && text.length <= maxNameLength) ofList.add(text)
    }
  }
  return new Map(
    await Promise.all(
      [...texts].map(async ([kind, ofList]) => [kind, await entriesNamed(kind, [...ofList])] as const),
    ),
  )
}

/** A text longer than this is no name. */
const maxNameLength = 1000
const maxQuoted = 3

/** What is to be said of the names that were pasted; undefined where there were none. */
export function namesReport({ found, missing, unclear }: PastedNames): [string, string?] | undefined {
  const lost = missing.length + unclear.length
  if (found + lost === 0) return undefined
  const counts = [
    plural(found, { one: '# name found', other: '# names found' }),
    ...(missing.length > 0 ? [plural(missing.length, { one: '# not found', other: '# not found' })] : []),
    ...(unclear.length > 0 ? [plural(unclear.length, { one: '# not clear', other: '# not clear' })] : []),
  ].join(', ')
  if (lost === 0) return [counts]
  const quoted = (texts: readonly string[]) =>
    texts
      .slice(0, maxQuoted)
      .map((text) => `“${text}”`)
      .join(', ') + (texts.length > maxQuoted ? t` and ${wholeNumber(texts.length - maxQuoted)} more` : '')
  const words = [
    ...(missing.length > 0 ? [t`Nothing is called ${quoted(missing)}.`] : []),
    ...(unclear.length > 0 ? [t`Several are called ${quoted(unclear)}.`] : []),
    t`The cells keep what was pasted, to be mended.`,
  ]
  return [counts, words.join(' ')]
}
