/**
 * Compares a sent item with what the catalog shows of it, field by field, in feed form. Both sides are converted
 * by the same table (record-and-feed.ts), so that only values that a record can show are compared. Pure, and
 * linear in the size of the item, apart from its short lists.
 */

import { gtin14 } from '../../values/gtin.ts'
import { unitSymbol } from '../../values/units.ts'
import { isNothing } from '../../vocabulary/correspondence/values.ts'
import type { ContentPlusFeedItem, ContentPlusFeedRetailer } from '../../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import type { Item } from '../../vocabulary/elements/item.ts'
import type { Group, Member } from '../../vocabulary/kit/description.ts'
import { entryLabel, type PlaceLabel } from '../../vocabulary/place-label.ts'
import { type RecordNames, recordAndFeed, type ToFeed } from '../../vocabulary/record-and-feed.ts'
import type { Keys } from '../draft/slices.ts'
import { type FeedKind, kinds } from '../kinds/kinds.ts'
import type { PayloadItem } from '../kinds/payload.ts'
import { isEquivalent } from './align-lists.ts'

/** A sent field, and the value that the catalog shows in its place. */
export interface SentField {
  keys: Keys
  /** From outermost to innermost. */
  labels: PlaceLabel[]
  isShown: boolean
  sent: string
  /** Empty if the catalog shows no value. */
  found: string
}

/** What this workspace stores for an item. */
export interface ShownItem {
  /** Absent: the catalog has no such item, or its record cannot be read. */
  record?: Item | undefined
  /** Content+ stored in addition to the record, by a sandbox; absent: only records are known. */
  content?: Pick<IngestItem, 'contentPlus' | 'manufacturerContent'> & { retailer: ContentPlusFeedRetailer[] }
}

interface ShownContext extends ToFeed {
  names: RecordNames
}

/** The fields of a sent item that can be compared with the catalog, and the number of those that cannot. */
export function shownFields(
  kind: FeedKind,
  item: PayloadItem,
  shown: ShownItem,
  context: ShownContext,
): { fields: SentField[]; unseen: number } {
  const group = kinds[kind].payload.item
  const { sent, used, found } =
    kinds[kind].payload.name === 'items'
      ? sidesOfItem(kind, item as IngestItem, shown, context)
      : sidesOfContentPlus(item as ContentPlusFeedItem, shown)
  return {
    fields: [...fieldsIn(kind, group, sent, found, [], [])],
    unseen: countMissing(group, used, sent),
  }
}

interface Sides {
  /** The sent values that the catalog can show. */
  sent: object
  /** All values that the feed changes. */
  used: object
  found: object
}

function sidesOfItem(
  kind: FeedKind,
  item: IngestItem,
  { record, content }: ShownItem,
  context: ShownContext,
): Sides {
  const { changes } = kinds[kind]
  const only = <T extends object>(value: T): T =>
    changes === undefined
      ? value
      : (Object.fromEntries(Object.entries(value).filter(([key]) => changes.includes(key))) as T)
  const made: Item = {}
  recordAndFeed.toRecord(item, made, { id: '', moment: '', names: context.names, item })
  const [sent, found]: [IngestItem, IngestItem] = [{}, {}]
  recordAndFeed.toFeed(made, sent, context)
  if (record) recordAndFeed.toFeed(record, found, context)
  if (content) {
    sent.contentPlus = { ...sent.contentPlus, ...item.contentPlus }
    sent.manufacturerContent = item.manufacturerContent
    // The e-commerce description of the record has priority over that of the content.
    found.contentPlus = { ...content.contentPlus, ...found.contentPlus }
    found.manufacturerContent = content.manufacturerContent
  }
  return { sent: only(sent), used: only(item), found }
}

