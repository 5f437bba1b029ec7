import { type ComparedField, compareItem } from '../../../../src-shared/feeds/compare/comparison.ts'
import { isSame } from '../../../../src-shared/feeds/compare/field-changes.ts'
import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { type Item, item as itemGroup } from '../../../../src-shared/vocabulary/elements/item.ts'
import { parseElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import type { GtinRecord } from '../../../catalog/index.ts'
import type { Database } from '../../../storage/index.ts'
import { openKnowledge } from '../check/item-knowledge.ts'
import { startRefresh, updateOf } from './drafts-start.ts'
import type { ItemState } from './item-change.ts'

/** A catalog item merged with new values. */
export interface MergedItem {
  id: string
  /** Name in the catalog. */
  name: string
  /** The fields that differ: `theirs` is the present value, `mine` the merged one. */
  fields: ComparedField[]
  /** The item before and after the merge, in feed form. */
  sides(): { present: IngestItem; merged: IngestItem }
}

/** Whether a feed of this kind can change the field. */
export const canCarry = (kind: FeedKind, { keys }: Pick<ComparedField, 'keys'>): boolean =>
  kinds[kind].changes?.includes(String(keys[0])) ?? true

/**
 * Opens the merge of catalog items with new values, such as those of an imported row.
 * @param kind the kind of feed whose differences count
 */
export function openMergedItems(db: Database, kind: FeedKind) {
  const knownOf = openKnowledge(db)
  /** @returns undefined if the record cannot be parsed */
  return ({ id, name, body }: GtinRecord, merge: (stored: Item) => Item): MergedItem | undefined => {
    const stored = parseElement(itemGroup, body).value
    if (!stored) return undefined
    const record = merge(stored)
    const sidesOf = () => {
      const known = knownOf(stored)
      const { item: present } = startRefresh(stored, known)
      const { item: merged } = startRefresh(record, known, stored)
      return { present, merged }
    }
    // Equal records give equal feeds. Most items of a file that is imported again are unchanged.
    if (isSame(stored, record)) return { id, name, fields: [], sides: sidesOf }
    const sides = sidesOf()
    const fields = compareItem(kind, { theirs: sides.present, mine: sides.merged })
    return { id, name, fields, sides: () => sides }
  }
}

/**
 * The draft item that changes a catalog item to its merged values, with the present values as its base.
 * @param at time of the present values, in milliseconds since the epoch
 * @returns undefined if a feed of this kind can change none of the fields that differ
 */
export function stateOfMerged(
  kind: FeedKind,
  { id, name, fields, sides }: MergedItem,
  at: number,
): ItemState | undefined {
  const { changes, ifPresent } = kinds[kind]
  if (ifPresent !== 'replaced' && !fields.some((field) => canCarry(kind, field))) return undefined
  const { present, merged } = sides()
  const [value, before] = [merged, present].map((item) => (changes ? updateOf(item) : item))
  return value && before && { value, base: { item: id, name, kind, at, value: before } }
}
