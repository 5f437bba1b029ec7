import type { Problem } from '../../problem.ts'
import type { documents } from '../../vocabulary/documents.ts'
import type { ContentPlusFeedItem } from '../../vocabulary/elements/content-plus.ts'
import type { IngestItem } from '../../vocabulary/elements/ingest.ts'
import type { Member } from '../../vocabulary/kit/description.ts'
import {
  type DocumentDescription,
  type DocumentLimits,
  type Group,
  type Parsed,
  parseDocument,
  parseElement,
  type Unknown,
  type ValueOf,
  validate,
  writeDocument,
  writeElement,
} from '../../vocabulary/kit/kit.ts'

/** An item of a feed, of either payload. */
export type PayloadItem = IngestItem | ContentPlusFeedItem

/** What identifies an item of a feed for a person. */
interface ItemSubject {
  /** GTIN-14 of the item; its first code as given where it has no GTIN; in a Content+ feed the item's identifier. */
  code: string
  /** Main code as the sender wrote it: status answers name the item by it. */
  givenCode: string
  /** '' where the item has none, as in a Content+ feed. */
  title: string
}

export interface ReadOptions {
  namespaceBase?: string | undefined
  limits?: DocumentLimits | undefined
  /** `false`: the items are not kept; the result comes without them. A large feed takes much less memory. */
  keep?: boolean
  /** Called with each item as soon as it is read. The problems it returns name their path, and get their line. */
  each?: (item: PayloadItem, index: number, isNamed: (path: string) => boolean) => readonly Problem[]
}

export interface ReadPayload extends Omit<Parsed<unknown>, 'value'> {
  /** Absent when the payload cannot be read. */
  items?: PayloadItem[]
  /** What the root element holds beside its items. */
  unknown?: Unknown[] | undefined
}

/** The two documents that feeds are posted as. */
export type PayloadName = 'items' | 'contentplus'

/** The document of a feed, with its readers and writers. An item given to any of them must be one of this payload. */
export interface Payload {
  readonly name: PayloadName
  readonly document: DocumentDescription
  readonly item: Group
  /** The root's member that holds the items. */
  readonly itemMember: Member
  /** Path of the only item of a payload, as problems name it. */
  readonly onlyItem: string
  /** The service's answer to a feed that it took. */
  readonly acknowledgement: typeof documents.itemFeedAcknowledgement
  readonly statusEndpoint: 'itemFeedStatus' | 'contentPlusStatus'
  /** Whether items are named by the catalog's identifiers; by product codes otherwise. */
  readonly isById: boolean
  /** Whether a status request without an identifier returns the newest feed (specification, endpoint 11). */
  readonly hasNewest: boolean
  /** Whether the feed changes item records; Content+ for single retailers is in no record. */
  readonly changesRecords: boolean
  /** Members of an item that may hold the address of its picture, the best first. */
  readonly pictures: readonly string[]
  /** An item that holds a text and nothing else. */
  readonly itemHolding: (text: string) => PayloadItem
  readonly subject: (item: PayloadItem) => ItemSubject
  /** All product codes of an item, as given. */
  readonly codesGiven: (item: PayloadItem) => string[]
  /** GTINs by which two items of a feed are the same. */
  readonly gtins: (item: PayloadItem) => string[]
  readonly read: (xml: string | Uint8Array, options?: ReadOptions) => ReadPayload
  readonly write: (
    items: readonly PayloadItem[],
    options?: { indent?: number; namespaceBase?: string | undefined; unknown?: Unknown[] | undefined },
  ) => string
  /** Judges by the schema alone. */
  readonly validate: (items: readonly PayloadItem[]) => Problem[]
  /** Reads the element of one item as someone typed it. */
  readonly readItem: (text: string) => Parsed<PayloadItem>
  /** The element of one item on its own, for people. */
  readonly writeItem: (item: PayloadItem) => string
}

type Traits<I> = Omit<
  Payload,
  | 'document'
  | 'item'
  | 'itemMember'
  | 'onlyItem'
  | 'subject'
  | 'codesGiven'
  | 'gtins'
  | 'read'
  | 'write'
  | 'validate'
  | 'readItem'
  | 'writeItem'
> & { subject: (item: I) => ItemSubject; codesGiven: (item: I) => string[]; gtins: (item: I) => string[] }

/** @param document whose root holds a list `item` of `item` elements */
export function payload<G extends Group, I extends PayloadItem>(
  document: DocumentDescription<G>,
  item: Group,
  { subject, codesGiven, gtins, ...traits }: Traits<I>,
): Payload {
  const itemMember = document.group.elements.get('item')
  if (itemMember === undefined) throw new Error(`${document.root} has no items`)
  // The types of the kit do not say that a root with items is `{ item }`.
  const rootOf = (items: readonly PayloadItem[], unknown?: Unknown[]) =>
    ({ item: items, unknown }) as unknown as ValueOf<G>
  return {
    ...traits,
    document,
    item,
    itemMember,
    onlyItem: `${document.root}/item[1]`,
    subject: (one) => subject(one as I),
    codesGiven: (one) => codesGiven(one as I),
    gtins: (one) => gtins(one as I),
    read(xml, { each, ...options } = {}) {
      const { value, ...judged } = parseDocument(document, xml, {
        ...options,
        each: each && ((one, index, isNamed) => each(one as PayloadItem, index, isNamed)),
      })
      if (value === undefined) return judged
      const { item: items, unknown } = value as unknown as { item: PayloadItem[]; unknown?: Unknown[] }
      return { items, unknown, ...judged }
    },
    write: (items, { unknown, ...options } = {}) => writeDocument(document, rootOf(items, unknown), options),
    validate: (items) => validate(document, rootOf(items)),
    readItem: (text) => parseElement(item, text, { role: 'request' }) as Parsed<PayloadItem>,
    writeItem: (one) => writeElement(item, 'item', one as ValueOf<Group>, { indent: 2 }),
  }
}
