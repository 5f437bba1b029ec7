import { cellOf, draftColumns } from '../../../../src-shared/feeds/draft/columns.ts'
import type {
  Draft,
  DraftProblem,
  DraftProblemGroup,
  DraftProblems,
} from '../../../../src-shared/feeds/draft/model.ts'
import { pictureOfProblem } from '../../../../src-shared/feeds/draft/picture-of-problem.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { say } from '../../../../src-shared/texts/say.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import type { Database, DraftProblemRow } from '../../../storage/index.ts'
import { isRefusedCode, refusedCode } from '../check/item-remarks.ts'
import { isOnlyLikely } from '../check/suggested-value.ts'
import { isRepeated, repeatedCode } from '../selection.ts'
import { columnAt } from './draft-items.ts'
import { frameProblems } from './item-text.ts'
import { namedIn } from './name-columns.ts'
import { readRefusedRules } from './refused-rules.ts'

/** Problem code of items that are already in the catalog; a refresh would change them there. */
const inCatalogCode = 'GTIN_EXISTS'
const repeatedMessage = say`An earlier item of this draft has the same GTIN. An item stands once in a feed.`

/** Maximum number of groups; the others appear as these are fixed. */
const maxGroups = 500
/** Maximum number of suggested values that a group names. */
const maxFixes = 5
/** Maximum number of pictures that a group shows. */
const maxPictures = 6

/** A suggested value of a problem group, with the first item that it is for. */
interface SuggestionRow
  extends Pick<DraftProblemRow, 'code' | 'field' | 'severity' | 'found' | 'path' | 'key' | 'why'> {
  suggestion: string
  items: number
}

const keyOfGroup = ({
  code,
  field,
  severity,
  found,
}: Omit<SuggestionRow, 'suggestion' | 'items' | 'path' | 'key' | 'why'>) =>
  `${code}\n${field}\n${severity}\n${found}`

