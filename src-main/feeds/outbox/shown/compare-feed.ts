import {
  type SentField,
  type ShownItem,
  shownFields,
} from '../../../../src-shared/feeds/compare/shown-fields.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { refusedStatuses } from '../../../../src-shared/feeds/outbox/model.ts'
import { isSent, outboxStates } from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import {
  maxNotShown,
  type NotShownState,
  type ShownCounts,
} from '../../../../src-shared/feeds/outbox/shown.ts'
import { gtin14 } from '../../../../src-shared/values/gtin.ts'
import { item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import { type Database, defineReader } from '../../../storage/index.ts'
import { everyRetailer, openKeptContent, openRetailerContentValues } from '../../targets/sandbox/index.ts'

/** A field to be stored, with its place. */
interface StoredField extends Omit<SentField, 'isShown'> {
  position: number
  number: number
  item: string
  state: NotShownState
}

/** The comparison of a feed. */
export interface ComparedFeed {
  counts: ShownCounts
  /** The first `maxNotShown` fields that are not shown. */
  fields: StoredField[]
}

interface FeedToCompare {
  sequence: number
  kind: FeedKind
  sentAt: number
  body: Buffer
}

/** Reads a whole feed: runs in a separate thread. */
export const shownComparer = defineReader('outbox/shown-comparison', ({ db }) => {
  const feed = db.prepare<[string], FeedToCompare>(`
    SELECT sequence, kind, coalesce(sent_at, created_at) AS sentAt, body
    FROM feed JOIN feed_body ON feed_body.feed = feed.sequence WHERE id = ?`)
  const codes = db
    .prepare<[string], string>('SELECT code FROM feed_code WHERE feed = ? ORDER BY position')
    .pluck()
  const refused = db
    .prepare<[string, string], number>(
      `SELECT position FROM feed_result
       WHERE feed = ? AND upper(trim(ingestion_status)) IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
  const earlier = db.prepare<[number], { position: number; keys: string; state: NotShownState }>(
    'SELECT position, keys, state FROM feed_shown_field WHERE feed = ?',
  )
  const comparedBefore = db
    .prepare<[number], number>('SELECT waiting + left_out + otherwise + later FROM feed_shown WHERE feed = ?')
    .pluck()
  const laterKinds = db
    .prepare<[string, number, string], FeedKind>(
      `SELECT DISTINCT kind FROM feed_code CROSS JOIN feed ON feed.id = feed_code.feed
       WHERE code = ? AND sequence > ? AND state IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
  const { itemsByGtin, itemBody, changedSince, names, idsByName } = openCatalogQueries(db)
  const context = { names, distributorIds: (name: string) => idsByName('distributor', name) }
  const contentOf = openStoredContent(db)
  const sentStates = JSON.stringify(outboxStates.filter(isSent))

  const itemIdOf = (kind: FeedKind, code: string): string =>
    kinds[kind].payload.isById ? code : (itemsByGtin(gtin14(code) ?? code)[0] ?? '')

  return {
    compare(id: string): ComparedFeed | undefined {
      const found = feed.get(id)
      if (!found) return undefined
      const { sequence, kind, sentAt, body } = found
      const wasShown = openMemory(comparedBefore.get(sequence), earlier.all(sequence))
      const allCodes = codes.all(id)
      const refusedItems = new Set(refused.all(id, JSON.stringify(refusedStatuses)))
      const counts: ShownCounts = {
        ...{ fields: 0, shown: 0, unseen: 0, sentAgain: 0, unread: 0 },
        notShown: { waiting: 0, 'left-out': 0, otherwise: 0, later: 0 },
      }
      const fields: StoredField[] = []
      const compareItem = (item: PayloadItem, position: number): void => {
        const code = allCodes[position] ?? ''
        const later = laterKinds.all(code, sequence, sentStates)
        const isOver = (key: string) => later.some((other) => kinds[other].changes?.includes(key) ?? true)
        const itemId = itemIdOf(kind, code)
        const bytes = itemId === '' ? undefined : itemBody(itemId)
        const record = bytes && parseElement(itemGroup, bytes).value
        if (bytes && !record) {
          counts.unread++
          return
        }
        const shown: ShownItem = { record, ...(record && contentOf(itemId)) }
        const compared = shownFields(kind, item, shown, context)
        const own = compared.fields.filter(({ keys: [key] }) => !isOver(String(key)))
        if (later.length > 0 && own.length < compared.fields.length) counts.sentAgain++
        counts.unseen += compared.unseen
        const isNewer = record !== undefined && changedSince(itemId, sentAt)
        for (const [number, { isShown, ...one }] of own.entries()) {
          counts.fields++
          if (isShown) {
            counts.shown++
            continue
          }
          const state = wasShown(position, one)
            ? 'later'
            : !isNewer
              ? 'waiting'
              : one.found === ''
                ? 'left-out'
                : 'otherwise'
          counts.notShown[state]++
          if (fields.length < maxNotShown)
            fields.push({ ...one, position, number, item: record ? itemId : '', state })
        }
      }
      kinds[kind].payload.read(body, {
        keep: false,
        each(item, position) {
          if (!refusedItems.has(position)) compareItem(item, position)
          return []
        },
      })
      return { counts, fields }
    },
    /** The items of a feed that are not shown as sent, with only the members that a feed of their kind would change. */
    notShownItems(id: string): { kind: FeedKind; inCatalog: boolean; values: PayloadItem[] } | undefined {
      const found = feed.get(id)
      if (!found) return undefined
      const { sequence, kind, body } = found
      const byPosition = Map.groupBy(earlier.all(sequence), ({ position }) => position)
      const { changes, payload } = kinds[kind]
      const allCodes = codes.all(id)
      const values: PayloadItem[] = []
      let inCatalog = true
      payload.read(body, {
        keep: false,
        each(item, position) {
          const fields = byPosition.get(position)
          if (!fields) return []
          if (itemIdOf(kind, allCodes[position] ?? '') === '') inCatalog = false
          const differing = new Set(fields.map(({ keys }) => String((JSON.parse(keys) as unknown[])[0])))
          values.push(
            changes === undefined
              ? item
              : (Object.fromEntries(
                  Object.entries(item).filter(([key]) => !changes.includes(key) || differing.has(key)),
                ) as PayloadItem),
          )
          return []
        },
      })
      return { kind, inCatalog, values }
    },
  }
})

/** The Content+ that a sandbox stores for an item; absent in other workspaces. */
function openStoredContent(db: Database): (itemId: string) => Pick<ShownItem, 'content'> {
  const isSandbox = db
    .prepare<[], number>(`SELECT 1 FROM setting WHERE key = 'role' AND value = '"sandbox"'`)
    .pluck()
  const contentOf = openKeptContent(db)
  const retailersOf = openRetailerContentValues(db)
  return (itemId) => {
    if (isSandbox.get() === undefined) return {}
    const stored = contentOf(itemId)
    return {
      content: {
        contentPlus: stored.find(({ retailer }) => retailer === everyRetailer)?.content,
        manufacturerContent: stored
          .filter(({ retailer }) => retailer !== everyRetailer)
          .map(({ retailer, content }) => ({ id: retailer, contentPlus: content })),
        retailer: retailersOf(itemId),
      },
    }
  }
}

/**
 * Whether a field was shown in an earlier comparison: then it was not among those that were not shown.
 * @param differing number of fields that were not shown; undefined without an earlier comparison
 */
function openMemory(
  differing: number | undefined,
  stored: readonly { position: number; keys: string; state: NotShownState }[],
): (position: number, field: Pick<SentField, 'keys'>) => boolean {
  const states = new Map(stored.map(({ position, keys, state }) => [`${position} ${keys}`, state]))
  // If only a part was stored, the others are not known.
  const isComplete = differing !== undefined && differing <= stored.length
  return (position, { keys }) => {
    const state = states.get(`${position} ${JSON.stringify(keys)}`)
    return state === undefined ? isComplete : state === 'later'
  }
}
