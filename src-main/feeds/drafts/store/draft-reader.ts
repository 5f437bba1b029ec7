import { cellOf, draftColumns } from '../../../../src-shared/feeds/draft/columns.ts'
import type { DraftRowsQuestion, DraftSelection } from '../../../../src-shared/feeds/draft/edits.ts'
import type {
  Draft,
  DraftDifferences,
  DraftItem,
  DraftList,
  DraftProblems,
  DraftRow,
  DraftRows,
  Standing,
} from '../../../../src-shared/feeds/draft/model.ts'
import { replacement } from '../../../../src-shared/feeds/draft/replacement.ts'
import type { FeedKind } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { AlikeValues } from '../../../../src-shared/names/model.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { fold } from '../../../../src-shared/values/fold.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'
import { type DraftItemRow, type DraftProblemRow, defineReader, windowStart } from '../../../storage/index.ts'
import { isRepeated, jsonPath, selectionCondition } from '../selection.ts'
import { openStepList } from '../steps/step-list.ts'
import { readAlikeValues } from './alike-values.ts'
import { readOutcomes } from './draft-outcome.ts'
import { openDraftProblems } from './draft-problems.ts'
import { hasDifferences, openOutboxStatus, standingOf } from './draft-standing.ts'
import { draftOf, headMembers, prepareHead } from './draft-table.ts'

const maxExamples = 200

interface ListQuestion {
  offset: number
  limit: number
  text?: string
  templates?: boolean
  deleted?: boolean
}

interface RowColumns
  extends Standing,
    Pick<
      DraftItemRow,
      'key' | 'revision' | 'title' | 'code' | 'errors' | 'warnings' | 'is_checked' | 'about'
    > {
  repeated: number
  begun: string | null
  cells: string
}

