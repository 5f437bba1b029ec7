import { type FeedKind, kinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import { entryName, isEntryKey, keysOfColumn } from './column-keys.ts'
import { type DraftColumn, draftColumns } from './columns.ts'

/** A retailer for whom items of a draft contain content. */
export interface DraftRetailer {
  id: string
  /** Name in the list of retailers, or else the identifier. Unique among the retailers of a draft. */
  name: string
}

/** Maximum number of retailers of a draft that have columns of their own, the most frequent first. */
export const maxRetailers = 20

/** Key of the list with one entry for each retailer in an item's value; undefined if the kind has none. */
export const retailerList = (kind: FeedKind): string | undefined =>
  kinds[kind].payload.item.members.find(
    ({ type, cardinality }) =>
      (cardinality === 'list' || cardinality === 'repeated') &&
      type.kind === 'group' &&
      type.attributes.get('id')?.lookup === 'retailer',
  )?.key

/** Position of a retailer in the list of an item, from 1; 0 if it is not there. */
export function entryOf(value: PayloadItem, retailer: string): number {
  const list =
    'retailer' in value ? value.retailer : 'manufacturerContent' in value ? value.manufacturerContent : []
  return (list ?? []).findIndex(({ id }) => id === retailer) + 1
}

/** The columns of the first retailer of an item, without the one of its identifier. */
export function firstRetailerColumns(kind: FeedKind): readonly DraftColumn[] {
  const list = retailerList(kind)
  return list === undefined
    ? []
    : draftColumns(kind).filter(({ column }) => column.startsWith(`${list}/0/`) && column !== `${list}/0/id`)
}

/** The name of the column with the same field for one retailer. */
const columnFor = (retailer: string, { column }: DraftColumn): string | undefined => {
  const [list = '', , ...below] = column.split('/')
  const entry = entryName(retailer)
  return entry && [list, entry, ...below].join('/')
}

/** Columns of each of the retailers, in this order. */
export function retailerColumns(kind: FeedKind, retailers: readonly DraftRetailer[]): DraftColumn[] {
  const fields = firstRetailerColumns(kind)
  return retailers.flatMap(({ id, name }) =>
    fields.flatMap((field) => {
      const column = columnFor(id, field)
      return column === undefined
        ? []
        : [{ ...field, column, around: [name, ...field.around.slice(1)], retailer: id }]
    }),
  )
}

/**
 * The column with a name; undefined if the kind of feed has none. A column of one retailer has the labels of
 * the first retailer.
 */
export function columnNamed(kind: FeedKind, name: string): DraftColumn | undefined {
  const entry = name.split('/').find((part) => part.startsWith('='))
  if (entry === undefined) return draftColumns(kind).find(({ column }) => column === name)
  const key = keysOfColumn(name).find(isEntryKey)
  if (!key) return undefined
  const field = firstRetailerColumns(kind).find((one) => columnFor(key.id, one) === name)
  return field && { ...field, column: name, retailer: key.id }
}
