import { type ColumnMapping, columnMapping } from '../../src-shared/import/model.ts'
import { type UnmatchedNames, unmatchedNames } from '../../src-shared/import/names.ts'
import { defineReader, defineWriter } from '../storage/index.ts'

/** What a person decided about a file, to be proposed for the next of its kind. */
export interface Remembered {
  mapping: ColumnMapping
  names: UnmatchedNames
}

/** As many kinds of files as are remembered; of more, those that came last. */
const most = 50
/** Rows of JSON have not always the same columns: so many of both files' must be in both. */
const alike = 0.8

const keyOf = (columns: string[]): string => JSON.stringify(columns.toSorted())

function read(text: string): Remembered | undefined {
  const { mapping, names } = JSON.parse(text)
  const known = { mapping: columnMapping.safeParse(mapping), names: unmatchedNames.safeParse(names) }
  return known.mapping.success && known.names.success
    ? { mapping: known.mapping.data, names: known.names.data }
    : undefined
}

export const importMemoryReader = defineReader('import/memory', ({ db }) => {
  const all = db.prepare<[], { columns: string; chosen: string; used_at: number }>(
    'SELECT columns, chosen, used_at FROM import_memory ORDER BY used_at DESC',
  )
  return {
    /** Of the file with the same columns, else of the one with the most of them. */
    recall(columns: string[]): (Remembered & { usedAt: number }) | undefined {
      const here = new Set(columns)
      let best: { share: number; chosen: string; usedAt: number } | undefined
      for (const { columns: text, chosen, used_at } of all.iterate()) {
        const there: string[] = JSON.parse(text)
        const common = there.filter((name) => here.has(name)).length
        const share = common / (there.length + here.size - common)
        if (share >= alike && share > (best?.share ?? 0)) best = { share, chosen, usedAt: used_at }
      }
      const remembered = best && read(best.chosen)
      return best && remembered && { ...remembered, usedAt: best.usedAt }
    },
  }
})

export const importMemoryWriter = defineWriter('import/memory', ({ db, now }) => {
  const put = db.prepare(
    `INSERT INTO import_memory VALUES (?, ?, ?)
     ON CONFLICT (columns) DO UPDATE SET chosen = excluded.chosen, used_at = excluded.used_at`,
  )
  const remove = db.prepare('DELETE FROM import_memory WHERE columns = ?')
  const removeOldest = db.prepare(
    `DELETE FROM import_memory WHERE columns NOT IN
       (SELECT columns FROM import_memory ORDER BY used_at DESC LIMIT ${most})`,
  )
  return {
    /** @param chosen absent: nothing but what the program does of itself */
    remember(columns: string[], chosen: Remembered | undefined): void {
      if (!chosen) {
        remove.run(keyOf(columns))
        return
      }
      put.run(keyOf(columns), JSON.stringify(chosen), now())
      removeOldest.run()
    },
  }
})
