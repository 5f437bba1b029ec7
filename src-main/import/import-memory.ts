import { type ColumnMapping, columnMapping } from '../../src-shared/import/model.ts'
import { nameKinds, type UnmatchedNames, unmatchedNames } from '../../src-shared/import/names.ts'
import { writeDecisions } from '../names/index.ts'
import { defineReader, defineWriter } from '../storage/index.ts'

/** A person's choices for a file, which are proposed for the next file with the same columns. */
export interface Remembered {
  mapping: ColumnMapping
  names: UnmatchedNames
}

/** Maximum number of remembered column sets; the oldest are deleted. */
const maxRemembered = 50
/**
 * Minimum share of columns that two files have in common: rows of JSON do not always have the same columns.
 */
const minShare = 0.8

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
    /**
     * The choices for the file with the same columns or, if there is none, with the most columns in common.
     */
    recall(columns: string[]): (Remembered & { usedAt: number }) | undefined {
      const here = new Set(columns)
      let best: { share: number; chosen: string; usedAt: number } | undefined
      for (const { columns: text, chosen, used_at } of all.iterate()) {
        const there: string[] = JSON.parse(text)
        const common = there.filter((name) => here.has(name)).length
        const share = common / (there.length + here.size - common)
        if (share >= minShare && share > (best?.share ?? 0)) best = { share, chosen, usedAt: used_at }
      }
      const remembered = best && read(best.chosen)
      return best && remembered && { ...remembered, usedAt: best.usedAt }
    },
  }
})

export const importMemoryWriter = defineWriter('import/memory', (context) => {
  const { db, now } = context
  const decisions = writeDecisions(context)
  const put = db.prepare(
    `INSERT INTO import_memory VALUES (?, ?, ?)
     ON CONFLICT (columns) DO UPDATE SET chosen = excluded.chosen, used_at = excluded.used_at`,
  )
  const remove = db.prepare('DELETE FROM import_memory WHERE columns = ?')
  const removeOldest = db.prepare(
    `DELETE FROM import_memory WHERE columns NOT IN
       (SELECT columns FROM import_memory ORDER BY used_at DESC LIMIT ${maxRemembered})`,
  )
  return {
    /**
     * @param chosen for files with these columns; absent: forget them, because they are the defaults
     * @param choices for names, in every file
     */
    remember(
      columns: string[],
      chosen: Remembered | undefined,
      choices: UnmatchedNames['choices'] = {},
    ): void {
      for (const kind of nameKinds)
        decisions.remember(
          kind,
          Object.entries(choices[kind] ?? {}).map(([name, choice]) => ({ name, choice })),
        )
      if (!chosen) {
        remove.run(keyOf(columns))
        return
      }
      put.run(keyOf(columns), JSON.stringify(chosen), now())
      removeOldest.run()
    },
  }
})
