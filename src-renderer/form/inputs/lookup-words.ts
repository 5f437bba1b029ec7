import type { InCommon, ListKind, LookupOption } from '../../../src-shared/catalog/model.ts'
import type { Option } from '../../ui/select.tsx'
import { counted, wholeNumber } from '../../ui/words.ts'

export const listWords: Record<ListKind, { one: string; many: string }> = {
  manufacturer: { one: 'manufacturer', many: 'manufacturers' },
  brand: { one: 'brand', many: 'brands' },
  distributor: { one: 'distributor', many: 'distributors' },
  retailer: { one: 'retailer', many: 'retailers' },
  category: { one: 'category', many: 'categories' },
}

/** `34 items`; with the number that was looked at, where not all of them have the entry. */
function itemsOf({ items, of, isPart }: InCommon): string {
  if (items === of && !isPart) return counted(items, 'item')
  return `${wholeNumber(items)} of ${isPart ? `the ${wholeNumber(of)} newest items` : counted(of, 'item')}`
}

/** What an entry is to the items that have it. Records name distributors and importers out of one list. */
const standing: Record<ListKind, string> = {
  manufacturer: 'Manufacturer of',
  brand: 'Brand of',
  distributor: 'Distributor or importer of',
  retailer: 'Has content for',
  category: 'Category of',
}

/** What an entry has in common with the item it is chosen for: `Manufacturer of 34 items of this brand`. */
function commonWords(kind: ListKind, common: InCommon): string {
  const items = `${standing[kind]} ${itemsOf(common)}`
  if (common.by === 'brand') return `${items} of this brand`
  if (common.by === 'manufacturer') return `${items} of this manufacturer`
  return `${items} whose GTIN begins with ${common.digits}, as this one does`
}

/** An entry as an option: its name, where it stands in the tree, and what it has in common with the item. */
export function optionOf(kind: ListKind, { id, name, path = [], common = [] }: LookupOption): Option {
  const notes = [
    ...(path.length > 0 ? [`in ${path.join(' › ')}`] : []),
    ...common.map((one) => commonWords(kind, one)),
  ]
  return { value: id, label: `${name} (${id})`, note: notes.length > 0 ? notes.join('. ') : undefined }
}
