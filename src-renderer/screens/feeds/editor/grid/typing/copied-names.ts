import { entriesNamed } from '../../../../../rpc/named-entries.ts'
import { choiceNamed, type GridColumn, shownText, storedText } from '../columns/grid-columns.ts'

/**
 * Replaces identifiers by names in copied cells, for people and other programs. An identifier stays if its
 * name is not known, or belongs to several entries, so that a paste finds the same entry.
 */
export async function withNames(
  columns: readonly GridColumn[],
  rows: readonly (readonly string[])[],
): Promise<string[][]> {
  const namesByColumn = await Promise.all(
    columns.map(async ({ lookup }, index) => {
      const ids = [...new Set(rows.map((row) => row[index] ?? ''))].filter((id) => id !== '')
      if (!lookup || ids.length === 0) return undefined
      const entries = await entriesNamed(lookup, ids)
      const names = new Map(
        ids.flatMap((id) => {
          const name = entries.get(id)?.find((entry) => entry.id === id)?.name
          return name === undefined ? [] : [[id, name] as const]
        }),
      )
      const same = await entriesNamed(lookup, [...new Set(names.values())])
      return new Map([...names].filter(([, name]) => same.get(name)?.length === 1))
    }),
  )
  return rows.map((row) => row.map((text, index) => namesByColumn[index]?.get(text) ?? text))
}

/** The text as shown, if a paste of it stores the same value; otherwise the stored text. */
export function copiedText(column: GridColumn, text: string): string {
  const label = shownText(column, text)
  if (column.input === 'decimal') return storedText(column, label) === text ? label : text
  return label !== text && choiceNamed(column, label) === text ? label : text
}
