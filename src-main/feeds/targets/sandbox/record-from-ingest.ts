/**
 * Makes the catalog's record of an item in a feed: by the correspondence of src-shared/vocabulary, with the record's
 * identifier and stamps. Pure, so that the ingestion and the file import share it. Content+ has no place in a record; it
 * is kept in `retailer_content`.
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
  /** The record's identifier. */
  id: string
  /** Milliseconds since the epoch. */
  now: number
  /** The sender. */
  username: string
  names: RecordNames
  /** `created` of the record that is replaced, if any. */
  created?: Item['created']
  /** The present medium for one that was sent, when the catalog has the picture. */
  keptMedium?(sent: IngestMedium): Medium | undefined
}

/** The `<item>` element as UTF-8, without a namespace declaration. */
export const recordFromIngest = (item: IngestItem, context: RecordContext): Uint8Array =>
  recordBytes(recordValue(item, context))

/** A record of the sandbox as it is kept: `<item>` as UTF-8, without a namespace declaration. */
export const recordBytes = (record: Item): Uint8Array =>
  new TextEncoder().encode(writeElement(itemGroup, 'item', withShortTexts(record)))

/** Adds empty short texts where a record has none: readers that pair lists by position need them. */
const withShortTexts = (record: Item): Item => ({
  ...record,
  marketingDescription: record.marketingDescription ?? '',
  otherDescription: record.otherDescription ?? '',
  ecommerceDescription: atLeastEmpty(record.ecommerceDescription),
  manufacturerEcommerceDescription: atLeastEmpty(record.manufacturerEcommerceDescription),
})
const atLeastEmpty = <T>(texts: (T | { text: string })[] | undefined): (T | { text: string })[] =>
  texts === undefined || texts.length === 0 ? [{ text: '' }] : texts

/** A moment as records write it: ISO 8601 with the offset in digits, as not every reader takes a `Z`. */
export const timestamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('Z', '+00:00')

/** The record as a value, with the values that the feed has and no others. */
export function recordValue(item: IngestItem, context: RecordContext): Item {
  const { id, now, username, names, created, keptMedium } = context
  const stamp = { id: username, text: timestamp(now) }
  const record: Item = { id, status: 'P', created: created ?? stamp, lastUpdated: stamp, attributes: {} }
  recordAndFeed.toRecord(item, record, { id, moment: stamp.text, names, item, keptMedium })
  return record
}

/** The present medium for one that was sent; undefined when the picture is new to the catalog. */
type KeptMedium = (sent: IngestMedium) => Medium | undefined

/**
 * Recognises sent media whose pictures the catalog has. A client that sends back an answer of ours names pictures by our
 * own addresses, which expire: the record keeps the source's address and all other values of the medium. A view that we
 * made of a picture, such as `E_A1C1_600x600`, stands for that picture.
 */
export function openKeptMedia(db: Database) {
  const served = openServedPictures(db)
  /** @param present the media of the record that is replaced */
  return (present: readonly Medium[], now: number): KeptMedium =>
    (sent) => {
      const url = sent.url ?? ''
      const picture = served(url)
      const addresses = picture?.addresses ?? [pictureAddress(url)]
      const same = present.filter((medium) => addresses.includes(pictureAddress(medium.url ?? '')))
      const derived = picture && parseDerivedView(sent.view ?? '')
      const view = derived?.source ?? sent.view
      const type = mediumType(sent)
      // A derived view is always called edited.
      const found = same.find(
        (medium) => medium.view === view && (derived || (medium.type === 'edited') === (type === 'edited')),
      )
      // A sender's own address may be signed anew and is kept; our address must not get into the record.
      if (found) return picture ? found : { ...found, url }
      if (!picture) return undefined
      const [shownElsewhere] = same
      if (shownElsewhere) return derived ? shownElsewhere : { ...shownElsewhere, view, type }
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
