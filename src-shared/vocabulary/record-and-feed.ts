/**
 * Maps records to feeds: one row per pair of fields, in the order of the feed, with its label and its
 * columns in an item table. These operations use the rows: ingestion, a refresh draft made from an item,
 * the list of values a feed removes, restoring from history, the columns of an exported table, and the
 * merge of an import. The type of a row is in correspondence/row.ts. Of Content+, a record has only the
 * manufacturer's e-commerce description.
 */

import { say } from '../texts/say.ts'
import { gtin14 } from '../values/gtin.ts'
import { fieldRow, groupRow, rowsOf, sameRow, textRow } from './correspondence/kinds-of-rows.ts'
import { mediaRow } from './correspondence/media-rows.ts'
import { packageRows } from './correspondence/package-rows.ts'
import { itemManufacturerRow, productsRow, typeRow } from './correspondence/product-rows.ts'
import { type Row, under } from './correspondence/row.ts'
import {
  filled,
  inOneCell,
  isNothing,
  isSame,
  lacking,
  mergeBy,
  shownFlag,
  unknownNames,
} from './correspondence/values.ts'
import type { LanguageEntry } from './elements/content-plus.ts'
import type { IngestItem } from './elements/ingest.ts'
import type { Category, Item, Party } from './elements/item.ts'
import { feedTexts, languageOf, mergeFileTexts, recordTexts, shownText } from './languages.ts'

/** Whether a record shows one of the texts that the feed has in several languages, without its language. */
function showsOneOf(now: readonly LanguageEntry[], then: readonly LanguageEntry[]): boolean {
  if (isSame(now, then)) return true
  const [only, ...others] = now.filter(({ text }) => text.trim() !== '')
  return (
    only !== undefined &&
    others.length === 0 &&
    !only.lang &&
    then.some(({ text }) => isSame(text, only.text))
  )
}

const texts = {
  many: false,
  isLoose: true,
  isSame: showsOneOf,
  toRecord: recordTexts,
  toFeed: (value: LanguageEntry[]) => feedTexts(value),
  missing(present: LanguageEntry[], next: LanguageEntry[] | undefined) {
    const gone = lacking(present, next, languageOf)
    return gone && say`in these languages: ${gone}`
  },
  merge: mergeFileTexts,
  columns: [{ cell: (all: LanguageEntry[]) => shownText(all)?.text }],
}

/** A party with only a name. */
export const partyNamed = (name: string): Party => ({ name, address: '', email: '', phone: '', url: '' })
const isParty = (party: Party): boolean => !isNothing(party)
const partyRow = <
  RK extends 'packageDistributor' | 'packageImporter',
  FK extends 'distributorId' | 'importerId',
>(
  record: RK,
  feed: FK,
  label: string,
) =>
  fieldRow<RK, FK, Party, string>({
    record,
    feed,
    label,
    toRecord: (id, { names }) => (id ? partyNamed(names.distributor(id) ?? id) : undefined),
    // A party with an ambiguous identifier is omitted, and the checks report it.
    toFeed(party, { distributorIds }) {
      const [id, ...others] = filled(party.name) ? distributorIds(filled(party.name) ?? '') : []
      return others.length === 0 ? id : undefined
    },
    show: (party) => (isParty(party) ? filled(party.name) : undefined),
    isSame: (now, then) => isSame(now.name, then.name),
    carried: { without: ['address', 'email', 'phone', 'url'] },
    // A file has only the name: if it is unchanged, the record keeps the address and the other members.
    merge: (stored, imported) => (imported.name === stored?.name ? stored : imported),
    columns: [{ cell: ({ name }) => name }],
  })

/**
 * A file may have only some categories of a record, and only their identifiers. If the record has all of
 * them, it keeps its categories with their labels and schemes.
 */
