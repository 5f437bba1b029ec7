import type { CategoryTexts } from '../../../../src-shared/catalog/model.ts'
import type { DraftProblem, Standing } from '../../../../src-shared/feeds/draft/model.ts'
import { isError } from '../../../../src-shared/problem.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import { itemsWithChangedRecord, type WriterContext } from '../../../storage/index.ts'
import { partsColumn } from '../store/name-columns.ts'

/** Check result of one item. */
export interface CheckedItem {
  key: number
  /** The revision that was checked. The result is dropped if the item has changed since. */
  revision: number
  /** `checked_revision` at the time the item was read; each uncheck changes it. */
  asked: number
  /** Paths are relative to the item. */
  problems: (DraftProblem & {
    field: string
    /** The offending value, if problems with the same value belong together. */
    found?: string
  })[]
  /** Catalog item's identifier, name and record hash; '' if there is none. */
  about: string
  called: string
  seen: string
  standing: Standing
}

/** A checked item whose category is missing or unknown. */
export interface UncategorizedItem {
  key: number
  revision: number
  texts: CategoryTexts
}

/** A value that fixes the category of an item. */
export interface SuggestedCategory extends Pick<UncategorizedItem, 'key' | 'revision'> {
  value: string
  why: string
}

/** Field of the category of an item. */
export const categoryField = 'categoryId'

/** Stores check results, inside a transaction of a writer store. */
export function openItemChecks({ db }: WriterContext) {
  const { recordHash } = openCatalogQueries(db)
  const changed = itemsWithChangedRecord(db)
  const dropProblems = db.prepare('DELETE FROM draft_problem WHERE draft = ? AND key = ?')
  const insertProblem = db.prepare(
    `INSERT INTO draft_problem (draft, key, number, code, path, field, severity, message, line, suggestion, why, feed,
       feed_name, feed_name_parts, found)
     VALUES (@draft, @key, @number, @code, @path, @field, @severity, @message, @line, @suggestion, @why, @feed, @feedName,
       @feedNameParts, @found)`,
  )
  const check = db.prepare(
    `UPDATE draft_item SET checked_revision = @revision, errors = @errors, warnings = @warnings,
       about = @about, called = @called, seen = @seen, conflicts = @conflicts, outdated = @outdated,
       changed = @changed, removed = @removed, doubled = @doubled
     WHERE draft = @draft AND key = @key AND revision = @revision AND checked_revision = @asked`,
  )
  const uncheck = db.prepare(
    'UPDATE draft_item SET checked_revision = min(checked_revision, 0) - 1 WHERE draft = ?',
  )
  const suggestCategory = db.prepare(
    `UPDATE draft_problem SET suggestion = @value, why = @why
     WHERE draft = @draft AND key = @key AND field = '${categoryField}' AND suggestion IS NULL AND EXISTS (
       SELECT 1 FROM draft_item i
       WHERE i.draft = @draft AND i.key = @key AND i.revision = @revision AND i.is_checked)`,
  )
  const uncheckItem = db.prepare(
    'UPDATE draft_item SET checked_revision = 0 WHERE draft = @draft AND key = @key',
  )

  return {
    /**
     * Stores a result. False: the item or its record has changed, or was unchecked, meanwhile; the result is
     * dropped.
     */
    keep(draft: string, { problems, standing, ...checked }: CheckedItem): boolean {
      const errors = problems.filter(isError).length
      const warnings = problems.length - errors
      if (checked.about !== '' && checked.seen !== recordHash(checked.about)) return false
      if (check.run({ draft, ...checked, ...standing, errors, warnings }).changes === 0) return false
      const { key } = checked
      dropProblems.run(draft, key)
      for (const [number, problem] of problems.entries()) {
        const {
          code,
          path,
          field,
          severity = 'error',
          message,
          line = null,
          suggestion,
          feed,
          found = '',
        } = problem
        const [value, why] = [suggestion?.value ?? null, suggestion?.why ?? null]
        insertProblem.run({
          draft,
          key,
          number,
          code,
          path,
          field,
          severity,
          message,
          line,
          suggestion: value,
          why,
          feed: feed?.id ?? null,
          feedName: feed?.name ?? null,
          feedNameParts: partsColumn(feed?.nameParts),
          found,
        })
      }
      return true
    },
    /** Adds a suggestion to the category problems of an item. False: it has none, or has changed meanwhile. */
    suggestCategory: (draft: string, suggested: SuggestedCategory): boolean =>
      suggestCategory.run({ draft, ...suggested }).changes > 0,
    /** Unchecks all items after the feed kind or the catalog changed. */
    uncheck: (draft: string): boolean => uncheck.run(draft).changes > 0,
    /** Unchecks items whose catalog record has changed since their check. @returns their drafts */
    uncheckChanged(): string[] {
      const items = changed()
      for (const item of items) uncheckItem.run(item)
      return [...new Set(items.map(({ draft }) => draft))]
    },
  }
}
