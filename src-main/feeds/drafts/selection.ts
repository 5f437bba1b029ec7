import { draftColumns } from '../../../src-shared/feeds/draft/columns.ts'
import type { DraftSelection } from '../../../src-shared/feeds/draft/edits.ts'
import type { FeedKind } from '../../../src-shared/feeds/kinds/kinds.ts'
import { fold } from '../../../src-shared/values/fold.ts'

/**
 * Rule: no two items of a feed have the same GTIN. It concerns two items, so the check of a single item
 * cannot find it.
 */
export const repeatedCode = 'GTIN_TWICE'

/** SQL condition: an earlier item of the draft has one of the GTINs of row `i`. */
export const isRepeated = `EXISTS (SELECT 1 FROM draft_code later JOIN draft_code earlier
  ON earlier.draft = later.draft AND earlier.gtin = later.gtin AND earlier.key < later.key
  WHERE later.draft = i.draft AND later.key = i.key)`

/** JSON path of a column in an item's value. @throws if the feed kind has no such column */
export function jsonPath(kind: FeedKind, column: string): string {
  if (!draftColumns(kind).some((one) => one.column === column))
    throw new Error(`A feed of the kind ${kind} has no column ${column}`)
  return column
    .split('/')
    .reduce((path, key) => (/^\d+$/.test(key) ? `${path}[${key}]` : `${path}.${key}`), '$')
}

/** The folded search text; null, which matches nothing, if it consists only of invisible characters. */
const foldedOrNull = (text: string): string | null => fold(text) || null

/** SQL condition for a selection on rows named `i`, with its parameter values. */
export function selectionCondition(
  kind: FeedKind,
  { keys, problem, standing, text, cell }: DraftSelection,
): { where: string; values: Record<string, string | null> } {
  const conditions = ['i.draft = @draft']
  const values: Record<string, string | null> = {}
  if (keys) {
    conditions.push('i.key IN (SELECT value FROM json_each(@keys))')
    values['keys'] = JSON.stringify(keys)
  }
  if (problem === 'any') conditions.push(`(i.errors > 0 OR ${isRepeated})`)
  else if (problem?.code === repeatedCode) conditions.push(isRepeated)
  else if (problem) {
    const inField = problem.path === undefined ? '' : 'AND field = @field'
    const ofValue = problem.found === undefined ? '' : 'AND found = @found'
    conditions.push(
      `i.key IN (SELECT key FROM draft_problem WHERE draft = @draft AND code = @code ${inField} ${ofValue})`,
    )
    values['code'] = problem.code
    if (problem.found !== undefined) values['found'] = problem.found
    if (problem.path !== undefined) values['field'] = problem.path
  }
  if (standing) conditions.push(`i.${standing} > 0`)
  const words = text?.trim()
  if (words) {
    conditions.push('(instr(fold(i.title), @text) > 0 OR instr(fold(i.code), @text) > 0)')
    values['text'] = foldedOrNull(words)
  }
  if (cell) {
    values['cell'] = jsonPath(kind, cell.column)
    const content = "coalesce(i.value ->> @cell, '')"
    if (cell.is === 'empty') conditions.push(`${content} = ''`)
    else if (cell.is === 'filled') conditions.push(`${content} <> ''`)
    else {
      conditions.push(`instr(fold(${content}), @containing) > 0`)
      values['containing'] = foldedOrNull(cell.is.containing)
    }
  }
  return { where: conditions.join(' AND '), values }
}