function mergeCategories(stored: Category[] | undefined, imported: Category[]): Category[] | undefined {
  const known = new Map(stored?.map((one) => [one.id, one]))
  const isThere = ({ id, type, text }: Category) => {
    const one = known.get(id)
    return one !== undefined && (text === id || type === one.type)
  }
  if (!imported.every(isThere)) return mergeBy(stored, imported, ({ type }) => type ?? '')
  const labels = new Map(imported.filter(({ id, text }) => text !== id).map(({ id, text }) => [id, text]))
  return stored?.map((one) => ({ ...one, text: labels.get(one.id) ?? one.text }))
}

const categoryWords = ({ id, text }: Category): string => filled(text) ?? filled(id) ?? ''
const categoryRow = fieldRow<'categories', 'categoryId', Category[], string>({
  record: 'categories',
  feed: 'categoryId',
  label: say`category`,
  paths: { record: 'categories/category' },
  toRecord(id, { names }) {
    const known = names.category?.(id)
    return [{ type: known?.scheme ?? 'category', id, text: known?.label ?? id }]
  },
  toFeed: (categories) => categories.find(({ id }) => filled(id))?.id,
  show: ([first]) => first && categoryWords(first),
  missing: (present, next) =>
    lacking(
      present,
      present.filter(({ id }) => next?.some((one) => one.id === id)),
      categoryWords,
    ),
  isSame: (now, then) => then.every(({ id }) => now.some((one) => one.id === id)),
  carried: { without: ['@type'], byIdentifier: true },
  merge: mergeCategories,
  columns: [
    {
      heading: 'All categories',
      isForReadingOnly: true,
      cell: (all) => inOneCell(all.map(({ type, id, text }) => [type, id, text].filter(Boolean).join(' '))),
    },
  ],
})

type Codes = NonNullable<Item['upcs']>
const codesRow = fieldRow<'upcs', 'productCodes', Codes, Codes>({
  record: 'upcs',
  feed: 'productCodes',
  label: say`product codes`,
  many: true,
  isLoose: true,
  toRecord: (codes) => codes.map(({ type, text }) => ({ type, text: text.trim() })),
  toFeed: (codes) => codes.map(({ type, text }) => ({ type: type || 'GTIN', text })),
  missing: (present, next) => {
    const gtins = new Set(next?.map(({ text }) => gtin14(text.trim()) ?? text.trim()))
    return lacking(
      present.filter(({ text }) => !gtins.has(gtin14(text.trim()) ?? text.trim())),
      [],
      ({ text }) => text.trim(),
    )
  },
  carried: { byUpdate: true },
  /** The stored codes and the new codes of the file; the spelling of a stored code is kept. */
  merge(stored = [], imported) {
    const known = new Set(stored.map(({ text }) => gtin14(text)))
    return [...stored, ...imported.filter(({ text }) => !known.has(gtin14(text)))]
  },
  columns: [
    {
      isForReadingOnly: true,
      cell: (codes) => inOneCell(codes.map(({ type, text }) => [type, text].filter(Boolean).join(' '))),
    },
  ],
})

/** The e-commerce description in the Content+ for all retailers. */
const contentDescription = fieldRow<
  'manufacturerEcommerceDescription',
  'ecommerceDescription',
  LanguageEntry[],
  LanguageEntry[]
>({
  record: 'manufacturerEcommerceDescription',
  feed: 'ecommerceDescription',
  label: say`a manufacturer e-commerce description`,
  ...texts,
})
const contentRow: Row<Item, IngestItem> = {
  toRecord: ({ contentPlus = {} }, record, context) =>
    contentDescription.toRecord(contentPlus, record, context),
  toFeed(record, feed, context) {
    const made = feed.contentPlus ?? {}
    contentDescription.toFeed(record, made, context)
    if (!isNothing(made)) feed.contentPlus = made
  },
  remember(now, then, { contentPlus = {} }, feed, memory, at) {
    const made = feed.contentPlus ?? {}
    contentDescription.remember(now, then, contentPlus, made, memory, {
      ...at,
      feed: under(at.feed, 'contentPlus'),
    })
    if (!isNothing(made)) feed.contentPlus = made
  },
  contradicts: () => false,
  dropped: (present, next, at) =>
    contentDescription.dropped(present, next, { ...at, feed: under(at.feed, 'contentPlus') }),
  carried: (at) => contentDescription.carried({ ...at, feed: under(at.feed, 'contentPlus') }),
  merge: (stored, imported, merged, file) => contentDescription.merge(stored, imported, merged, file),
  columns: (at) => contentDescription.columns({ ...at, feed: under(at.feed, 'contentPlus') }),
}

