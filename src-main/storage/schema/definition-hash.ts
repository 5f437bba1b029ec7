import { createHash } from 'node:crypto'

/** Hash of an object's definition, ignoring comments, quotes and white space, which a rename changes. */
export const definitionHash = (sql: string): string =>
  createHash('sha256')
    .update(
      sql
        .replaceAll(/--[^\n]*/g, '')
        .replaceAll(/[\s"'`[\]]/g, '')
        .toLowerCase(),
    )
    .digest('hex')
    .slice(0, 16)
