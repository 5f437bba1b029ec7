import { type CheckedPayload, checkPayload } from '../../../../src-shared/feeds/draft/check-payload.ts'
import { type FieldState, settleItem } from '../../../../src-shared/feeds/draft/comparison.ts'
import type { DraftEdit } from '../../../../src-shared/feeds/draft/edits.ts'
import type { DraftBase, Standing } from '../../../../src-shared/feeds/draft/model.ts'
import { checkFeed } from '../../../../src-shared/feeds/kinds/check-feed.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
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
import { fieldsOf, openSides, withoutDoubled } from './compare-item.ts'
import { openCatalogCheck } from './drafts-catalog-check.ts'
import type { CheckedItem } from './item-checks.ts'
import { openKnowledge } from './item-knowledge.ts'
import { readRemarks } from './item-remarks.ts'

type StoredRow = Pick<DraftItemRow, 'key' | 'revision' | 'value' | 'text' | 'base'>
const storedItem = ({ value, base, ...row }: StoredRow): StoredItem => ({
  ...row,
  value: JSON.parse(value),
  base: base === null ? undefined : JSON.parse(base),
})

/** Checks payloads in a reader's thread, beside the catalog they are checked against: a large one takes a while. */
export const draftChecker = defineReader('drafts/check', ({ db }) => {
  const catalog = openCatalogCheck(db)
  const scores = openDraftScores(db)
  const { itemBody, itemName, idOfRow } = openCatalogQueries(db)
  const knownOf = openKnowledge(db)
  const contentFor = openRetailerContentValues(db)
  const checkItem = openItemCheck(db)
  const remarksOf = readRemarks(db)
  const refusedRules = readRefusedRules(db)
  const frameUnknown = db.prepare<[string], string | null>('SELECT frame FROM draft WHERE id = ?').pluck()
  const kindOf = db.prepare<[string], FeedKind>('SELECT kind FROM draft WHERE id = ?').pluck()
  const sidesOf = openSides(db)
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

  /** The items a new draft begins with; `missing` names an item the catalog does not have. */
  function start(
    kind: FeedKind,
    itemIds: string[],
    retailerIds?: string[],
  ): { values: PayloadItem[]; begun: BegunFrom[] } | { missing: string } {
    const begun = itemIds.map((id) => ({ item: id, name: itemName(id)?.trim() ?? '' }))
    if (kinds[kind].payload.isById) {
      const missing = itemIds.find((id) => itemBody(id) === undefined)
      if (missing !== undefined) return { missing }
      const content = itemIds.map((id) => ({ id, retailer: contentFor(id, retailerIds) }))
      return { values: startingContentPlus(content), begun }
    }
    const items: Item[] = []
    for (const id of itemIds) {
      const body = itemBody(id)
      const { value } = body ? parseElement(itemGroup, body) : {}
      if (!value) return { missing: id }
      items.push(value)
    }
    return { values: startingItems(kind, items, knownOf), begun }
  }

  return {
    check: (kind: FeedKind, payload: string | Uint8Array, namespaceBase?: string): CheckedPayload =>
      checkPayload(kind, payload, {
        namespaceBase,
        further: (item, index) => catalog.item(kind, item, index),
      }),
    /** How complete the items of a draft are by a profile. */
    scores,
    /** Whether the catalog that items are checked against is all of it. */
    knowsAllItems: (): boolean => catalog.isWhole(),
    /** Judges the first items of a draft whose check is awaited. */
    checkItems(id: string, limit: number): CheckedItem[] {
      const kind = kindOf.get(id)
      if (!kind) return []
      const asErrors = refusedRules.asErrors()
      return unchecked.all(id, limit).map((row) => {
        const item = storedItem(row)
        const checked = checkItem(kind, item)
        const said = remarksOf(id, kind, item.key, item.value)
        return { ...checked, asked: row.asked, problems: [...asErrors(checked.problems), ...said] }
      })
    },
    /** An item beside the catalog; undefined when there is no such item. */
    compareItem(id: string, key: number) {
      const kind = kindOf.get(id)
      const row = stored.get(id, key)
      if (!kind || !row) return undefined
      const { value, base, text, revision } = storedItem(row)
      const beside = sidesOf(kind, value, base)
      const { about, hasBase, doubled } = beside
      return {
        key,
        revision,
        ...(about !== '' && { about }),
        ...(hasBase && base && { begunAt: new Date(base.at).toISOString() }),
        fields: text === null ? fieldsOf(kind, beside) : [],
        doubled,
      }
    },
    /** The items as they would be after a decision; those that stay as they are are left out. */
    settle(id: string, decision: Decision): SettledItem[] {
      const kind = kindOf.get(id)
      if (!kind) return []
      const { where, values } = selectionCondition(kind, decision.selection)
      const isConcerned = concernedBy(decision)
      const rows = db
        .prepare<unknown[], StoredRow>(
          `SELECT i.key, i.revision, i.value, i.text, i.base FROM draft_item i WHERE ${where} AND ${isConcerned} ORDER BY i.key`,
        )
        .iterate({ draft: id, ...values })
      const settled: SettledItem[] = []
      for (const row of rows) {
        const { key, revision, value, text, base } = storedItem(row)
        if (text !== null) continue
        const beside = sidesOf(kind, value, base)
        const { sides } = beside
        if (!sides) continue
        const after =
          decision.do === 'settle'
            ? settleItem(kind, sides, decision.take, decision)
            : { value: withoutDoubled(value, beside), base: sides.base }
        if (after.value === value && after.base === sides.base) continue
        const kept = base && { base: { ...base, value: baseAfter(kind, base.value, after.base) } }
        settled.push({ key, revision, state: { value: after.value, ...kept } })
      }
      return settled
    },
    /** The feed that carries an item alone, as it would be sent. */
    itemFeed(id: string, key: number, namespaceBase?: string): string | undefined {
      const kind = kindOf.get(id)
      const row = stored.get(id, key)
      if (!kind || !row) return undefined
      const frame = frameUnknown.get(id)
      const { head, tail } = frameOf(kind, namespaceBase, frame ? JSON.parse(frame) : undefined)
      return head + elementOf(kind, storedItem(row).value) + tail
    },
    /** The items of a payload; problems alone when it cannot be read. `frame` is what its root holds beside them, as JSON. */
    readItems(
      kind: FeedKind,
      xml: string,
    ): { values: PayloadItem[]; frame: string | null } | { problems: Problem[] } {
      const { items, unknown, problems } = checkFeed(kind, xml, { rules: false })
      if (!items) return { problems }
      return { values: items, frame: unknown?.length ? JSON.stringify(unknown) : null }
    },
    /** One item's element as it was typed; without a value when it cannot be read. */
    readItem: (kind: FeedKind, text: string): { value?: PayloadItem } => ({
      value: kinds[kind].payload.readItem(text).value,
    }),
    /** The payloads a draft is sent as. */
    compose: (
      id: string,
      limits: FeedLimits,
      namespaceBase?: string,
    ): FeedToSend[] | { refused: 'missing' | 'unchecked' } => composeFeeds(db, id, limits, namespaceBase),
    /** The beginning of the payload as it would be sent. */
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
    /** The item of a draft begun from a record as it is, and as it would be with some values of earlier. */
    startRestored(
      kind: RestoreKind,
      present: Item,
      restored: Item,
    ): { before: PayloadItem[]; after: PayloadItem[] } {
      const itemsOf = (record: Item) => startingItems(kind, [record], knownOf, present)
      return { before: itemsOf(present), after: itemsOf(restored) }
    },
    /**
     * The items a new draft begins with; `missing` names an item the catalog does not have. A Content+ feed begins
     * with the content kept for retailers, or for `retailerIds` only.
     */
    start,
    /**
     * The items a draft of these rows of the catalog (`item.seq`) begins with, as `start` fills them. Rows that are gone
     * since they were found are left out.
     */
    startRows(kind: FeedKind, rows: number[]): { values: PayloadItem[]; begun: BegunFrom[] } {
      const ids = rows.flatMap((row) => idOfRow(row) ?? [])
      if (ids.length === 0) return { values: [], begun: [] }
      const started = start(kind, ids)
      if ('missing' in started) throw new Error(`The record of the item ${started.missing} cannot be read`)
      return started
    },
  }
})

