import { isError, type Problem } from '../../src-shared/problem.ts'
import type { FeedKind } from '../../src-shared/rpc/feed-contract.ts'
import { type CheckedFeed, checkFeed } from '../../src-shared/vocabulary/check-feed.ts'
import { type Item, item as itemGroup } from '../../src-shared/vocabulary/item.ts'
import { decode } from '../../src-shared/vocabulary/kit/decode.ts'
import { parseElement } from '../../src-shared/vocabulary/kit/kit.ts'
import { locate } from '../../src-shared/vocabulary/kit/locate.ts'
import { defineReader } from '../storage/store.ts'
import { openCatalogCheck } from './drafts-catalog-check.ts'
import { startingContentPlus, startingPayload } from './drafts-start.ts'
import { type FeedSubject, subjectOf } from './drafts-subject.ts'
import { openCatalogQuestions } from './ingestion-catalog.ts'
import { openRetailerContentValues } from './retailer-content-reader.ts'

export interface CheckedPayload extends FeedSubject {
  /** In the order of the text. */
  problems: Problem[]
  errorCount: number
}

/** Checks payloads in a reader's thread, beside the catalog they are checked against: a large one takes a while. */
export const draftChecker = defineReader('draft-check', ({ db }) => {
  const catalog = openCatalogCheck(db)
  const { itemBody, idsByName } = openCatalogQuestions(db)
  const contentFor = openRetailerContentValues(db)

  function ofCatalog(kind: FeedKind, { items, contentPlus }: CheckedFeed): Problem[] {
    if (contentPlus) return catalog.contentPlus(contentPlus)
    return items && kind !== 'contentplus' ? catalog.items(kind, items) : []
  }

  return {
    check(kind: FeedKind, payload: string | Uint8Array, namespaceBase?: string): CheckedPayload {
      const checked = checkFeed(kind, payload, { namespaceBase })
      const further = ofCatalog(kind, checked)
      const problems =
        further.length === 0
          ? checked.problems
          : [...checked.problems, ...locate(further, decode(payload))].toSorted(
              (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
            )
      return { ...subjectOf(kind, checked), problems, errorCount: problems.filter(isError).length }
    },
    /** For each name, the identifiers of the distributors of that very name. */
    distributorIds: (names: string[]): string[][] => names.map((name) => idsByName('distributor', name)),
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
      return { xml: startingPayload(kind, items, (name) => idsByName('distributor', name), namespaceBase) }
    },
  }
})
