/**
 * Names of grid columns. A name is the keys from an item's value to a text, joined by slashes. A number is the
 * index of a list entry: `productCodes/0/text`. A key with an equals sign is the identifier of an entry:
 * `retailer/=1001/sellCopy` is the sell copy for the retailer 1001, wherever it is in the list.
 */

/** The entry of a list with this attribute `id`. */
interface EntryKey {
  id: string
}
export type ColumnKey = string | number | EntryKey

export const isEntryKey = (key: ColumnKey | undefined): key is EntryKey => typeof key === 'object'

/** Longest encoded identifier that a column name can contain. */
const maxIdLength = 200

/** The part of a column name for an entry; undefined if the identifier cannot be part of a name. */
export function entryName(id: string): string | undefined {
  if (id === '' || !id.isWellFormed()) return undefined
  const encoded = encodeURIComponent(id)
  return encoded.length > maxIdLength ? undefined : `=${encoded}`
}

/** @throws URIError if an identifier is not encoded as by `entryName` */
const keyOf = (part: string): ColumnKey =>
  part.startsWith('=') ? { id: decodeURIComponent(part.slice(1)) } : /^\d+$/.test(part) ? Number(part) : part

/** The keys of a column name. */
export const keysOfColumn = (column: string): ColumnKey[] => column.split('/').map(keyOf)
