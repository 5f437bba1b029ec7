import { say } from '../../../src-shared/texts/say.ts'
import type { SourceRow } from './source-row.ts'

/**
 * Gives each row a unique line number, which identifies it from then on. A message may have all its trade
 * items on one line, and a damaged sheet may have several rows with the same number.
 */
export function openUniqueLines() {
  let last = 0
  let shared: number | undefined
  return {
    own(row: SourceRow): SourceRow {
      const isShared = row.line <= last
      if (isShared) shared ??= row.line
      last = isShared ? last + 1 : row.line
      return isShared ? { ...row, line: last } : row
    },
    notes: (): string[] =>
      shared === undefined
        ? []
        : [say`Line ${shared} contains several rows. From there on, each row gets its own line number.`],
  }
}
