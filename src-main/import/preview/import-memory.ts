import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { separatorNames, separatorOf, textEncodings } from '../../../src-shared/import/encodings.ts'
import {
  type ColumnMapping,
  columnMapping,
  type NumberNotation,
  numberNotation,
} from '../../../src-shared/import/model.ts'
import { nameKinds, type UnmatchedNames, unmatchedNames } from '../../../src-shared/import/names.ts'
import { choiceFor, rowChoices, rowClasses } from '../../../src-shared/import/row-classes.ts'
import { writeDecisions } from '../../names/index.ts'
import { defineReader, defineWriter, type Storage } from '../../storage/index.ts'
import type { RowPlan } from '../rows/import-mapper.ts'
import { inspectFile, type SourceFile } from '../source/source-file.ts'

const remembered = z.object({
  mapping: columnMapping,
  names: unmatchedNames,
  /** The notation of ambiguous numbers, if a person chose it. */
  numbers: numberNotation.optional().catch(undefined),
  /** What becomes of the rows of each class, if a person chose it. */
  rowChoices: rowChoices.optional().catch(undefined),
  /** Set if the encoding or the separator was not the detected one. */
  encoding: z.enum(textEncodings).optional().catch(undefined),
  separator: z.enum(separatorNames).optional().catch(undefined),
})
/** A person's choices for a file, which are proposed for the next file with the same columns. */
export type Remembered = z.infer<typeof remembered>

/** The choices for files with more columns are not remembered. */
const maxColumns = 2000
/** Maximum number of remembered column sets; the oldest are deleted. */
const maxRemembered = 50
/**
 * Minimum share of columns that two files have in common: rows of JSON do not always have the same columns.
 */
const minShare = 0.8

const keyOf = (columns: string[]): string => JSON.stringify(columns.toSorted())

function read(text: string): Remembered | undefined {
  const known = remembered.safeParse(JSON.parse(text))
  return known.success ? known.data : undefined
}

/** Share of columns that two sets have in common. */
function shareOf(there: readonly string[], here: ReadonlySet<string>): number {
  const common = there.filter((name) => here.has(name)).length
  return common / (there.length + here.size - common)
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
        const share = shareOf(JSON.parse(text), here)
        if (share >= minShare && share > (best?.share ?? 0)) best = { share, chosen, usedAt: used_at }
      }
      const chosen = best && read(best.chosen)
      return best && chosen && { ...chosen, usedAt: best.usedAt }
    },
    /** Separators chosen for earlier files instead of the detected ones. */
    separators: (): NonNullable<Remembered['separator']>[] => [
      ...new Set(all.all().flatMap(({ chosen }) => read(chosen)?.separator ?? [])),
    ],
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
  const all = db.prepare<[], string>('SELECT columns FROM import_memory').pluck()
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
    /** Forgets the choices that would be proposed for a file with these columns. */
    forget(columns: string[]): void {
      const here = new Set(columns)
      for (const text of all.all()) if (shareOf(JSON.parse(text), here) >= minShare) remove.run(text)
    },
  }
})

/** A file that is imported, with the choices for it. */
interface ImportedFile {
  source: SourceFile
  plan: RowPlan
  /** As detected, without remembered choices. */
  detected: { mapping: ColumnMapping; numbers: NumberNotation }
}

/** The choices for earlier files of a workspace. */
export function memoryOf(storage: Storage) {
  const reader = storage.reader(importMemoryReader)
  const writer = storage.writer(importMemoryWriter)
  return {
    recall: { of: reader.recall, separators: reader.separators },
    forget: (columns: string[]): Promise<void> => writer.forget(columns),
    /**
     * Remembers the choices for the next file of this kind, and those for names for every file. Defaults are not
     * remembered.
     */
    async remember({ plan, detected, source }: ImportedFile): Promise<void> {
      const { seen, mapping, names, numbers, rowChoices } = plan
      if (seen.length > maxColumns || plan.firstRowIsData) return
      const { choices, otherwise, target } = names
      const text = await chosenReading(source)
      const before = target === 'drafts' ? undefined : (await reader.recall(seen))?.rowChoices
      const chosen: Remembered = {
        mapping,
        names: { choices: {}, otherwise },
        ...(!isDeepStrictEqual(numbers, detected.numbers) && { numbers }),
        ...ownRowChoices(target === 'drafts' ? rowChoices : before),
        ...text,
      }
      const isOwn =
        !isDeepStrictEqual({ ...mapping }, { ...detected.mapping }) ||
        otherwise !== undefined ||
        Object.keys(chosen).length > 2
      await writer.remember(seen, isOwn ? chosen : undefined, choices)
    },
  }
}
/** Remembers and recalls choices for files. */
export type Recall = ReturnType<typeof memoryOf>['recall']

/** Choices for rows that differ from the defaults. */
function ownRowChoices(choices: Remembered['rowChoices']): Pick<Remembered, 'rowChoices'> {
  const own = rowClasses.filter((one) => choices?.[one] !== undefined && choices[one] !== choiceFor(one))
  return own.length === 0 ? {} : { rowChoices: choices }
}

/** The encoding and separator of a text, as far as they are not the detected ones. */
async function chosenReading({
  path,
  encoding,
  format,
}: SourceFile): Promise<Pick<Remembered, 'encoding' | 'separator'>> {
  if (format.format === 'xlsx' || format.format === 'gdsn') return {}
  const detected = await inspectFile(path)
  const { delimiter } = detected.format
  return {
    ...(detected.encoding !== encoding && { encoding }),
    ...(format.delimiter !== undefined &&
      delimiter !== format.delimiter && { separator: separatorOf(format.delimiter) }),
  }
}
