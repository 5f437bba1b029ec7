import { type CheckedPayload, checkPayload } from '../../src-shared/drafts/check-payload.ts'
import type { DraftItemValue, FeedKind } from '../../src-shared/drafts/model.ts'
import type { RestoreKind } from '../../src-shared/history/restore.ts'
import { isError, type Problem } from '../../src-shared/problem.ts'
import { type DocumentName, documents } from '../../src-shared/vocabulary/documents.ts'
import { identifyDocument } from '../../src-shared/vocabulary/identify-document.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/item.ts'
import { parseDocument, parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { checkFeed } from '../../src-shared/vocabulary/rules/check-feed.ts'
import { openCatalogQuestions, openRetailerContentValues } from '../sandbox/index.ts'
import { defineApart, defineReader } from '../storage/index.ts'
import { openItemCheck, type StoredItem } from './check-item.ts'
import { composeFeeds, type FeedLimits, type FeedToSend } from './compose-feeds.ts'
import type { CheckedItem } from './draft-items.ts'
import { openDraftScores } from './draft-scores.ts'
import { openCatalogCheck } from './drafts-catalog-check.ts'
import { startingContentPlus, startingPayload } from './drafts-start.ts'
import { openKnowledge } from './item-knowledge.ts'
import { elementOf, frameOf, readItemText } from './item-text.ts'

/** Checks payloads in a reader's thread, beside the catalog they are checked against: a large one takes a while. */
export const draftChecker = defineReader('draft-check', ({ db }) => {
  const catalog = openCatalogCheck(db)
  const scores = openDraftScores(db)
  const { itemBody } = openCatalogQuestions(db)
  const knownOf = openKnowledge(db)
  const contentFor = openRetailerContentValues(db)
  const checkItem = openItemCheck(db)
  const frameUnknown = db.prepare<[string], string | null>('SELECT frame FROM draft WHERE id = ?').pluck()
  const kindOf = db.prepare<[string], FeedKind>('SELECT kind FROM draft WHERE id = ?').pluck()
  const unchecked = db.prepare<[string, number], Omit<StoredItem, 'value'> & { value: string }>(
    `SELECT key, revision, value, text FROM draft_item
     WHERE draft = ? AND checked_revision <> revision ORDER BY key LIMIT ?`,
  )

  const elements = db.prepare<[string], { value: string; element: string | null }>(
    `SELECT value, CASE WHEN checked_revision = revision THEN element END AS element
     FROM draft_item WHERE draft = ? ORDER BY key`,
  )

  const idOfRow = db.prepare<[number], string>('SELECT id FROM item WHERE seq = ?').pluck()

  /** The payload a new draft begins with; `missing` names an item the catalog does not have. */
  function start(
    kind: FeedKind,
    itemIds: string[],
    namespaceBase?: string,
    retailerIds?: string[],
  ): { xml: string } | { missing: string } {
    if (kind === 'contentplus') {
      const missing = itemIds.find((id) => itemBody(id) === undefined)
      if (missing !== undefined) return { missing }
      const content = itemIds.map((id) => ({ id, retailer: contentFor(id, retailerIds) }))
      return { xml: startingContentPlus(content, namespaceBase) }
    }
    const items: Item[] = []
    for (const id of itemIds) {
      const body = itemBody(id)
      const { value } = body ? parseElement(itemGroup, body) : {}
      if (!value) return { missing: id }
      items.push(value)
    }
    return { xml: startingPayload(kind, items, knownOf, namespaceBase) }
  }

  return {
    check: (kind: FeedKind, payload: string | Uint8Array, namespaceBase?: string): CheckedPayload =>
      checkPayload(kind, payload, {
        namespaceBase,
        further: {
          item: (item, index) => (kind === 'contentplus' ? [] : catalog.item(kind, item, index)),
          contentPlusItem: catalog.contentPlusItem,
        },
      }),
    /** How complete the items of a draft are by a profile. */
    scores,
    /** Whether the catalog that items are checked against is all of it. */
    knowsAllItems: (): boolean => catalog.isWhole(),
    /** Judges the first items of a draft whose check is awaited. */
    checkItems(id: string, limit: number, namespaceBase?: string): CheckedItem[] {
      const kind = kindOf.get(id)
      if (!kind) return []
      return unchecked
        .all(id, limit)
        .map((row) => checkItem(kind, { ...row, value: JSON.parse(row.value) }, namespaceBase))
    },
    /** The items of a payload; problems alone when it cannot be read. `frame` is what its root holds beside them, as JSON. */
    readItems(
      kind: FeedKind,
      xml: string,
    ): { values: DraftItemValue[]; frame: string | null } | { problems: Problem[] } {
      const { items, contentPlus, problems } = checkFeed(kind, xml, { rules: false })
      const root = items ?? contentPlus
      if (!root) return { problems }
      return { values: root.item, frame: root.unknown?.length ? JSON.stringify(root.unknown) : null }
    },
    /** One item's element as it was typed; without a value when it cannot be read. */
    readItem: (kind: FeedKind, text: string): { value?: DraftItemValue } => ({
      value: readItemText(kind, text).value,
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
      mostCharacters: number,
      namespaceBase?: string,
    ): { text: string; isWhole: boolean } | undefined {
      const kind = kindOf.get(id)
      if (!kind) return undefined
      const frame = frameUnknown.get(id)
      const { head, tail } = frameOf(kind, namespaceBase, frame ? JSON.parse(frame) : undefined)
      let text = head
      for (const { value, element } of elements.iterate(id)) {
        if (text.length > mostCharacters) return { text, isWhole: false }
        text += element ?? elementOf(kind, JSON.parse(value))
      }
      return { text: text + tail, isWhole: true }
    },
    /** The payload of a draft begun from a record as it is, and as it would be with some values of earlier. */
    startRestored(
      kind: RestoreKind,
      present: Item,
      restored: Item,
      namespaceBase?: string,
    ): { before: string; after: string } {
      const payload = (record: Item) => startingPayload(kind, [record], knownOf, namespaceBase, present)
      return { before: payload(present), after: payload(restored) }
    },
    /**
     * The payload a new draft begins with; `missing` names an item the catalog does not have. A Content+ feed begins
     * with the content kept for retailers, or for `retailerIds` only.
     */
    start,
    /**
     * The items a draft of these rows of the catalog (`item.seq`) begins with, as `start` fills them. Rows that are gone
     * since they were found are left out.
     */
    startRows(kind: FeedKind, rows: number[]): DraftItemValue[] {
      const ids = rows.flatMap((row) => idOfRow.get(row) ?? [])
      if (ids.length === 0) return []
      const started = start(kind, ids)
      if ('missing' in started) throw new Error(`The record of the item ${started.missing} cannot be read`)
      const { items, contentPlus } = checkFeed(kind, started.xml, { rules: false })
      return items?.item ?? contentPlus?.item ?? []
    },
  }
})

/** What is said of a file: which document it is, where it is one, and what is wrong with it. */
export interface FileVerdict {
  document?: DocumentName
  valid: boolean
  problems: Problem[]
}

/** @param use what an item feed is judged for */
export function judgeFile(xml: Uint8Array, use: FeedKind): FileVerdict {
  const document = identifyDocument(xml)
  const problems = problemsOf(document, xml, use)
  return { document, valid: !problems.some(isError), problems }
}

function problemsOf(document: DocumentName | undefined, xml: Uint8Array, use: FeedKind): Problem[] {
  if (document === 'ingestItems') return checkFeed(use, xml).problems
  if (document === 'contentPlus') return checkFeed('contentplus', xml).problems
  if (document)
    return parseDocument<(typeof documents)[DocumentName]['group']>(documents[document], xml).problems
  // Read as a feed, a file that is not even XML gets the reason, and any other the root that was expected.
  return parseDocument(documents.ingestItems, xml).problems
}

/** Any file at all, in a thread that can be ended. */
export const fileJudge = defineApart('file', { judge: judgeFile })
