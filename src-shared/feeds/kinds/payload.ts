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
import type { StatusDocument } from '../status/status-document.ts'

/** An item of either payload. */
export type PayloadItem = IngestItem | ContentPlusFeedItem

/** Code and title of a feed item, to identify it for a person. */
interface ItemSubject {
  /** GTIN-14; without a GTIN the first code as given; in a Content+ feed the item's identifier. */
  code: string
  /** Main code as the sender wrote it. Status answers name the item by it. */
  givenCode: string
  /** '' if the item has none, as in a Content+ feed. */
  title: string
}

export interface ReadOptions {
  namespaceBase?: string | undefined
  limits?: DocumentLimits | undefined
  /** `false`: items are not kept, and the result has no `items`. Saves much memory with a large feed. */
  keep?: boolean
  /**
   * Called with each item as it is read. The returned problems contain their path; lines are added to them.
   */
  each?: (item: PayloadItem, index: number, isNamed: (path: string) => boolean) => readonly Problem[]
}

export interface ReadPayload extends Omit<Parsed<unknown>, 'value'> {
  /** Absent if the payload cannot be parsed. */
  items?: PayloadItem[]
  /** Content of the root element other than items. */
  unknown?: Unknown[] | undefined
}

/** The two document types of feeds. */
export type PayloadName = 'items' | 'contentplus'

/**
 * Document type of a feed, with its readers and writers. All items passed to it must have this payload type.
 */
export interface Payload {
  readonly name: PayloadName
  readonly document: DocumentDescription
  readonly item: Group
  /** Member of the root element that contains the items. */
  readonly itemMember: Member
  /** Path in problems for the only item of a payload. */
  readonly onlyItem: string
  /** Document with which the service acknowledges a feed. */
  readonly acknowledgement: typeof documents.itemFeedAcknowledgement
  /** Document with which the service reports the progress of a feed. */
  readonly status: StatusDocument
  /** Whether items are identified by catalog identifiers; otherwise by product codes. */
  readonly isById: boolean
  /** Whether a status request without an identifier returns the newest feed (specification, endpoint 11). */
  readonly hasNewest: boolean
  /** Whether the feed changes item records; Content+ for single retailers is not part of a record. */
  readonly changesRecords: boolean
  /** Members of an item that may contain its picture's address, best first. */
  readonly pictures: readonly string[]
  /** A minimal item that contains the text and nothing else. */
  readonly itemHolding: (text: string) => PayloadItem
  readonly subject: (item: PayloadItem) => ItemSubject
  /** All product codes of an item, as given. */
  readonly codesGiven: (item: PayloadItem) => string[]
  /** GTINs of an item; two items of a feed with a common GTIN are duplicates. */
  readonly gtins: (item: PayloadItem) => string[]
  readonly read: (xml: string | Uint8Array, options?: ReadOptions) => ReadPayload
  readonly write: (
    items: readonly PayloadItem[],
    options?: { indent?: number; namespaceBase?: string | undefined; unknown?: Unknown[] | undefined },
  ) => string
  /** Validates against the schema, without business rules. */
  readonly validate: (items: readonly PayloadItem[]) => Problem[]
  /** Parses the XML element of one item, as typed. */
  readonly readItem: (text: string) => Parsed<PayloadItem>
  /** The XML element of one item, indented for reading. */
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

/** @param document its root must contain a list `item` of `item` elements */
export function payload<G extends Group, I extends PayloadItem>(
  document: DocumentDescription<G>,
  item: Group,
  { subject, codesGiven, gtins, ...traits }: Traits<I>,
): Payload {
  const itemMember = document.group.elements.get('item')
  if (itemMember === undefined) throw new Error(`${document.root} has no items`)
  // The schema types do not express that a root with items is `{ item }`.
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
      const { value, ...report } = parseDocument(document, xml, {
        ...options,
        each: each && ((one, index, isNamed) => each(one as PayloadItem, index, isNamed)),
      })
      if (value === undefined) return report
      const { item: items, unknown } = value as unknown as { item: PayloadItem[]; unknown?: Unknown[] }
      return { items, unknown, ...report }
    },
    write: (items, { unknown, ...options } = {}) => writeDocument(document, rootOf(items, unknown), options),
    validate: (items) => validate(document, rootOf(items)),
    readItem: (text) => parseElement(item, text, { role: 'request' }) as Parsed<PayloadItem>,
    writeItem: (one) => writeElement(item, 'item', one as ValueOf<Group>, { indent: 2 }),
  }
}