const itemRows: readonly Row<Item, IngestItem>[] = [
  typeRow,
  sameRow<'companyTrackingId', { id?: string | undefined; name?: string | undefined }>(
    'companyTrackingId',
    say`company tracking`,
    {
      show: ({ id, name }) => filled(id) ?? filled(name),
      merge: (stored, imported) => ({
        ...stored,
        id: imported.id ?? stored?.id,
        name: imported.name ?? stored?.name,
      }),
      columns: [
        { below: '@id', cell: ({ id }) => id },
        { below: '@name', cell: ({ name }) => name },
      ],
    },
  ),
  textRow('name', 'ecommerceTitle', say`the name`, { show: (name) => filled(name) }),
  fieldRow<'ecommerceDescription', 'ecommerceDescription', LanguageEntry[], LanguageEntry[]>({
    record: 'ecommerceDescription',
    feed: 'ecommerceDescription',
    label: say`an e-commerce description`,
    ...texts,
    carried: { byUpdate: true },
  }),
  textRow('marketingDescription', 'frontOfPackageText', say`a marketing description`),
  textRow('otherDescription', 'restOfPackageText', say`another description`),
  codesRow,
  itemManufacturerRow,
  partyRow('packageDistributor', 'distributorId', say`distributor`),
  partyRow('packageImporter', 'importerId', say`importer`),
  categoryRow,
  textRow('privateLabelItem', 'privateLabelItem', `${say`private label`}:`, { show: shownFlag }),
  mediaRow,
  groupRow('packageData', packageRows),
  contentRow,
  productsRow,
  sameRow<'attributes', NonNullable<Item['attributes']>>('attributes', 'attributes', {
    many: true,
    show: ({ unknown }) => unknownNames(unknown),
    merge: (stored, imported) => stored ?? imported,
  }),
]

/** All rows as one row for an entire item. */
export const recordAndFeed: Row<Item, IngestItem> = rowsOf(itemRows)

/** A field of a feed that no record shows, with the reason; a refresh made only from a record lacks it. */
interface Unseen {
  /** Below the item, without positions. */
  path: string
  label: string
  reason: string
}

/**
 * The only fields that may be wrong or missing in a refresh made from a record, if no earlier feed of this
 * workspace is known. A check lists them for each item before the feed is sent.
 */
export const unseenInRecords: readonly Unseen[] = [
  {
    path: '@type',
    label: 'the kind of the item',
    reason: say`A record gives the kind of its products only.`,
  },
  {
    path: 'manufacturerId',
    label: 'the manufacturer of the item as a whole',
    reason: say`A record names the manufacturers of its products only.`,
  },
  {
    path: 'products/product/brandDescription',
    label: 'the brand in words',
    reason: say`A record has the name that the list of brands has.`,
  },
  {
    path: 'media/medium',
    label: 'addresses of pictures',
    reason: say`A record has the address the service serves a picture under, and only pictures the service has.`,
  },
  {
    path: 'contentPlus',
    label: 'Content+',
    reason: say`The only Content+ of a record is its e-commerce description.`,
  },
  {
    path: 'manufacturerContent',
    label: 'retailer content',
    reason: say`A record has no content for retailers.`,
  },
]

export { mediumType } from './correspondence/media-rows.ts'
export {
  atItem,
  type Column,
  type Dropped,
  type Memory,
  type RecordNames,
  type RememberedField,
  type ToFeed,
} from './correspondence/row.ts'
export { isNothing } from './correspondence/values.ts'
