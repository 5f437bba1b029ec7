import { type ComparedField, compareItem } from '../../../../src-shared/feeds/compare/comparison.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { type Item, item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'
import { openKnowledge } from '../check/item-knowledge.ts'
import { startRefresh, updateOf } from './drafts-start.ts'
import type { ItemState } from './item-change.ts'

/** A catalog item merged with new values, both in feed form. */
export interface MergedItem {
  id: string
  /** Name in the catalog. */
  name: string
  present: IngestItem
  merged: IngestItem
  /** The fields that differ: `theirs` is the present value, `mine` the merged one. */
  fields: ComparedField[]
}

/** Whether a feed of this kind can change the field. */
export const canCarry = (kind: FeedKind, { keys }: Pick<ComparedField, 'keys'>): boolean =>
  kinds[kind].changes?.includes(String(keys[0])) ?? true

/**
 * Opens the merge of catalog items with new values, such as those of an imported row.
 * @param kind the kind of feed whose differences count
 */
export function openMergedItems(db: Database, kind: FeedKind) {
  const { record } = openCatalogQueries(db)
  const knownOf = openKnowledge(db)
  /** @returns undefined without such an item, or if its record cannot be parsed */
  return (id: string, merge: (stored: Item) => Item): MergedItem | undefined => {
    const found = record(id)
    const stored = found && parseElement(itemGroup, found.body).value
    if (!found || !stored) return undefined
    const known = knownOf(stored)
    const { item: present } = startRefresh(stored, known)
    const { item: merged } = startRefresh(merge(stored), known, stored)
    const fields = compareItem(kind, { theirs: present, mine: merged })
    return { id, name: found.name, present, merged, fields }
  }
}

/**
 * The draft item that changes a catalog item to its merged values, with the present values as its base.
 * @param at time of the present values, in milliseconds since the epoch
 * @returns undefined if a feed of this kind can change none of the fields that differ
 */
export function stateOfMerged(
  kind: FeedKind,
  { id, name, present, merged, fields }: MergedItem,
  at: number,
): ItemState | undefined {
  const { changes, ifPresent } = kinds[kind]
  if (ifPresent !== 'replaced' && !fields.some((field) => canCarry(kind, field))) return undefined
  const [value, before] = [merged, present].map((item) => (changes ? updateOf(item) : item))
  return value && before && { value, base: { item: id, name, kind, at, value: before } }
}