/** Of the Content+ of a feed, a record shows one e-commerce description, of one of the retailers. */
function sidesOfContentPlus({ retailer = [] }: ContentPlusFeedItem, { record, content }: ShownItem): Sides {
  // The identifiers are no content.
  const used = { retailer }
  if (content) return { sent: used, used, found: { retailer: content.retailer } }
  const texts = (record?.manufacturerEcommerceDescription ?? []).map(({ text }) => text)
  const isShown = (text: string | undefined) => texts.some((one) => isSameValue(one, text))
  const isAnyShown = retailer.some(({ ecommerceDescription }) => isShown(ecommerceDescription))
  const seen = retailer.filter(
    ({ ecommerceDescription }) =>
      !isNothing(ecommerceDescription) && (!isAnyShown || isShown(ecommerceDescription)),
  )
  return {
    used,
    sent: { retailer: seen.map(({ id, ecommerceDescription }) => ({ id, ecommerceDescription })) },
    found: {
      retailer: seen.map(({ id, ecommerceDescription }) => ({
        id,
        ecommerceDescription: isShown(ecommerceDescription) ? ecommerceDescription : texts[0],
      })),
    },
  }
}

type Tree = Record<string, unknown>
const treeOf = (value: unknown): Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Tree) : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Whether a group is one value: a measure with its unit, a text with its language, a picture. */
const isValue = ({ members }: Group): boolean => members.every(({ type }) => type.kind === 'leaf')
/** Members that identify an entry of a list; they are no fields of their own. */
const isIdentity = (group: Group, { key, place }: Member): boolean =>
  place === 'attribute' && (key === 'id' || key === 'sequence') && !isValue(group)

function* fieldsIn(
  kind: FeedKind,
  group: Group,
  sent: unknown,
  found: unknown,
  keys: Keys,
  labels: readonly PlaceLabel[],
): Generator<SentField> {
  const [ours, theirs] = [treeOf(sent), treeOf(found)]
  for (const member of group.members) {
    const { key, type } = member
    const value = ours[key]
    if (isNothing(value) || isIdentity(group, member)) continue
    const at = {
      keys: [...keys, key],
      labels: member.place === 'text' ? [...labels] : [...labels, member.label],
    }
    if (!Array.isArray(value)) {
      if (type.kind === 'group' && !isValue(type))
        yield* fieldsIn(kind, type, value, theirs[key], at.keys, at.labels)
      else yield field(at, value, theirs[key], isSameValue(value, theirs[key]))
      continue
    }
    const others = listOf(theirs[key]).filter((entry) => !isNothing(entry))
    const entries = value.filter((entry) => !isNothing(entry))
    if (type.kind === 'leaf') {
      const isPart = kinds[kind].addsToLists && !kinds[kind].replacesTextLists
      const isShown = isPart
        ? entries.every((entry) => others.some((other) => isSameValue(entry, other)))
        : isSameValue(entries, others)
      yield field(at, entries, others, isShown)
      continue
    }
    const left = [...others]
    const take = (fits: (other: unknown) => boolean): unknown => {
      const index = left.findIndex(fits)
      return index === -1 ? undefined : left.splice(index, 1)[0]
    }
    if (!isValue(type)) {
      for (const [index, entry] of entries.entries()) {
        const { id } = treeOf(entry)
        const other = isNothing(id) ? left.shift() : take((one) => treeOf(one)['id'] === id)
        const name = isNothing(id) ? String(index + 1) : String(id)
        const inner = entries.length > 1 || !isNothing(id) ? [...at.labels, name] : at.labels
        yield* fieldsIn(kind, type, entry, other, [...at.keys, index], inner)
      }
      continue
    }
    // Equal entries first, so that an entry is not compared with the value of another one.
    const pairs = entries.map((entry) => ({ entry, other: take((one) => isSameEntry(entry, one)) }))
    for (const [index, { entry, other }] of pairs.entries()) {
      const named = nameOf(entry)
      const place = { keys: [...at.keys, index], labels: named ? [...at.labels, named] : at.labels }
      if (other !== undefined) yield field(place, entry, other, true)
      else
        yield field(
          place,
          entry,
          take((one) => isSamePlace(entry, one)),
          false,
        )
    }
  }
}

