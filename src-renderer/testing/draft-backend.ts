/**
 * In-memory draft backend for component tests: one draft with items, edits, undo and problems in the format
 * of the real backend, validated by the rules that need no catalog.
 */
import { ORPCError } from '@orpc/server'
import type { DraftEdit, DraftRowsQuestion, DraftSelection } from '../../src-shared/feeds/draft/edits.ts'
import { englishName, type Name } from '../../src-shared/feeds/draft/made-name.ts'
import type { Draft, DraftItem, DraftProblemGroup } from '../../src-shared/feeds/draft/model.ts'
import { checkItems } from '../../src-shared/feeds/kinds/check-feed.ts'
import type { PayloadItem } from '../../src-shared/feeds/kinds/payload.ts'
import { isError, type Problem } from '../../src-shared/problem.ts'
import type { IngestItem } from '../../src-shared/vocabulary/elements/ingest.ts'

interface StoredItem {
  key: number
  revision: number
  value: IngestItem
}

export interface DraftBackend {
  /** Labels of the steps taken, oldest first. */
  steps: string[]
  items(): IngestItem[]
  /** Changes an item from outside the form. */
  change(key: number, value: IngestItem): void
  /** Answers to draft procedures, for `installBackend`. */
  feeds: Record<string, (input: never) => unknown>
}

export function draftBackend(values: readonly IngestItem[], more: Partial<Draft> = {}): DraftBackend {
  let items: StoredItem[] = values.map((value, index) => ({ key: index + 1, revision: 1, value }))
  let next = items.length + 1
  let revision = 1
  let name: Name = more.nameParts ?? more.name ?? 'Autumn range'
  const steps: string[] = []
  const before: StoredItem[][] = []

  const problemsOf = (value: IngestItem): Problem[] => checkItems('create', [value])
  const draft = (): Draft => {
    const problems = items.flatMap(({ value }) => problemsOf(value))
    const undo = steps.at(-1)
    return {
      id: 'd1',
      kind: 'create',
      group: '',
      isTemplate: false,
      createdAt: '2026-11-01T10:00:00Z',
      updatedAt: '2026-11-01T10:00:00Z',
      uncheckedCount: 0,
      ...more,
      name: englishName(name),
      nameParts: typeof name === 'string' ? undefined : name,
      revision,
      itemCount: items.length,
      errorCount: problems.filter(isError).length,
      warningCount: 0,
      ...(undo !== undefined && { undo }),
    }
  }
  const fieldOf = ({ path }: Problem) =>
    path
      .split('/')
      .slice(2)
      .join('/')
      .replaceAll(/\[\d+\]/g, '')
  const isSelected = ({ key, value }: StoredItem, { keys, text, problem }: DraftSelection): boolean => {
    const errors = problemsOf(value).filter(isError)
    return (
      (keys === undefined || keys.includes(key)) &&
      (text === undefined || JSON.stringify(value).includes(text)) &&
      (problem === undefined ||
        (problem === 'any' ? errors.length > 0 : errors.some(({ code }) => code === problem.code)))
    )
  }
  const itemOf = (key: number): DraftItem => {
    const index = items.findIndex((item) => item.key === key)
    const item = items[index]
    if (!item) throw new ORPCError('ITEM_NOT_FOUND', { message: 'The item is not there.' })
    return { ...item, position: index + 1, problems: problemsOf(item.value), isChecked: true }
  }
  const apply = (edit: DraftEdit): number => {
    const previous = items
    if (edit.do === 'rename') name = edit.name
    if (edit.do === 'remove') items = items.filter((item) => !isSelected(item, edit.selection))
    if (edit.do === 'add')
      items = [...items, ...edit.values.map((value) => ({ key: next++, revision: 1, value: asItem(value) }))]
    if (edit.do === 'set' && edit.column === 'manufacturerId')
      items = items.map((item) =>
        isSelected(item, edit.selection)
          ? {
              ...item,
              revision: item.revision + 1,
              value: { ...item.value, manufacturerId: edit.value ?? '' },
            }
          : item,
      )
    if (edit.do === 'fix' && edit.problem.path === 'manufacturerId')
      items = items.map((item) =>
        isSelected(item, { problem: edit.problem })
          ? {
              ...item,
              revision: item.revision + 1,
              value: { ...item.value, manufacturerId: edit.value ?? '' },
            }
          : item,
      )
    if (edit.do === 'item') {
      const item = items.find(({ key }) => key === edit.key)
      if (item?.revision !== edit.revision) throw new ORPCError('STALE_ITEM', { message: 'Changed since.' })
      items = items.map((one) =>
        one === item ? { ...one, revision: one.revision + 1, value: asItem(edit.value) } : one,
      )
    }
    const changed = items.filter((item, index) => item !== previous[index])
    return Math.abs(previous.length - items.length) || changed.length
  }
  const groups = (): DraftProblemGroup[] => {
    const found = items.flatMap(({ key, value }) =>
      problemsOf(value).map((problem) => ({ key, problem, field: fieldOf(problem) })),
    )
    return [...Map.groupBy(found, ({ problem, field }) => `${problem.code} ${field}`).values()].map(
      (same) => ({
        code: same[0]?.problem.code ?? '',
        path: same[0]?.field ?? '',
        severity: same[0]?.problem.severity ?? 'error',
        message: same[0]?.problem.message ?? '',
        differs: new Set(same.map(({ problem }) => problem.message)).size > 1,
        items: new Set(same.map(({ key }) => key)).size,
        ...(same[0]?.field === 'manufacturerId' && { column: 'manufacturerId' }),
        suggested: 0,
        fixes: [],
        canRefresh: false,
        canDrop: false,
      }),
    )
  }
  return {
    steps,
    items: () => items.map(({ value }) => value),
    change: (key, value) => {
      items = items.map((item) => (item.key === key ? { ...item, revision: item.revision + 1, value } : item))
      revision++
    },
    feeds: {
      draft,
      draftOutcome: () => null,
      unreadDraft: () => null,
      draftItem: ({ key }: { key: number }) => itemOf(key),
      draftRows: ({ selection, offset, limit }: DraftRowsQuestion) => {
        const selected = items.filter((item) => isSelected(item, selection))
        const rows = selected.slice(offset, offset + limit).map(({ key, revision: ofItem, value }) => ({
          key,
          revision: ofItem,
          position: items.findIndex((item) => item.key === key) + 1,
          title: value.ecommerceTitle ?? '',
          code: value.productCodes?.[0]?.text ?? '',
          errors: problemsOf(value).filter(isError).length,
          warnings: 0,
          isChecked: true,
          cells: [],
          marks: [],
        }))
        return { total: selected.length, offset, rows }
      },
      draftProblems: () => ({ groups: groups(), uncheckedCount: 0 }),
      checkDraft: () => ({ groups: groups(), uncheckedCount: 0, pendingFeeds: [] }),
      editDraft: ({ label, edits }: { label: string; edits: DraftEdit[] }) => {
        before.push(items)
        const counts = edits.map(apply)
        steps.push(label)
        revision++
        return { draft: draft(), items: Math.max(0, ...counts) }
      },
      undoDraft: () => {
        items = (before.pop() ?? items).map((item) => ({ ...item, revision: item.revision + 10 }))
        steps.pop()
        revision++
        return { draft: draft(), items: 1 }
      },
    },
  }
}

/** The drafts of this backend contain only items of item feeds. */
const asItem = (value: PayloadItem): IngestItem => ('retailer' in value ? {} : value)
