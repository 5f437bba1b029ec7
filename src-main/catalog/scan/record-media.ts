import { part } from '../../../src-shared/vocabulary/elements/item-parts.ts'
import { readOutlines } from '../../../src-shared/vocabulary/outline.ts'
import { Declined, scanMediaPage } from './item-scanner.ts'
import type { ScannedMedium } from './scanned-item.ts'

/** The `<media>` elements of a stored record, located by its outline. */
export function mediaParts({ body, outline }: { body: Uint8Array; outline: Uint8Array }): Uint8Array[] {
  const places = readOutlines(outline)
  const parts: Uint8Array[] = []
  for (let at = 0; at < places.length; at += 3)
    if (places[at] === part.media) parts.push(body.subarray(places[at + 1], places[at + 2]))
  return parts
}

/**
 * Parses the media of records from the `<media>` elements of each. A record damaged after it was stored has
 * none.
 */
export function scanMedia(records: readonly (readonly Uint8Array[])[]): ScannedMedium[][] {
  return scanTogether(records) ?? records.map((parts) => scanTogether([parts])?.[0] ?? [])
}

const [opening, itemStart, itemEnd, closing] = ['<items>', '<item>', '</item>', '</items>'].map((tag) =>
  Buffer.from(tag),
) as [Buffer, Buffer, Buffer, Buffer]

function scanTogether(records: readonly (readonly Uint8Array[])[]): ScannedMedium[][] | undefined {
  const page = records.flatMap((parts) => [itemStart, ...parts, itemEnd])
  try {
    const media = scanMediaPage(Buffer.concat([opening, ...page, closing]))
    return media.length === records.length ? media : undefined
  } catch (error) {
    if (error instanceof Declined) return undefined
    throw error
  }
}
