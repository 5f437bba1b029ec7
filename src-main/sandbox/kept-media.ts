import { parseDerivedView } from '../../src-shared/views.ts'
import type { IngestMedium } from '../../src-shared/vocabulary/ingest.ts'
import type { Medium } from '../../src-shared/vocabulary/item.ts'
import { mediumType } from '../../src-shared/vocabulary/record-and-feed.ts'
import { openServedPictures, pictureAddress } from '../media/index.ts'
import type { Database } from '../storage/index.ts'
import { timestamp } from './record-from-ingest.ts'

/** The medium a record keeps for one that was sent; undefined when the picture is new to the catalog. */
export type KeptMedium = (sent: IngestMedium) => Medium | undefined

/**
 * Recognizes sent media that are pictures the catalog has. A client that sends back what it was answered names them by
 * our own addresses, which expire: the record must keep the source's address, with all it says of the picture. A view
 * we have made of a picture, such as `E_A1C1_600x600`, stands for the picture it was made of.
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
      // A derived view is called edited whatever it was made of.
      const found = same.find(
        (medium) => medium.view === view && (derived || (medium.type === 'edited') === (type === 'edited')),
      )
      // The sender's own address may be signed anew; ours must not come into the record.
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