/** A feed that changes parts begins with its texts alone: Content+ is compared with what the catalog has. */
const baseAfter = (kind: FeedKind, base: PayloadItem, settled?: PayloadItem): PayloadItem =>
  kinds[kind].changes && settled && 'ecommerceDescription' in settled
    ? { ...base, ecommerceDescription: settled.ecommerceDescription }
    : (settled ?? base)

/** The item of the catalog that an item of a draft was begun from. */
export type BegunFrom = Pick<DraftBase, 'item' | 'name'>

/** An edit whose outcome depends on the catalog. */
type Decision = Extract<DraftEdit, { do: 'settle' | 'drop-doubles' }>

/** How fields stand, by the column that counts them. What a refresh removes is not counted by fields. */
const counters: Partial<Record<FieldState, keyof Standing>> = {
  conflict: 'conflicts',
  outdated: 'outdated',
  changed: 'changed',
  added: 'changed',
}

/** A condition on items called `i`: those of which their last check says that there is something to decide. */
function concernedBy(decision: Decision): string {
  const counted =
    decision.do === 'drop-doubles' ? ['doubled' as const] : decision.states?.map((one) => counters[one])
  if (!counted || counted.some((one) => one === undefined)) return 'true'
  return `(i.is_checked = 0 OR ${[...new Set(counted)].map((one) => `i.${one} > 0`).join(' OR ') || 'false'})`
}
