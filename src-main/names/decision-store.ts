import { type NameChoice, nameChoice } from '../../src-shared/import/names.ts'
import { maxDecisions } from '../../src-shared/names/model.ts'
import { type Database, defineReader, defineWriter, type WriterContext } from '../storage/index.ts'

interface Decision {
  /** The name as it is spelled in the file or the draft. */
  name: string
  choice: NameChoice
}

function read(text: string | undefined): NameChoice | undefined {
  if (text === undefined) return undefined
  const parsed = nameChoice.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : undefined
}

/** Reads decisions, for the stores of other rooms. */
export function readDecisions(db: Database) {
  const one = db
    .prepare<[string, string], string>('SELECT choice FROM name_decision WHERE kind = ? AND name = ?')
    .pluck()
  const all = db.prepare<[string], { name: string; choice: string }>(
    'SELECT name, choice FROM name_decision WHERE kind = ?',
  )
  return {
    of: (kind: string, name: string): NameChoice | undefined => read(one.get(kind, name)),
    /** The names that were merged into another one, with that name. */
    merged(kind: string): Map<string, string> {
      const found = new Map<string, string>()
      for (const { name, choice } of all.iterate(kind)) {
        const decision = read(choice)
        if (typeof decision === 'object' && 'as' in decision) found.set(name, decision.as)
      }
      return found
    },
  }
}

/** Writes decisions, for the stores of other rooms. */
export function writeDecisions({ db, now, record }: WriterContext) {
  const put = db.prepare(
    `INSERT INTO name_decision VALUES (@kind, @name, @choice, @now)
     ON CONFLICT (kind, name) DO UPDATE SET choice = excluded.choice, decided_at = excluded.decided_at`,
  )
  const dropOldest = db.prepare(
    `DELETE FROM name_decision WHERE kind = @kind AND name NOT IN
       (SELECT name FROM name_decision WHERE kind = @kind ORDER BY decided_at DESC, name LIMIT ${maxDecisions})`,
  )
  const remove = db.prepare('DELETE FROM name_decision WHERE kind = ? AND name = ?')
  const removeAll = db.prepare('DELETE FROM name_decision WHERE kind = ?')
  return {
    remember(kind: string, decisions: readonly Decision[]): void {
      for (const { name, choice } of decisions)
        put.run({ kind, name, choice: JSON.stringify(choice), now: now() })
      if (decisions.length === 0) return
      dropOldest.run({ kind })
      record({ topic: 'names' })
    },
    /** @returns the number of decisions that were forgotten */
    forget(kind: string, names?: readonly string[]): number {
      const forgotten = names
        ? names.reduce((sum, name) => sum + remove.run(kind, name).changes, 0)
        : removeAll.run(kind).changes
      if (forgotten > 0) record({ topic: 'names' })
      return forgotten
    },
  }
}

export const decisionReader = defineReader('names/decisions', ({ db }) => {
  const count = db.prepare<[string], number>('SELECT count(*) FROM name_decision WHERE kind = ?').pluck()
  return { count: (kind: string): number => count.get(kind) ?? 0 }
})

export const decisionWriter = defineWriter('names/decisions', writeDecisions)
