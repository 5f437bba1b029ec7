import { listKinds } from '../../../../src-shared/catalog/model.ts'
import type { ComparedField, FieldState } from '../../../../src-shared/feeds/compare/comparison.ts'
import { cellOf, draftColumns } from '../../../../src-shared/feeds/draft/columns.ts'
import type { DraftBase, DraftProblem, Standing } from '../../../../src-shared/feeds/draft/model.ts'
import { checkItems } from '../../../../src-shared/feeds/kinds/check-feed.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { checkDigit, isValidGtin, normaliseGtin } from '../../../../src-shared/values/gtin.ts'
import { readCountry } from '../../../../src-shared/values/read-country.ts'
import { unitOf } from '../../../../src-shared/values/units.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'
import { dropsCode } from '../make/refresh-drops.ts'
import { columnAt } from '../store/draft-items.ts'
import { comparisonProblems, fieldsOf, openSides } from './compare-item.ts'
import { openCatalogCheck } from './drafts-catalog-check.ts'
import type { CheckedItem } from './item-checks.ts'

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
  const { idsByName, itemsByGtin, itemWords } = openCatalogQueries(db)
  const sidesOf = openSides(db)

  /** The value that would fix a problem, if there is exactly one. */
  function suggestionFor(
    kind: FeedKind,
    value: PayloadItem,
    { path, field }: Located,
  ): Suggestion | undefined {
    const described = draftColumns(kind).find((column) => column.path === field)
    const column = columnAt(kind, path, field)
    const text = column === undefined ? undefined : cellOf(value, column)
    if (described === undefined || text === undefined || text.trim() === '') return undefined
    const list = listKinds.find((one) => one === described.lookup)
    if (list) {
      const [id, ...others] = idsByName(list, text.trim())
      return id !== undefined && others.length === 0
        ? { value: id, why: say`“${text.trim()}” is the name of the ${list} ${id}.` }
        : undefined
    }
    if (described.column === 'productCodes/0/text') return gtinFor(text)
    if (described.input === 'item') {
      const [id, ...others] = itemsByGtin(text)
      return id !== undefined && others.length === 0
        ? { value: id, why: say`${text.trim()} is the product code of ${itemWords(id)}.` }
        : undefined
    }
    if (described.input === 'unit') {
      const unit = unitOf(text)
      return unit && unit.code !== text
        ? { value: unit.code, why: say`${unit.code} is the code of ${unit.name}.` }
        : undefined
    }
    return described.input === 'country' ? countryFor(text) : undefined
  }

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
      return { ...problem, suggestion: suggestionFor(kind, value, problem) }
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

type Suggestion = NonNullable<DraftProblem['suggestion']>
type Located = Pick<CheckedItem['problems'][number], 'path' | 'field'>

/** A problem as stored: its path is relative to the item, and `field` is the path without indexes. */
function located(problem: Problem, root: string): CheckedItem['problems'][number] {
  const path = problem.path === root ? '' : problem.path.slice(root.length + 1)
  return { ...problem, path, field: path.replaceAll(/\[\d+\]/g, '') }
}

/**
 * A suggestion for a code that becomes a GTIN with a corrected check digit, or with the leading zeros that
 * spreadsheets remove.
 */
function gtinFor(text: string): Suggestion | undefined {
  const digits = normaliseGtin(text)
  if (digits === undefined || isValidGtin(text)) return undefined
  if (isValidGtin(digits))
    return { value: digits, why: say`Without invisible characters and in plain digits, the code is a GTIN.` }
  const padded = digits.length > 8 && digits.length < 13 ? digits.padStart(13, '0') : digits.padStart(8, '0')
  if (padded !== digits && isValidGtin(padded))
    return {
      value: padded,
      why: say`With the zeros in front that a spreadsheet takes away, the code is a GTIN.`,
    }
  const last = String(checkDigit(digits.slice(0, -1)))
  const corrected = digits.slice(0, -1) + last
  return isValidGtin(corrected)
    ? {
        value: corrected,
        why: say`The check digit of ${digits.slice(0, -1)} is ${last}. Compare it with the package.`,
      }
    : undefined
}

let names: Intl.DisplayNames | undefined
/** Created on first use, because construction is slow. */
const countryNames = (): Intl.DisplayNames => {
  names ??= new Intl.DisplayNames(['en'], { type: 'region' })
  return names
}

/** A suggestion for a country given by name or by another code. */
function countryFor(text: string): Suggestion | undefined {
  const code = readCountry(text)
  return code !== undefined && code !== text
    ? { value: code, why: say`${code} is the code of ${countryNames().of(code) ?? code}.` }
    : undefined
}
