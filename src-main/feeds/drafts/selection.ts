import { type ColumnKey, isEntryKey, keysOfColumn } from '../../../src-shared/feeds/draft/column-keys.ts'
import type { DraftSelection } from '../../../src-shared/feeds/draft/edits.ts'
import { columnNamed } from '../../../src-shared/feeds/draft/retailer-columns.ts'
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

/** SQL condition on a row: a checked item of the catalog with no known difference from it. */
export const isUnchanged = (row: string): string =>
  `(${row}.is_checked AND ${row}.about <> '' AND max(${['conflicts', 'outdated', 'changed', 'removed', 'doubled'].map((name) => `${row}.${name}`).join(', ')}) = 0)`

const isIndex = (key: ColumnKey): key is number => typeof key === 'number'
const jsonPath = (keys: readonly ColumnKey[], start = '$'): string =>
  keys.reduce<string>((path, key) => `${path}${isIndex(key) ? `[${key}]` : `.${key}`}`, start)

/** A text as an SQL expression, whatever characters it has. */
const literal = (text: string): string => `CAST(x'${Buffer.from(text).toString('hex')}' AS TEXT)`

/** A JSON value of a row `i`, and the path of the item in it. */
interface ItemSource {
  json: string
  path: string
}
const drafted: ItemSource = { json: 'i.value', path: '$' }
/** The catalog's value with which the item was drafted (`DraftBase`). */
export const baseOfItem: ItemSource = { json: 'i.base', path: '$.value' }

/**
 * SQL expression for the text of a column of row `i`; null if there is none.
 * @throws if the feed kind has no such column
 */
export function cellExpression(kind: FeedKind, column: string, { json, path } = drafted): string {
  if (!columnNamed(kind, column)) throw new Error(`A feed of the kind ${kind} has no column ${column}`)
  const keys = keysOfColumn(column)
  const place = keys.findIndex(isEntryKey)
  const entry = keys[place]
  if (!isEntryKey(entry)) return `${json} ->> '${jsonPath(keys, path)}'`
  return `(SELECT entry.value ->> '${jsonPath(keys.slice(place + 1))}'
    FROM json_each(${json}, '${jsonPath(keys.slice(0, place), path)}') entry
    WHERE entry.value ->> '$.id' = ${literal(entry.id)} ORDER BY entry.key LIMIT 1)`
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
  if (standing === 'unchanged') conditions.push(isUnchanged('i'))
  else if (standing) conditions.push(`i.${standing} > 0`)
  const words = text?.trim()
  if (words) {
    conditions.push('(instr(fold(i.title), @text) > 0 OR instr(fold(i.code), @text) > 0)')
    values['text'] = foldedOrNull(words)
  }
  if (cell) {
    const content = `coalesce(${cellExpression(kind, cell.column)}, '')`
    if (cell.is === 'empty') conditions.push(`${content} = ''`)
    else if (cell.is === 'filled') conditions.push(`${content} <> ''`)
    else {
      conditions.push(`instr(fold(${content}), @containing) > 0`)
      values['containing'] = foldedOrNull(cell.is.containing)
    }
  }
  return { where: conditions.join(' AND '), values }
}
