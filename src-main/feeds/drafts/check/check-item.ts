import type { ComparedField, FieldState } from '../../../../src-shared/feeds/compare/comparison.ts'
import { cellOf, draftColumns } from '../../../../src-shared/feeds/draft/columns.ts'
import type { DraftBase, DraftProblem, Standing } from '../../../../src-shared/feeds/draft/model.ts'
import { checkItems } from '../../../../src-shared/feeds/kinds/check-feed.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import type { InputKind } from '../../../../src-shared/vocabulary/kit/leaf.ts'
import type { Database } from '../../../storage/index.ts'
import { dropsCode } from '../make/refresh-drops.ts'
import { columnAt } from '../store/draft-items.ts'
import { comparisonProblems, fieldsOf, openSides } from './compare-item.ts'
import { openCatalogCheck } from './drafts-catalog-check.ts'
import type { CheckedItem } from './item-checks.ts'
import { openSuggestedValue } from './suggested-value.ts'

/** An item as it is stored. */
export interface StoredItem {
  key: number
  revision: number
  value: PayloadItem
  text: string | null
  base: DraftBase | undefined
}

/**
 * Opens the check of single draft items: each is checked like a feed with this item alone, and compared with
 * the catalog.
 */
export function openItemCheck(db: Database) {
  const catalog = openCatalogCheck(db)
  const suggestedValue = openSuggestedValue(db)
  const sidesOf = openSides(db)

  return (kind: FeedKind, { key, revision, value, text, base }: StoredItem): Omit<CheckedItem, 'asked'> => {
    const comparison = sidesOf(kind, value, base)
    const { about, called, seen, doubled } = comparison
    const checked = { key, revision, about, called, seen }
    if (text !== null) {
      // An unreadable item has only the problems of its text.
      const problems = kinds[kind].payload
        .readItem(text)
        .problems.map((one) => located(one, one.path.split('/')[0] ?? ''))
      return { ...checked, problems, standing: standing([], [], 0) }
    }
    const found = checkItems(kind, [value], (item, index) => catalog.item(kind, item, index))
    const problems = found.map((one) => {
      const problem = located(one, kinds[kind].payload.onlyItem)
      return {
        ...problem,
        found: comparableValue(kind, value, problem),
        suggestion: suggestedValue(kind, value, problem),
      }
    })
    const fields = fieldsOf(kind, comparison)
    return {
      ...checked,
      problems: [...problems, ...comparisonProblems(fields)],
      standing: standing(fields, problems, doubled),
    }
  }
}

/** Counts fields by difference. `removed` is the number of problems for fields that a refresh drops. */
function standing(
  fields: readonly ComparedField[],
  problems: readonly DraftProblem[],
  doubled: number,
): Standing {
  const count = (...states: FieldState[]) => fields.filter(({ state }) => states.includes(state)).length
  return {
    conflicts: count('conflict'),
    outdated: count('outdated'),
    changed: count('changed', 'added'),
    removed: problems.filter(({ code }) => code === dropsCode).length,
    doubled,
  }
}

/** A problem as stored: its path is relative to the item, and `field` is the path without indexes. */
function located(problem: Problem, root: string): CheckedItem['problems'][number] {
  const path = problem.path === root ? '' : problem.path.slice(root.length + 1)
  return { ...problem, path, field: path.replaceAll(/\[\d+\]/g, '') }
}

/** Inputs whose values are names and codes, which many items share. Amounts and texts differ from item to item. */
const sharedInputs: ReadonlySet<InputKind> = new Set([
  'choice',
  'flag',
  'language',
  'country',
  'view',
  'unit',
  'identifier',
])
const maxComparable = 200

/** The value by which the problems of several items are grouped; '' for none. */
function comparableValue(
  kind: FeedKind,
  value: PayloadItem,
  { code, path, field }: CheckedItem['problems'][number],
): string {
  const described = draftColumns(kind).find((column) => column.path === field)
  if (!described || !(code === 'invalid' || described.lookup || sharedInputs.has(described.input))) return ''
  const column = columnAt(kind, path, field)
  const text = (column === undefined ? undefined : cellOf(value, column))?.trim() ?? ''
  return text.length > maxComparable ? '' : text
}
