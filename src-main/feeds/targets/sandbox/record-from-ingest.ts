/**
 * Converts a feed item into a catalog record, by the mapping in src-shared/vocabulary, with the record's
 * identifier and timestamps. Pure, so that the ingestion and the file import share it. Content+ is not part
 * of a record; it is stored in `retailer_content`.
 */
import { parseDerivedView } from '../../../../src-shared/views.ts'
import type { IngestItem, IngestMedium } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { type Item, item as itemGroup, type Medium } from '../../../../src-shared/vocabulary/elements/item.ts'
import { writeElement } from '../../../../src-shared/vocabulary/kit/kit.ts'
import {
  mediumType,
  type RecordNames,
  recordAndFeed,
} from '../../../../src-shared/vocabulary/record-and-feed.ts'
import { openServedPictures, pictureAddress } from '../../../media/index.ts'
import type { Database } from '../../../storage/index.ts'

export interface RecordContext {
  /** Identifier of the record. */
  id: string
  /** Milliseconds since the epoch. */
  now: number
  /** User who sent the feed. */
  username: string
  names: RecordNames
  /** `created` of the replaced record, if any. */
  created?: Item['created']
  /** Returns the existing medium for a sent one, if the catalog has the picture. */
  keptMedium?(sent: IngestMedium): Medium | undefined
}

/** The `<item>` element as UTF-8, without a namespace declaration. */
export const recordFromIngest = (item: IngestItem, context: RecordContext): Uint8Array =>
  recordBytes(recordValue(item, context))

/** A record as the sandbox stores it: `<item>` as UTF-8, without a namespace declaration. */
export const recordBytes = (record: Item): Uint8Array =>
  new TextEncoder().encode(writeElement(itemGroup, 'item', withShortTexts(record)))

/** Adds empty short texts where a record has none, for readers that match lists by position. */
const withShortTexts = (record: Item): Item => ({
  ...record,
  marketingDescription: record.marketingDescription ?? '',
  otherDescription: record.otherDescription ?? '',
  ecommerceDescription: atLeastEmpty(record.ecommerceDescription),
  manufacturerEcommerceDescription: atLeastEmpty(record.manufacturerEcommerceDescription),
})
const atLeastEmpty = <T>(texts: (T | { text: string })[] | undefined): (T | { text: string })[] =>
  texts === undefined || texts.length === 0 ? [{ text: '' }] : texts

/** Timestamp of a record: ISO 8601 with a numeric offset, because not every reader accepts `Z`. */
export const timestamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('Z', '+00:00')

/** The record as a value, with only the values of the feed. */
export function recordValue(item: IngestItem, context: RecordContext): Item {
  const { id, now, username, names, created, keptMedium } = context
  const stamp = { id: username, text: timestamp(now) }
  const record: Item = { id, status: 'P', created: created ?? stamp, lastUpdated: stamp, attributes: {} }
  recordAndFeed.toRecord(item, record, { id, moment: stamp.text, names, item, keptMedium })
  return record
}

/** Returns the existing medium for a sent one; undefined if the picture is new to the catalog. */
type KeptMedium = (sent: IngestMedium) => Medium | undefined

/**
 * Recognizes sent media whose pictures the catalog already has. A client that returns one of our answers
 * refers to pictures by our own URLs, which expire; the record then keeps the source URL and all other values
 * of the medium. A view that we derived from a picture, such as `E_A1C1_600x600`, represents that picture.
 */
export function openKeptMedia(db: Database) {
  const served = openServedPictures(db)
  /** @param present media of the replaced record */
  return (present: readonly Medium[], now: number): KeptMedium =>
    (sent) => {
      const url = sent.url ?? ''
      const picture = served(url)
      const addresses = picture?.addresses ?? [pictureAddress(url)]
      const same = present.filter((medium) => addresses.includes(pictureAddress(medium.url ?? '')))
      const derived = picture && parseDerivedView(sent.view ?? '')
      const view = derived?.source ?? sent.view
      const type = mediumType(sent)
      // A derived view always has the type "edited".
      const found = same.find(
        (medium) => medium.view === view && (derived || (medium.type === 'edited') === (type === 'edited')),
      )
      // A sender's own URL may have a new signature, which is kept; our own URL must not be stored in the
      // record.
      if (found) return picture ? found : { ...found, url }
      if (!picture) return undefined
      const [otherView] = same
      if (otherView) return derived ? otherView : { ...otherView, view, type }
      return {
        type: derived ? 'original' : type,
        view,
        mimeType: picture.mimeType,
        imageSource: 'feed',
        added: timestamp(now),
        description: '',
        url: picture.addresses[0],
      }
    }
}
