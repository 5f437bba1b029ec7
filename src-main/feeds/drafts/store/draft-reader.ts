import type {
  DraftCell,
  DraftRowsQuestion,
  DraftSelection,
} from '../../../../src-shared/feeds/draft/edits.ts'
import type {
  Draft,
  DraftDifferences,
  DraftItem,
  DraftList,
  DraftProblems,
  DraftRetailers,
  DraftRows,
  StaleCells,
} from '../../../../src-shared/feeds/draft/model.ts'
import type { AlikeValues } from '../../../../src-shared/names/model.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { fold } from '../../../../src-shared/values/fold.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'
import { actingName } from '../../../platform/acting-person.ts'
import { type DraftItemRow, defineReader, windowStart } from '../../../storage/index.ts'
import { isRepeated } from '../selection.ts'
import { openStepList } from '../steps/step-list.ts'
import { readAlikeValues } from './alike-values.ts'
import { readOutcomes } from './draft-outcome.ts'
import { openDraftProblems } from './draft-problems.ts'
import { openDraftRetailers } from './draft-retailers.ts'
import { openDraftRows } from './draft-rows.ts'
import { openOutboxStatus } from './draft-standing.ts'
import { draftOf, headMembers, prepareHead } from './draft-table.ts'
import { openReplacePreview, type Replacement, type ReplacePreview } from './replace-preview.ts'
import { lastChange, openStaleCells } from './stale-cells.ts'

interface ListQuestion {
  offset: number
  limit: number
  text?: string
  templates?: boolean
  deleted?: boolean
  review?: 'assigned' | 'proposed'
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
  const isPresent = 'd.deleted_at IS NULL AND d.is_template = @templates'
  const present = listOf(isPresent)
  const assigned = listOf(
    `${isPresent} AND d.id IN (SELECT draft FROM draft_assignment WHERE person = @person)`,
  )
  const proposed = listOf(
    `${isPresent} AND d.id IN (SELECT draft FROM draft_review WHERE state = 'proposed')`,
  )
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
  const codes = db
    .prepare<[string], string>('SELECT code FROM draft_item WHERE draft = ? ORDER BY key')
    .pluck()

  const readRows = openDraftRows(db)
  const readRetailers = openDraftRetailers(db)
  const previewReplace = openReplacePreview(db)
  const alikeValues = readAlikeValues(db)
  const staleCells = openStaleCells(db)
  const standing = openOutboxStatus(db)
  const get = (id: string): Draft | undefined => {
    const row = head.get(id)
    return row && draftOf(row)
  }

  return {
    get,
    outcome: readOutcomes(db),
    steps: openStepList(db),
    list({ offset, limit, text = '', templates = false, deleted = false, review }: ListQuestion): DraftList {
      const values = {
        text: fold(text.trim()),
        gtin: gtin14(text) ?? '',
        templates: Number(templates),
        person: actingName(),
      }
      const reviewed = review && { assigned, proposed }[review]
      const { count, window } = deleted ? removed : (reviewed ?? present)
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
    rows(question: DraftRowsQuestion): DraftRows | undefined {
      const draft = get(question.id)
      return draft && readRows(draft.kind, question)
    },
    /** The retailers for whom the items of a draft contain content. */
    retailers(id: string): DraftRetailers | undefined {
      const kind = head.get(id)?.kind
      return kind && readRetailers(kind, id)
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
        ...lastChange(row),
      }
    },
    /** The given cells that have another text now than the one they were seen with. */
    staleCells(id: string, cells: readonly DraftCell[]): StaleCells | undefined {
      const kind = head.get(id)?.kind
      return kind && staleCells(kind, id, cells)
    },
    /** Differences between the items and the catalog, as of the last checks. */
    standing: (id: string): DraftDifferences | undefined => (head.get(id) ? standing(id) : undefined),
    problems(id: string): DraftProblems | undefined {
      const draft = get(id)
      return draft && problems.all(draft)
    },
    previewReplace(id: string, edit: Replacement): ReplacePreview | undefined {
      const kind = head.get(id)?.kind
      return kind && previewReplace(kind, id, edit)
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
