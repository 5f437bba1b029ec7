import { categoryTextsOf } from '../../../../src-shared/catalog/category-texts.ts'
import { type FieldState, settleItem } from '../../../../src-shared/feeds/compare/comparison.ts'
import { type CheckedPayload, checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import type { DraftEdit } from '../../../../src-shared/feeds/draft/edits.ts'
import type { ContentsName } from '../../../../src-shared/feeds/draft/made-name.ts'
import type { DraftBase, Standing } from '../../../../src-shared/feeds/draft/model.ts'
import { checkFeed } from '../../../../src-shared/feeds/kinds/check-feed.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import type { ItemPreview } from '../../../../src-shared/feeds/preview/model.ts'
import type { RestoreKind } from '../../../../src-shared/history/restore.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { type Item, item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import { type DraftItemRow, defineReader } from '../../../storage/index.ts'
import { openRetailerContentValues } from '../../targets/sandbox/index.ts'
import { composeFeeds, type FeedLimits, type FeedToSend } from '../make/compose-feeds.ts'
import { startingContentPlus, startingItems } from '../make/drafts-start.ts'
import { selectionCondition } from '../selection.ts'
import type { SettledItem } from '../store/draft-items.ts'
import { openDraftScores } from '../store/draft-scores.ts'
import { elementOf, frameOf } from '../store/item-text.ts'
import { readRefusedRules } from '../store/refused-rules.ts'
import { openItemCheck, type StoredItem } from './check-item.ts'
import { fieldsOf, openSides, withoutDuplicateContent } from './compare-item.ts'
import { openCatalogCheck } from './drafts-catalog-check.ts'
import { type CheckedItem, categoryField, type UncategorizedItem } from './item-checks.ts'
import { openKnowledge } from './item-knowledge.ts'
import { readRemarks } from './item-remarks.ts'
import { openPreview } from './preview-item.ts'

type StoredRow = Pick<DraftItemRow, 'key' | 'revision' | 'value' | 'text' | 'base'>
const storedItem = ({ value, base, ...row }: StoredRow): StoredItem => ({
  ...row,
  value: JSON.parse(value),
  base: base === null ? undefined : JSON.parse(base),
})

/** Checks payloads and draft items in a reader thread, because large payloads take long. */
export const draftChecker = defineReader('drafts/check', ({ db }) => {
  const catalog = openCatalogCheck(db)
  const scores = openDraftScores(db)
  const { itemBody, itemName, idOfRow, hasEntries } = openCatalogQueries(db)
  const knownOf = openKnowledge(db)
  const contentFor = openRetailerContentValues(db)
  const checkItem = openItemCheck(db)
  const withRemarks = readRemarks(db)
  const refusedRules = readRefusedRules(db)
  const frameUnknown = db.prepare<[string], string | null>('SELECT frame FROM draft WHERE id = ?').pluck()
  const kindOf = db.prepare<[string], FeedKind>('SELECT kind FROM draft WHERE id = ?').pluck()
  const sidesOf = openSides(db)
  const previewOf = openPreview(db)
  const unchecked = db.prepare<[string, number], StoredRow & { asked: number }>(
    `SELECT key, revision, checked_revision AS asked, value, text, base FROM draft_item
     WHERE draft = ? AND checked_revision <> revision ORDER BY key LIMIT ?`,
  )

  const stored = db.prepare<[string, number], StoredRow>(
    'SELECT key, revision, value, text, base FROM draft_item WHERE draft = ? AND key = ?',
  )
  const values = db
    .prepare<[string], string>('SELECT value FROM draft_item WHERE draft = ? ORDER BY key')
    .pluck()

  /** Initial items of a new draft; `missing` is the id of an item that the catalog does not have. */
  function start(
    kind: FeedKind,
    itemIds: string[],
    retailerIds?: string[],
  ): { values: PayloadItem[]; sources: SourceItem[] } | { missing: string } {
    const sources = itemIds.map((id) => ({ item: id, name: itemName(id)?.trim() ?? '' }))
    if (kinds[kind].payload.isById) {
      const missing = itemIds.find((id) => itemBody(id) === undefined)
      if (missing !== undefined) return { missing }
      const content = itemIds.map((id) => ({ id, retailer: contentFor(id, retailerIds) }))
      return { values: startingContentPlus(content), sources }
    }
    const items: Item[] = []
    for (const id of itemIds) {
      const body = itemBody(id)
      const { value } = body ? parseElement(itemGroup, body) : {}
      if (!value) return { missing: id }
      items.push(value)
    }
    return { values: startingItems(kind, items, knownOf), sources }
  }

  return {
    check: (kind: FeedKind, payload: string | Uint8Array, namespaceBase?: string): CheckedPayload =>
      checkPayload(kind, payload, {
        namespaceBase,
        further: (item, index) => catalog.item(kind, item, index),
      }),
    /** Completeness of a draft's items by a requirement profile. */
    scores,
    /** Whether the local catalog is complete. */
    knowsAllItems: (): boolean => catalog.isWhole(),
    /** Checks the first unchecked items of a draft. `uncategorized` lists those that need a category. */
    checkItems(id: string, limit: number): { checked: CheckedItem[]; uncategorized: UncategorizedItem[] } {
      const kind = kindOf.get(id)
      if (!kind) return { checked: [], uncategorized: [] }
      const asErrors = refusedRules.asErrors()
      const hasCategories = hasEntries('category')
      const uncategorized: UncategorizedItem[] = []
      const checked = unchecked.all(id, limit).map((row) => {
        const item = storedItem(row)
        const found = checkItem(kind, item)
        const { key, revision, value } = item
        const needsCategory = ({ field, suggestion }: CheckedItem['problems'][number]) =>
          field === categoryField && suggestion === undefined
        if (hasCategories && !('retailer' in value) && found.problems.some(needsCategory))
          uncategorized.push({ key, revision, texts: categoryTextsOf(value) })
        const problems = withRemarks(id, kind, item, asErrors(found.problems))
        return { ...found, asked: row.asked, problems }
      })
      return { checked, uncategorized }
    },
    /** Compares an item with the catalog; undefined if there is no such item. */
    compareItem(id: string, key: number) {
      const kind = kindOf.get(id)
      const row = stored.get(id, key)
      if (!kind || !row) return undefined
      const { value, base, text, revision } = storedItem(row)
      const comparison = sidesOf(kind, value, base)
      const { about, hasBase, doubled, sides } = comparison
      return {
        key,
        revision,
        ...(about !== '' && { about }),
        ...(sides === undefined && text === null && { isUncompared: true as const }),
        ...(hasBase && base && { begunAt: new Date(base.at).toISOString() }),
        fields: text === null ? fieldsOf(kind, comparison) : [],
        doubled,
      }
    },
    /** An item as a shop would show it, before and after the feed; undefined if there is no such item. */
    previewItem(id: string, key: number): ItemPreview | undefined {
      const kind = kindOf.get(id)
      const row = stored.get(id, key)
      return kind && row && previewOf(kind, storedItem(row).value)
    },
    /** The items that a decision changes, in their new state. */
    settle(id: string, decision: Decision): SettledItem[] {
      const kind = kindOf.get(id)
      if (!kind) return []
      const { where, values } = selectionCondition(kind, decision.selection)
      const condition = conditionFor(decision)
      const rows = db
        .prepare<unknown[], StoredRow>(
          `SELECT i.key, i.revision, i.value, i.text, i.base FROM draft_item i WHERE ${where} AND ${condition} ORDER BY i.key`,
        )
        .iterate({ draft: id, ...values })
      const settled: SettledItem[] = []
      for (const row of rows) {
        const { key, revision, value, text, base } = storedItem(row)
        if (text !== null) continue
        const comparison = sidesOf(kind, value, base)
        const { sides } = comparison
        if (!sides) continue
        const after =
          decision.do === 'settle'
            ? settleItem(kind, sides, decision.take, decision)
            : { value: withoutDuplicateContent(value, comparison), base: sides.base }
        if (after.value === value && after.base === sides.base) continue
        const kept = base && { base: { ...base, value: baseAfter(kind, base.value, after.base) } }
        settled.push({ key, revision, state: { value: after.value, ...kept } })
      }
      return settled
    },
    /** The feed with this item alone, as it would be sent. */
    itemFeed(id: string, key: number, namespaceBase?: string): string | undefined {
      const kind = kindOf.get(id)
      const row = stored.get(id, key)
      if (!kind || !row) return undefined
      const frame = frameUnknown.get(id)
      const { head, tail } = frameOf(kind, namespaceBase, frame ? JSON.parse(frame) : undefined)
      return head + elementOf(kind, storedItem(row).value) + tail
    },
    /**
     * Parses a payload into items; returns only problems if it cannot be parsed. `frame` is the root's other
     * content, as JSON.
     */
    readItems(
      kind: FeedKind,
      xml: string,
    ): { values: PayloadItem[]; frame: string | null } | { problems: Problem[] } {
      const { items, unknown, problems } = checkFeed(kind, xml, { rules: false })
      if (!items) return { problems }
      return { values: items, frame: unknown?.length ? JSON.stringify(unknown) : null }
    },
    /** A name derived from an item. Content+ knows only the identifier, so the name of the catalog item is used. */
    contentsName(name: ContentsName): ContentsName {
      const { kind, about } = name
      const called = about !== undefined && kinds[kind].payload.isById ? itemName(about)?.trim() : undefined
      return called ? { ...name, about: called } : name
    },
    /** Parses one item's element as typed; without a value if it cannot be parsed. */
    readItem: (kind: FeedKind, text: string): { value?: PayloadItem } => ({
      value: kinds[kind].payload.readItem(text).value,
    }),
    /** The payloads in which a draft is sent. */
    compose: (
      id: string,
      limits: FeedLimits,
      namespaceBase?: string,
    ): FeedToSend[] | { refused: 'missing' | 'unchecked' } => composeFeeds(db, id, limits, namespaceBase),
    /** The start of the payload as it would be sent. */
    text(
      id: string,
      maxCharacters: number,
      namespaceBase?: string,
    ): { text: string; isWhole: boolean } | undefined {
      const kind = kindOf.get(id)
      if (!kind) return undefined
      const frame = frameUnknown.get(id)
      const { head, tail } = frameOf(kind, namespaceBase, frame ? JSON.parse(frame) : undefined)
      let text = head
      for (const value of values.iterate(id)) {
        if (text.length > maxCharacters) return { text, isWhole: false }
        text += elementOf(kind, JSON.parse(value))
      }
      return { text: text + tail, isWhole: true }
    },
    /**
     * The draft item for the current record, before and after some of its values are replaced by earlier
     * ones.
     */
    startRestored(
      kind: RestoreKind,
      present: Item,
      restored: Item,
    ): { before: PayloadItem[]; after: PayloadItem[] } {
      const itemsOf = (record: Item) => startingItems(kind, [record], knownOf, present)
      return { before: itemsOf(present), after: itemsOf(restored) }
    },
    /**
     * Initial items of a new draft; `missing` is the id of an item that the catalog does not have. A Content+
     * feed gets the content stored for all retailers, or for `retailerIds`.
     */
    start,
    /**
     * Initial items for catalog rows (`item.seq`), filled as by `start`. Rows that have been deleted
     * meanwhile are skipped.
     */
    startRows(kind: FeedKind, rows: number[]): { values: PayloadItem[]; sources: SourceItem[] } {
      const ids = rows.flatMap((row) => idOfRow(row) ?? [])
      if (ids.length === 0) return { values: [], sources: [] }
      const started = start(kind, ids)
      if ('missing' in started) throw new Error(`The record of the item ${started.missing} cannot be read`)
      return started
    },
  }
})

/**
 * The new base after a decision. Feeds that change parts keep only texts in the base, because Content+ is
 * compared with the current catalog.
 */
const baseAfter = (kind: FeedKind, base: PayloadItem, settled?: PayloadItem): PayloadItem =>
  kinds[kind].changes && settled && 'ecommerceDescription' in settled
    ? { ...base, ecommerceDescription: settled.ecommerceDescription }
    : (settled ?? base)

/** The catalog item from which a draft item was created. */
export type SourceItem = Pick<DraftBase, 'item' | 'name'>

/** An edit whose result depends on the catalog. */
type Decision = Extract<DraftEdit, { do: 'settle' | 'drop-doubles' }>

/** Column that counts the fields in a state. Removed fields of a refresh are not counted per field. */
const counters: Partial<Record<FieldState, keyof Standing>> = {
  conflict: 'conflicts',
  outdated: 'outdated',
  changed: 'changed',
  added: 'changed',
}

/** SQL condition on items named `i`: those for which the last check counted something to decide. */
function conditionFor(decision: Decision): string {
  const counted =
    decision.do === 'drop-doubles' ? ['doubled' as const] : decision.states?.map((one) => counters[one])
  if (!counted || counted.some((one) => one === undefined)) return 'true'
  return `(i.is_checked = 0 OR ${[...new Set(counted)].map((one) => `i.${one} > 0`).join(' OR ') || 'false'})`
}