export const draftReader = defineReader('drafts', ({ db }) => {
  const head = prepareHead(db)
  const problems = openDraftProblems(db)
  const listOf = (which: string) => {
    const where = `${which} AND (@text = '' OR instr(fold(d.name), @text) > 0
      OR instr(fold(d.group_name), @text) > 0
      OR d.id IN (SELECT draft FROM draft_code WHERE gtin = @gtin))`
    return {
      count: db.prepare<unknown[], number>(`SELECT count(*) FROM draft d WHERE ${where}`).pluck(),
      window: db.prepare<unknown[], Parameters<typeof draftOf>[0]>(
        `SELECT ${headMembers} FROM draft d WHERE ${where} ORDER BY d.updated_at DESC, d.id LIMIT @limit OFFSET @offset`,
      ),
    }
  }
  const present = listOf('d.deleted_at IS NULL AND d.is_template = @templates')
  // A draft that is still being made is hidden since its creation. Merged drafts have no items of their own.
  const removed = listOf('d.deleted_at > d.created_at AND (d.item_count > 0 OR d.text IS NOT NULL)')
  const textOf = db.prepare<[string], string | null>('SELECT text FROM draft WHERE id = ?').pluck()
  const isUnread = db.prepare<[string], number>('SELECT text IS NOT NULL FROM draft WHERE id = ?').pluck()
  const unread = db.prepare<[], string>('SELECT id FROM draft WHERE text IS NOT NULL').pluck()
  const item = db.prepare<unknown[], DraftItemRow & { position: number; repeated: number }>(
    `SELECT i.*, ${isRepeated} AS repeated,
       (SELECT count(*) FROM draft_item b WHERE b.draft = i.draft AND b.key <= i.key) AS position
     FROM draft_item i WHERE i.draft = @draft AND i.key = @key`,
  )
  const problemsIn = db.prepare<[string, string], Pick<DraftProblemRow, 'key' | 'field' | 'severity'>>(
    'SELECT key, field, severity FROM draft_problem WHERE draft = ? AND key IN (SELECT value FROM json_each(?))',
  )
  const codes = db
    .prepare<[string], string>('SELECT code FROM draft_item WHERE draft = ? ORDER BY key')
    .pluck()

  const alikeValues = readAlikeValues(db)
  const standing = openOutboxStatus(db)
  const get = (id: string): Draft | undefined => {
    const row = head.get(id)
    return row && draftOf(row)
  }

  return {
    get,
    outcome: readOutcomes(db),
    steps: openStepList(db),
    list({ offset, limit, text = '', templates = false, deleted = false }: ListQuestion): DraftList {
      const values = {
        text: fold(text.trim()),
        gtin: gtin14(text) ?? '',
        templates: Number(templates),
      }
      const { count, window } = deleted ? removed : present
      const total = count.get(values) ?? 0
      const start = windowStart({ offset, limit }, total)
      return { total, offset: start, drafts: window.all({ ...values, offset: start, limit }).map(draftOf) }
    },
    /** The raw payload while it has not been parsed into items, else null. */
    text: (id: string): string | null => textOf.get(id) ?? null,
    /** Whether the draft's payload still has to be parsed into items. */
    isUnread: (id: string): boolean => isUnread.get(id) === 1,
    /** Drafts whose payload still has to be parsed. */
    unread: (): string[] => unread.all(),
    rows({ id, selection, sort, offset, limit, columns }: DraftRowsQuestion): DraftRows | undefined {
      const draft = get(id)
      if (!draft) return undefined
      const { kind } = draft
      const { where, values } = selectionCondition(kind, selection)
      const parameters = { draft: id, ...values }
      const total =
        db
          .prepare<unknown[], number>(`SELECT count(*) FROM draft_item i WHERE ${where}`)
          .pluck()
          .get(parameters) ?? 0
      const start = windowStart({ offset, limit }, total)
      const paths = columns.map((column) => jsonPath(kind, column))
      const cells = paths.map((path) => `i.value ->> '${path}'`).join(', ')
      const order = sort
        ? `${orderOf(kind, sort.column)} ${sort.isDescending ? 'DESC' : 'ASC'}, i.key`
        : 'i.key'
      const found = db
        .prepare<unknown[], RowColumns>(
          `SELECT i.key, i.revision, i.title, i.code, i.errors, i.warnings, i.is_checked, i.about, i.base ->> '$.item' AS begun,
             i.conflicts, i.outdated, i.changed, i.removed, i.doubled, ${isRepeated} AS repeated,
             json_array(${cells}) AS cells
           FROM draft_item i WHERE ${where} ORDER BY ${order} LIMIT @limit OFFSET @offset`,
        )
        .all({ ...parameters, limit, offset: start })
      const marks = marksOf(problemsIn.all(id, JSON.stringify(found.map(({ key }) => key))))
      const columnPaths = columns.map(
        (column) => draftColumns(kind).find((one) => one.column === column)?.path,
      )
      const isOwnOrder = sort === undefined && where === 'i.draft = @draft'
      const position = db
        .prepare<[string, number], number>('SELECT count(*) FROM draft_item WHERE draft = ? AND key <= ?')
        .pluck()
      const rows = found.map((row, index): DraftRow => {
        const marksOfRow = marks.get(row.key)
        const differences = standingOf((name) => row[name])
        const about = row.about || row.begun
        return {
          ...(about && { about }),
          ...(hasDifferences(differences) && { standing: differences }),
          key: row.key,
          position: isOwnOrder ? start + index + 1 : (position.get(id, row.key) ?? 0),
          revision: row.revision,
          title: row.title,
          code: row.code,
          errors: row.errors + row.repeated,
          warnings: row.warnings,
          isChecked: row.is_checked === 1,
          cells: JSON.parse(row.cells),
          marks: columnPaths.map((path) => marksOfRow?.get(path ?? '') ?? null),
        }
      })
      return { total, offset: start, rows }
    },
    item(id: string, key: number): DraftItem | undefined {
      const row = item.get({ draft: id, key })
      const kind = head.get(id)?.kind
      if (!row || !kind) return undefined
      return {
        key,
        position: row.position,
        revision: row.revision,
        value: JSON.parse(row.value),
        ...(row.title !== '' && { called: row.title }),
        text: row.text ?? undefined,
        problems: problems.ofItem(id, kind, key, row.repeated === 1),
        isChecked: row.is_checked === 1,
      }
    },
    /** Differences between the items and the catalog, as of the last checks. */
    standing: (id: string): DraftDifferences | undefined => (head.get(id) ? standing(id) : undefined),
    problems(id: string): DraftProblems | undefined {
      const draft = get(id)
      return draft && problems.all(draft)
    },
    previewReplace(
      id: string,
      edit: { selection: DraftSelection; columns: string[]; find: string; by: string; matchCase: boolean },
    ) {
      const kind = head.get(id)?.kind
      if (!kind) return undefined
      const { where, values } = selectionCondition(kind, edit.selection)
      const replace = replacement(edit)
      const all = db
        .prepare<unknown[], Pick<DraftItemRow, 'key' | 'title' | 'value'>>(
          `SELECT i.key, i.title, i.value FROM draft_item i WHERE ${where} ORDER BY i.key`,
        )
        .iterate({ draft: id, ...values })
      const examples: { key: number; title: string; column: string; before: string; after: string }[] = []
      let cells = 0
      let items = 0
      for (const { key, title, value } of all) {
        const item = JSON.parse(value) as PayloadItem
        let isChanged = false
        for (const column of edit.columns) {
          const before = cellOf(item, column)
          const after = before && replace(before)
          if (before === undefined || after === undefined || after === before) continue
          isChanged = true
          cells += 1
          if (examples.length < maxExamples) examples.push({ key, title, column, before, after: after ?? '' })
        }
        if (isChanged) items += 1
      }
      return { cells, items, examples }
    },
    alikeValues(
      id: string,
      question: { selection: DraftSelection; column: string },
    ): AlikeValues | undefined {
      const kind = head.get(id)?.kind
      return kind && alikeValues({ id, kind, ...question })
    },
    /** The first errors of a draft, in item order. Paths contain the item's position in the draft. */
    errors(id: string, maxErrors: number): Problem[] {
      const kind = head.get(id)?.kind
      return kind ? problems.errors({ id, kind }, maxErrors) : []
    },
    /** The code of each item, as given, in draft order. */
    codes: (id: string): string[] => codes.all(id),
  }
})

/** SQL sort expression of a column: numeric for numbers, case-insensitive for texts. */
function orderOf(kind: FeedKind, column: string): string {
  const cell = `i.value ->> '${jsonPath(kind, column)}'`
  const input = draftColumns(kind).find((one) => one.column === column)?.input
  return input === 'decimal' || input === 'integer' ? `CAST(${cell} AS REAL)` : `${cell} COLLATE NOCASE`
}

function marksOf(problems: Pick<DraftProblemRow, 'key' | 'field' | 'severity'>[]) {
  const marks = new Map<number, Map<string, 'error' | 'warning'>>()
  for (const { key, field, severity } of problems) {
    const ofItem = marks.get(key) ?? new Map<string, 'error' | 'warning'>()
    marks.set(key, ofItem)
    if (severity !== 'warning' || !ofItem.has(field))
      ofItem.set(field, severity === 'warning' ? 'warning' : 'error')
  }
  return marks
}