/** Number of the fields of `used` that `sent` lacks. */
function countMissing(group: Group, used: unknown, sent: unknown): number {
  const [all, some] = [treeOf(used), treeOf(sent)]
  return group.members.reduce((sum, member) => {
    const { key, type } = member
    if (isNothing(all[key]) || isIdentity(group, member)) return sum
    if (type.kind === 'leaf') return sum + (isNothing(some[key]) ? 1 : 0)
    const [entries, others] = [entriesOf(all[key]), entriesOf(some[key])]
    if (isValue(type)) return sum + Math.max(0, entries.length - others.length)
    const missing = entries.map((entry, index) => {
      const { id } = treeOf(entry)
      const other = isNothing(id) ? others[index] : others.find((one) => treeOf(one)['id'] === id)
      return countMissing(type, entry, other)
    })
    return missing.reduce((total, count) => total + count, sum)
  }, 0)
}
const entriesOf = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((entry) => !isNothing(entry))

/** Whether a list entry of the catalog is the sent one. A picture has another address at the service. */
function isSameEntry(sent: unknown, found: unknown): boolean {
  const [ours, theirs] = [treeOf(sent), treeOf(found)]
  if (!isNothing(ours['view'])) return isSamePlace(sent, found)
  // A record gives a language only where there are several, and a Content+ feed none.
  if (isNothing(ours['lang']) || isNothing(theirs['lang']))
    return isSameValue({ ...ours, lang: undefined }, { ...theirs, lang: undefined })
  return isSameValue(sent, found)
}

function isSamePlace(sent: unknown, found: unknown): boolean {
  const [ours, theirs] = [treeOf(sent), treeOf(found)]
  if (!isNothing(ours['view']))
    return isSameValue([ours['view'], ours['code']], [theirs['view'], theirs['code']])
  if (!isNothing(ours['lang']) && !isNothing(theirs['lang'])) return isSameValue(ours['lang'], theirs['lang'])
  return true
}

/** Equality of two values, apart from spaces, trailing zeros of decimals and leading zeros of GTINs. */
function isSameValue(one: unknown, other: unknown): boolean {
  return isEquivalent(canonical(one), canonical(other))
}

/** A decimal number without zeros at its end. */
function withoutZeros(number: string): string {
  let end = number.length
  while (number[end - 1] === '0') end--
  return number.slice(0, number[end - 1] === '.' ? end - 1 : end)
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, canonical(inner)]))
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (/^\d{1,20}\.\d{1,20}$/.test(text)) return withoutZeros(text)
  return /^\d{8,14}$/.test(text) ? (gtin14(text) ?? text) : text
}

/** Name of an entry of a list: its view or language. */
function nameOf(entry: unknown): PlaceLabel | undefined {
  for (const key of ['view', 'lang']) {
    const text = treeOf(entry)[key]
    if (typeof text === 'string' && text !== '') return entryLabel(key, text)
  }
  return undefined
}

const field = (
  { keys, labels }: Pick<SentField, 'keys' | 'labels'>,
  sent: unknown,
  found: unknown,
  isShown: boolean,
): SentField => ({ keys, labels, isShown, sent: textOf(sent), found: textOf(found) })

/** Maximum characters of a value in a comparison. */
const maxText = 300

/** A value as one line of text; a long one ends with an ellipsis. */
function textOf(value: unknown): string {
  const text = wordsOf(value).replace(/\s+/g, ' ').trim()
  return text.length > maxText ? `${text.slice(0, maxText - 1).toWellFormed()}…` : text
}
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('; ')
  const { measure, uom, ...rest } = treeOf(value)
  const amount = [measure, typeof uom === 'string' ? unitSymbol(uom) : undefined].filter(
    (one) => !isNothing(one),
  )
  const { lang: _lang, view: _view, text, ...others } = rest
  return [amount.join(' '), wordsOf(text ?? ''), ...Object.values(others).map(wordsOf)]
    .filter(Boolean)
    .join(', ')
}
