import { type CheckedPayload, checkPayload } from '../../src-shared/drafts/check-payload.ts'
import type { FeedKind } from '../../src-shared/drafts/model.ts'
import type { RestoreKind } from '../../src-shared/history/restorable.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/item.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogQuestions, openRetailerContentValues } from '../sandbox/index.ts'
import { defineReader } from '../storage/index.ts'
import { openCatalogCheck } from './drafts-catalog-check.ts'
import { startingContentPlus, startingPayload } from './drafts-start.ts'
import { openKnowledge } from './knowledge.ts'

/** Checks payloads in a reader's thread, beside the catalog they are checked against: a large one takes a while. */
export const draftChecker = defineReader('draft-check', ({ db }) => {
  const catalog = openCatalogCheck(db)
  const { itemBody } = openCatalogQuestions(db)
  const knownOf = openKnowledge(db)
  const contentFor = openRetailerContentValues(db)

  return {
    check: (kind: FeedKind, payload: string | Uint8Array, namespaceBase?: string): CheckedPayload =>
      checkPayload(kind, payload, {
        namespaceBase,
        further: {
          item: (item, index) => (kind === 'contentplus' ? [] : catalog.item(kind, item, index)),
          contentPlusItem: catalog.contentPlusItem,
        },
      }),
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
    start(
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
    },
  }
})