/** Reads the problems found by the last checks of a draft's items, and those of the root element. */
export function openDraftProblems(db: Database) {
  const { lookupName } = openCatalogQueries(db)
  const frame = db.prepare<[string], string | null>('SELECT frame FROM draft WHERE id = ?').pluck()
  const problemsOf = db.prepare<[string, number], DraftProblemRow>(
    'SELECT * FROM draft_problem WHERE draft = ? AND key = ? ORDER BY number',
  )
  const groups = db.prepare<
    [string],
    Pick<DraftProblemRow, 'code' | 'field' | 'severity' | 'message' | 'found'> & {
      items: number
      suggested: number
      messages: number
    }
  >(
    `SELECT code, field, severity, found, min(message) AS message, count(DISTINCT message) AS messages,
       count(DISTINCT key) AS items,
       count(DISTINCT CASE WHEN suggestion IS NOT NULL THEN key END) AS suggested
     FROM draft_problem WHERE draft = ? GROUP BY code, field, severity, found
     ORDER BY severity, items DESC, code, field, found LIMIT ${maxGroups}`,
  )
  const suggestions = db.prepare<[string], SuggestionRow>(
    // The other columns are those of the row with the smallest key.
    `SELECT code, field, severity, found, path, suggestion, why, min(key) AS key, count(DISTINCT key) AS items
     FROM draft_problem WHERE draft = ? AND suggestion IS NOT NULL
     GROUP BY code, field, severity, found, suggestion ORDER BY items DESC, suggestion`,
  )
  const storedValue = db
    .prepare<[string, number], string>('SELECT value FROM draft_item WHERE draft = ? AND key = ?')
    .pluck()
  const placesOf = db.prepare<unknown[], Pick<DraftProblemRow, 'key' | 'path'>>(
    `SELECT key, path FROM draft_problem
     WHERE draft = @id AND code = @code AND field = @field AND severity = @severity AND found = @found
     ORDER BY key, number LIMIT ${maxPictures}`,
  )
  const repeated = db
    .prepare<[string], number>(`SELECT count(*) FROM draft_item i WHERE i.draft = ? AND ${isRepeated}`)
    .pluck()
  const errors = db.prepare<
    [string, number],
    Pick<DraftProblemRow, 'code' | 'path' | 'message'> & { position: number }
  >(
    `SELECT code, path, message,
       (SELECT count(*) FROM draft_item i WHERE i.draft = p.draft AND i.key <= p.key) AS position
     FROM draft_problem p WHERE draft = ? AND severity = 'error' ORDER BY key, number LIMIT ?`,
  )

  const refusedRules = readRefusedRules(db)
  /** Refusals without a field, and rules that the service enforced: a person can dismiss them. */
  const isAllowable = ({ code, field, severity }: { code: string; field: string; severity: string }) =>
    severity === 'error' && ((isRefusedCode(code) && field === '') || refusedRules.has({ code, field }))

  function groupOf(
    id: string,
    kind: FeedKind,
    row: ReturnType<typeof groups.all>[number],
    suggested: readonly SuggestionRow[] = [],
  ): DraftProblemGroup {
    const { code, field, severity, found, message, messages, items } = row
    const column = columnOfField(kind, field)
    const [one] = suggested
    const pictures = picturesOf(id, kind, row)
    return {
      code,
      path: field,
      severity: severity === 'warning' ? 'warning' : 'error',
      ...(found !== '' && { found }),
      message,
      differs: messages > 1,
      items,
      column: column?.column,
      suggested: row.suggested,
      ...(row.suggested > 0 && isOnlyLikely(code) && { isLikely: true }),
      example: one && exampleOf(id, kind, one),
      fixes: suggested.slice(0, maxFixes).map(({ suggestion, items: count }) => {
        const name = column?.lookup && lookupName(column.lookup, suggestion)
        return { value: suggestion, items: count, ...(name !== undefined && { name }) }
      }),
      ...(pictures.length > 0 && { pictures }),
      canRefresh: code === inCatalogCode || code === refusedCode(inCatalogCode),
      canDrop: false,
      ...(isAllowable({ code, field, severity }) && { isAllowable: true }),
    }
  }

  /** The addresses of the first pictures with a problem of media. */
  function picturesOf(
    id: string,
    kind: FeedKind,
    { code, field, severity, found }: ReturnType<typeof groups.all>[number],
  ): string[] {
    if (!field.includes('medium')) return []
    const addresses = placesOf.all({ id, code, field, severity, found }).flatMap(({ key, path }) => {
      const value = storedValue.get(id, key)
      return (value !== undefined && pictureOfProblem(kind, JSON.parse(value), path)) || []
    })
    return [...new Set(addresses)]
  }

  /** The first item with a suggested value, before and after. */
  function exampleOf(id: string, kind: FeedKind, { key, path, field, suggestion, why }: SuggestionRow) {
    const value = storedValue.get(id, key)
    const column = columnAt(kind, path, field)
    const before = value === undefined || column === undefined ? undefined : cellOf(JSON.parse(value), column)
    return { before: before ?? '', after: suggestion, why: why ?? '' }
  }

  /** Problems of root content other than items. It is not needed, so removing it fixes them. */
  const frameGroups = (id: string, kind: FeedKind): DraftProblemGroup[] => {
    const unknown = frame.get(id)
    if (!unknown) return []
    return frameProblems(kind, JSON.parse(unknown)).map(({ code, severity = 'error', message }) => ({
      code,
      path: '',
      severity,
      message,
      differs: false,
      items: 0,
      suggested: 0,
      fixes: [],
      canRefresh: false,
      canDrop: false,
      isBeside: true,
    }))
  }

  return {
    /** All problems, grouped by rule and field. */
    all({ id, kind, uncheckedCount }: Draft): DraftProblems {
      const suggested = Map.groupBy(suggestions.all(id), keyOfGroup)
      const found = groups.all(id).map((row) => groupOf(id, kind, row, suggested.get(keyOfGroup(row))))
      const repeatedCount = repeated.get(id) ?? 0
      if (repeatedCount > 0)
        found.unshift({
          code: repeatedCode,
          path: 'productCodes',
          severity: 'error',
          message: repeatedMessage,
          differs: false,
          items: repeatedCount,
          suggested: 0,
          fixes: [],
          canRefresh: false,
          canDrop: true,
        })
      return { groups: [...frameGroups(id, kind), ...found], uncheckedCount }
    },
    /** Problems of one item; paths refer to a feed with this item alone. */
    ofItem(id: string, kind: FeedKind, key: number, isRepeatedItem: boolean): DraftProblem[] {
      const root = kinds[kind].payload.onlyItem
      const problems = problemsOf.all(id, key).map((row) => {
        const list = row.suggestion === null ? undefined : columnOfField(kind, row.field)?.lookup
        return problemOf(root, row, list && lookupName(list, row.suggestion ?? ''))
      })
      if (isRepeatedItem)
        problems.push({ code: repeatedCode, path: `${root}/productCodes`, message: repeatedMessage })
      return problems
    },
    /** The first errors of a draft, in item order. Paths contain the item's position in the draft. */
    errors({ id, kind }: Pick<Draft, 'id' | 'kind'>, maxErrors: number): Problem[] {
      const { root } = kinds[kind].payload.document
      const inFrame = frameGroups(id, kind).map(({ code, message }) => ({ code, path: root, message }))
      const inItems = errors.all(id, maxErrors).map(({ position, path, code, message }) => {
        const at = `${root}/item[${position}]`
        return { code, path: path === '' ? at : `${at}/${path}`, message }
      })
      return [...inFrame, ...inItems]
    },
  }
}

const columnOfField = (kind: FeedKind, field: string) => draftColumns(kind).find(({ path }) => path === field)

/** @param name of the list entry that is suggested */
const problemOf = (root: string, row: DraftProblemRow, name: string | undefined): DraftProblem => ({
  code: row.code,
  path: row.path === '' ? root : `${root}/${row.path}`,
  message: row.message,
  severity: row.severity === 'warning' ? 'warning' : undefined,
  line: row.line ?? undefined,
  suggestion:
    row.suggestion === null
      ? undefined
      : { value: row.suggestion, why: row.why ?? '', ...(name !== undefined && { name }) },
  feed:
    row.feed === null
      ? undefined
      : { id: row.feed, ...namedIn({ name: row.feed_name ?? '', name_parts: row.feed_name_parts }) },
})
