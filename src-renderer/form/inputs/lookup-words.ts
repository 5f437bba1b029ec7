import { plural, t } from '@lingui/core/macro'
import type { InCommon, ListKind, LookupEntry, LookupOption } from '../../../src-shared/catalog/model.ts'
import { fold } from '../../../src-shared/values/fold.ts'
import type { Option } from '../../ui/inputs/select.tsx'
import { wholeNumber } from '../../ui/text/words.ts'

export const listWords: Record<ListKind, { one: string; many: string }> = {
  manufacturer: { one: t`manufacturer`, many: t`manufacturers` },
  brand: { one: t`brand`, many: t`brands` },
  distributor: { one: t`distributor`, many: t`distributors` },
  retailer: { one: t`retailer`, many: t`retailers` },
  category: { one: t`category`, many: t`categories` },
}

/** For example `34 items`; `34 of 50 items` when not all compared items have the entry. */
function itemsOf({ items, of, isPart }: InCommon): string {
  if (items === of && !isPart) return plural(items, { one: '# item', other: '# items' })
  return t`${wholeNumber(items)} of ${isPart ? t`the ${wholeNumber(of)} newest items` : plural(of, { one: '# item', other: '# items' })}`
}

/** Relation of an entry to the items that have it. Distributors and importers share one list. */
const relation: Record<ListKind, string> = {
  manufacturer: t`Manufacturer of`,
  brand: t`Brand of`,
  distributor: t`Distributor or importer of`,
  retailer: t`Has content for`,
  category: t`Category of`,
}

/**
 * What an entry has in common with the item being edited, for example `Manufacturer of 34 items of this
 * brand`.
 */
function commonWords(kind: ListKind, common: InCommon): string {
  const items = `${relation[kind]} ${itemsOf(common)}`
  if (common.by === 'brand') return t`${items} of this brand`
  if (common.by === 'manufacturer') return t`${items} of this manufacturer`
  return t`${items} whose GTIN begins with ${common.digits ?? ''}, as this one does`
}

/** Returns the label of an entry: its name, and its identifier only if another of these has the same name. */
export function entryLabels(entries: readonly LookupEntry[]): (entry: LookupEntry) => string {
  const counts = new Map<string, number>()
  for (const { name } of entries) counts.set(fold(name), (counts.get(fold(name)) ?? 0) + 1)
  return ({ id, name }) => ((counts.get(fold(name)) ?? 0) > 1 ? t`${name} (identifier ${id})` : name || id)
}

/** Entries as options: name, path in the tree, and what an entry has in common with the item. */
export function optionsOfEntries(kind: ListKind, entries: readonly LookupOption[]): Option[] {
  const labelOf = entryLabels(entries)
  return entries.map((entry) => ({ value: entry.id, label: labelOf(entry), note: noteOf(kind, entry) }))
}

function noteOf(kind: ListKind, { path = [], common = [], isSimilar }: LookupOption): string | undefined {
  const notes = [
    ...(isSimilar ? [t`Similar name`] : []),
    ...(path.length > 0 ? [t`in ${path.join(' › ')}`] : []),
    ...common.map((one) => commonWords(kind, one)),
  ]
  return notes.length > 0 ? notes.join('. ') : undefined
}
